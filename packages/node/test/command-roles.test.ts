import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runVerified } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commandExecutor } from "../src/commands/command-executor.js";
import { commandVerifier } from "../src/commands/command-verifier.js";

let cwd = "";
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "readback-roles-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const task = { id: "03-01:task-3", name: "Create the class" };
const read = (name: string) => readFileSync(join(cwd, name), "utf8");

describe("a loop around real commands", { timeout: 120_000 }, () => {
  it("feeds the failure of an attempt to the next one", async () => {
    writeFileSync(join(cwd, "count"), "0");
    const outcome = await runVerified({
      task,
      execute: commandExecutor(
        'cat > "input-$READBACK_ATTEMPT"; n=$(cat count); echo $((n + 1)) > count',
        { cwd, prompt: "Count to two" },
      ),
      verify: commandVerifier('test "$(cat count)" = 2 || { echo "error: not two yet"; exit 9; }', {
        cwd,
      }),
    });
    expect(outcome).toMatchObject({ status: "done", attempts: 2 });
    expect(read("input-1")).toBe("Count to two\n");
    expect(read("input-2")).toMatch(/^<retry_context attempt="2"[\s\S]*\n\nCount to two\n$/);
    expect(read("input-2")).toContain("returned exit code 9\n        error: not two yet");
  });

  it("tells of the files that changed, as git sees them", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], { cwd });
    git("init", "-q");
    writeFileSync(join(cwd, "a.txt"), "one\n");
    writeFileSync(join(cwd, "dirty.txt"), "one\n");
    git("add", ".");
    git("commit", "-qm", "first");
    writeFileSync(join(cwd, "dirty.txt"), "was so before\n");
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: commandExecutor("echo two >> a.txt; echo new > b.txt", { cwd }),
      verify: commandVerifier("exit 1", { cwd }),
    });
    expect(outcome.failures[0]?.files_state).toEqual([
      { path: "a.txt", status: "partially_modified", lines_changed: 1 },
      { path: "b.txt", status: "created", lines_changed: null },
    ]);
  });

  it("bears links that lead nowhere, and a file where a folder was", async () => {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@x", ...args], { cwd });
    git("init", "-q");
    mkdirSync(join(cwd, "folder"));
    writeFileSync(join(cwd, "folder/a.txt"), "one\n");
    git("add", ".");
    git("commit", "-qm", "first");
    symlinkSync("loop", join(cwd, "loop"));
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: commandExecutor("rm -r folder; echo two > folder; ln -s nowhere dangling", { cwd }),
      verify: commandVerifier("exit 1", { cwd }),
    });
    expect(outcome.failures[0]).toMatchObject({
      error_summary: "exit 1 returned exit code 1",
      files_state: [
        { path: "folder/a.txt", status: "deleted" },
        { path: "dangling", status: "created" },
        { path: "folder", status: "created" },
      ],
    });
  });

  it.each([
    ["prints JSON", `echo '{"status":"blocked","reason":"no key"}'`],
    ["prints YAML", "printf 'status: blocked\\nreason: no key\\n'"],
    [
      "ends with a fenced block",
      "printf 'I tried.\\n```yaml\\nstatus: blocked\\nreason: no key\\n```\\n'",
    ],
    ["writes a file", `printf 'status: blocked\\nreason: no key\\n' > "$READBACK_RESULT_FILE"`],
  ])("believes an executor that %s", async (_, command) => {
    const outcome = await runVerified({
      task,
      execute: commandExecutor(command, { cwd }),
      verify: () => true,
    });
    expect(outcome).toMatchObject({ status: "blocked", reason: "no key", attempts: 1 });
  });

  it("takes over what a result document says about a failure", async () => {
    const document = [
      "status: failure",
      "error: Cannot find module 'uuid'",
      "suggested_fix: Run npm install uuid",
      "files_modified: [src/planner-id.ts]",
      "learnings: [uuid.validate does not throw]",
      "verification: { command: npm test, exit_code: 1, output_summary: '1 passed, 2 failed' }",
    ].join("\n");
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: commandExecutor(`cat <<'END'\n${document}\nEND`, { cwd }),
      verify: () => true,
    });
    expect(outcome.failures[0]).toMatchObject({
      failure_type: "execution_error",
      error_summary: "Cannot find module 'uuid'",
      suggested_fix: "Run npm install uuid",
      learnings: ["uuid.validate does not throw"],
      files_state: [{ path: "src/planner-id.ts" }],
      executor_output: { verification: { command: "npm test", exit_code: 1 } },
    });
  });

  it("keeps what an attempt learned that succeeded and was not verified", async () => {
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: commandExecutor("printf 'status: success\\nlearnings: [the port is 80]\\n'", {
        cwd,
      }),
      verify: () => false,
    });
    expect(outcome.failures[0]).toMatchObject({
      failure_type: "verification_failed",
      learnings: ["the port is 80"],
    });
  });

  it.each(["reason", "suggested_fix"])(
    "takes a result document with too long a %s for a failed attempt, and no mistake of the caller",
    async (field) => {
      const status = field === "reason" ? "blocked" : "failure";
      const document = `"status: ${status}\\n${field}: " + "x".repeat(20_000)`;
      const outcome = await runVerified({
        task,
        maxAttempts: 1,
        execute: commandExecutor(`node -e 'console.log(${document})'`, { cwd }),
        verify: () => true,
      });
      expect(outcome.failures[0]?.error_summary).toContain(`Invalid result document: ${field}: `);
    },
  );

  it("believes a result document that a retry may help, whatever else the command printed", async () => {
    const outcome = await runVerified({
      task,
      maxAttempts: 2,
      execute: commandExecutor(
        `echo "cat: x: Permission denied" >&2; echo '{"status":"failure","error":"not yet"}'`,
        { cwd },
      ),
      verify: () => true,
    });
    expect(outcome).toMatchObject({ status: "escalated", reason: "max_retries_exceeded" });
  });

  it("tries again after a timeout, whatever was printed before", async () => {
    const outcome = await runVerified({
      task,
      maxAttempts: 2,
      execute: commandExecutor(
        'test "$READBACK_ATTEMPT" = 2 || { echo "cat: x: Permission denied"; sleep 1000; }',
        { cwd, timeout: 1_000 },
      ),
      verify: () => true,
    });
    expect(outcome).toMatchObject({ status: "done", attempts: 2 });
    expect(outcome.failures[0]?.failure_type).toBe("timeout");
  });

  it("takes no other status that a command prints for a result document", async () => {
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: commandExecutor(`echo '{"status":"ok"}'`, { cwd }),
      verify: () => true,
    });
    expect(outcome.status).toBe("done");
  });

  it("refuses a result file that makes no sense, and says why", async () => {
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: commandExecutor('echo "status: finished" > "$READBACK_RESULT_FILE"', { cwd }),
      verify: () => true,
    });
    expect(outcome.failures[0]?.error_summary).toContain(
      'Invalid result document: status: must be "success", "failure", "blocked" or "impossible"',
    );
  });

  it("asks a person at once when permission is denied", async () => {
    writeFileSync(join(cwd, "locked"), "", { mode: 0o600 });
    const outcome = await runVerified({
      task,
      execute: commandExecutor("./locked", { cwd }),
      verify: () => true,
    });
    expect(outcome).toMatchObject({
      status: "escalated",
      reason: "permission_denied",
      attempts: 1,
    });
  });

  it("reports a command that takes too long as a timeout, with what it printed", async () => {
    const outcome = await runVerified({
      task,
      maxAttempts: 1,
      execute: () => undefined,
      verify: commandVerifier("echo waiting for godot; sleep 1000", { cwd, timeout: 1_000 }),
    });
    expect(outcome.failures[0]).toMatchObject({
      failure_type: "timeout",
      error_details: "waiting for godot",
      error_summary: expect.stringContaining("took longer than 1 s"),
    });
  });
});
