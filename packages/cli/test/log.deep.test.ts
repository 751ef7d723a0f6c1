import { spawn } from "node:child_process";
import { appendFileSync, renameSync, truncateSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { createProject, type Project } from "./support/project.js";
import { cli, plainEnv } from "./support/run.js";

const LOG = ".readback/retry.log";

function follow(project: Project) {
  const child = spawn(process.execPath, [cli, "log", "--follow"], {
    cwd: project.folder,
    env: plainEnv({ HOME: project.home }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  const lines = () => said.split("\n").slice(0, -1);
  return (...wanted: readonly string[]) =>
    vi.waitFor(() => expect(lines()).toEqual(wanted), { timeout: 60_000 });
}

/** Puts another file in its place, as it is done when old lines are taken out. */
function replace(project: Project, text: string): void {
  project.write(`${LOG}.tmp`, text);
  renameSync(project.path(`${LOG}.tmp`), project.path(LOG));
}

it("follows the log line by line, whatever becomes of the file", async () => {
  const project = createProject();
  project.write(LOG, "1\n2\n");
  const shows = follow(project);
  await shows("1", "2");
  appendFileSync(project.path(LOG), "3\n4 is");
  await shows("1", "2", "3");
  appendFileSync(project.path(LOG), " long\n");
  const first = ["1", "2", "3", "4 is long"];
  await shows(...first);
  // What was shown last is still in it, and the same was said once more.
  replace(project, "3\n4 is long\n4 is long\n5\n");
  await shows(...first, "4 is long", "5");
  // All that was shown is too old.
  replace(project, "6\n7\n");
  await shows(...first, "4 is long", "5", "6", "7");
  truncateSync(project.path(LOG));
  appendFileSync(project.path(LOG), "8\n");
  await shows(...first, "4 is long", "5", "6", "7", "8");
});

it("waits for a log that is not there yet", async () => {
  const project = createProject();
  const shows = follow(project);
  project.write(LOG, "1\n");
  await shows("1");
});

it("stats counts what it can read, and says what it cannot", async () => {
  const project = createProject();
  const resolved = { timestamp: "2026-01-26T14:30:00Z", task_id: "03-01:a", event: "resolved" };
  const failed = { ...resolved, event: "attempt", status: "failed" };
  const whole = { resolution: "done", task_name: "A", total_attempts: 2, total_duration_ms: 1 };
  const lines = [
    { ...resolved, ...whole },
    { ...failed, failure_type: "timeout", root_cause_guess: "Slow" },
    // Each of these is damaged in its own way.
    ...[
      resolved,
      { ...resolved, ...whole, task_name: 5 },
      { ...resolved, ...whole, task_id: null },
    ],
    ...[failed, { ...failed, failure_type: "x", root_cause_guess: {} }, null, [], 5, {}],
    // A later version may write more.
    { ...resolved, event: "celebrated" },
  ].map((line) => JSON.stringify(line));
  project.write(".readback/retry.jsonl", `${[...lines, "{torn", "\0"].join("\n")}\n`);
  for (const plan of [[], ["--plan", "03-01"]]) {
    const { code, stdout, stderr } = await project.run(["stats", ...plan]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^11 lines of .* cannot be read\.\n$/),
    ]);
    expect(stdout).toContain("| A | 2 | success (retry worked) |");
    expect(stdout).toContain("- timeout: 1 occurrence\n- Slow: 1 occurrence\n");
  }
  const other = await project.run(["stats", "--plan", "03-02"]);
  expect(other.stderr).toContain('No task of a plan "03-02" has ended yet');
});
