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
