import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { cli, type Finished, plainEnv, run } from "./support/run.js";

/** Text as it stands in the story, however it is wrapped. */
const flat = (text: string) => text.replace(/\s+/g, " ");

/** The scene of a chapter that ends in one way. */
function sceneOf(story: string, chapter: string, ending: string): string {
  const chapters = story.split(/━━ \d of 4 · /);
  const played = chapters.find((text) => text.startsWith(`${chapter} `)) ?? "";
  const [, scene = ""] = played.split(`● ${ending}:`);
  return flat(scene.split("●")[0] ?? "");
}

describe("readback demo --terminal without a terminal", () => {
  let finished: Finished;
  let startedAt: number;
  let took: number;
  beforeAll(async () => {
    startedAt = performance.now();
    finished = await run(["demo", "--terminal"]);
    took = performance.now() - startedAt;
  });

  it("plays to the end by itself, at once, and exits with 0", () => {
    expect(finished.code).toBe(0);
    expect(finished.stderr).toBe("");
    expect(took).toBeLessThan(10_000);
  });

  it.each([
    ["Ask", "Success", "machine start →"],
    ["Ask", "Success", "attempt 1 of 4 screen │ Which database should the new service use?"],
    ["Ask", "Success", "person Postgres machine"],
    ["Ask", "Success", 'answers: [{"id":"q1","values":["Postgres"],"custom":null}]'],
    ["Ask", "Retry", "the screen stays blank"],
    ["Ask", "Retry", "30 s later (simulated) machine"],
    ["Ask", "Retry", 'shouldRetry: true retryReason: "UI failed to render question (attempt 1/3)"'],
    ["Ask", "Retry", "Previous attempt failed to display. This is retry attempt 2."],
    ["Ask", "Retry", 'outcome: "answered"'],
    ["Ask", "Exhaustion", 'shouldRetry: false retryReason: "Max retries (1) exceeded"'],
    ["Ask", "Exhaustion", "exhausted · by timer"],
    ["Ask", "Silence", "5 min later (simulated) machine"],
    ["Ask", "Silence", 'outcome: "timed_out" shouldRetry: false'],
    ["Guard", "Success", "reason: \"Review your work first: check that 'Add the export button'"],
    ["Guard", "Success", "check finds: 14 of 14 tests pass"],
    ["Guard", "Success", 'decision: "allow"'],
    ["Guard", "Retry", "Validation failed for 'Fix the rounding' (attempt 2 of 3): 2 of 14 tests"],
    ["Guard", "Retry", 'decision: "allow"'],
    ["Guard", "Exhaustion", "Maximum retry attempts (3) exceeded for: 'Speed up the import'."],
    ["Guard", "Exhaustion", "person Approve it screen ✓ sent: the answer has arrived machine"],
    ["Guard", "Exhaustion", 'decision: "allow"'],
    ["Instruction", "Success", "│ Run the linter before each commit. agent runs the linter"],
    ["Instruction", "Retry", "│ **IMPORTANT:** Add a line to the changelog. agent writes the line"],
    ["Instruction", "Exhaustion", "│ **URGENT:** Answer the review."],
    ["Instruction", "Exhaustion", 'content: "Answer the review." attempts: 4 cause: "policy"'],
    ["Instruction", "Exhaustion", "person Send it again"],
    ["Instruction", "Exhaustion", "│ Answer the review. agent answers the review"],
    ["Verify", "Success", 'status: "done" attempts: 1'],
    ["Verify", "Retry", '<retry_context attempt="2" max_attempts="3">'],
    ["Verify", "Retry", 'status: "done" attempts: 2'],
    ["Verify", "Exhaustion", "## Task Escalation Required"],
    ["Verify", "Exhaustion", "User provided fix: round half up, once, at the end"],
    ["Verify", "Exhaustion", 'status: "done" attempts: 4'],
  ])("%s, %s: %s", (chapter, ending, text) => {
    expect(sceneOf(finished.stdout, chapter, ending)).toContain(text);
  });

  it("ends with what the journal saw and where to go", () => {
    const [, ending = ""] = finished.stdout.split("What the journal saw");
    expect(flat(ending)).toContain(
      "ask-with-render-ack 4 6 2 2 answered, 1 exhausted, 1 timed_out",
    );
    expect(flat(ending)).toContain("todo-attempt-guard 3 8 5 3 completed");
    expect(flat(ending)).toContain("instruction-ack 3 9 5 3 acknowledged");
    expect(flat(ending)).toContain("verify-retry-escalate 3 7 4 3 done");
    expect(ending).toContain("README.md");
  });

  it("writes no escape sequence and no line longer than 80 columns", () => {
    expect(finished.stdout).not.toContain("\u001b");
    for (const line of finished.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("uses colours in a pipe only when FORCE_COLOR asks for them and nothing forbids them", async () => {
    const FORCE_COLOR = "1";
    const [asked, forbidden, flagged] = await Promise.all([
      run(["demo", "--chapter", "ask"], { FORCE_COLOR }),
      run(["demo", "--chapter", "ask"], { FORCE_COLOR, NO_COLOR: "1" }),
      run(["demo", "--chapter", "ask", "--no-color"], { FORCE_COLOR }),
    ]);
    expect(asked.stdout).toContain("\u001b[36magent\u001b[39m");
    expect(forbidden.stdout).not.toContain("\u001b");
    expect(flagged.stdout).not.toContain("\u001b");
  });

  it("plays one chapter only when asked to", async () => {
    const { code, stdout } = await run(["demo", "--auto", "--chapter", "guard"]);
    expect(code).toBe(0);
    expect(stdout).toContain("2 of 4 · Guard");
    expect(stdout).not.toContain("1 of 4");
    expect(stdout).not.toContain("ask-with-render-ack");
  });

  it("names the command that it was started with", async () => {
    const { stdout } = await run(["demo", "--chapter", "ask"], { npm_lifecycle_event: "start" });
    expect(stdout).toContain("npm start -- --terminal --chapter");
  });

  it("stops quietly when nobody reads on", async () => {
    const child = spawn(process.execPath, [cli, "demo", "--terminal"], { env: plainEnv() });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.stdout.destroy();
    const [code] = await once(child, "close");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});
