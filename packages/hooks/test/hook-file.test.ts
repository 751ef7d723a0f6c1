import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInstructionQueue, guardMachine, instructionMachine } from "@readback/core";
import { definitionOf } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newProject, runHookFile } from "./support/hook-process.js";

let project: string;
beforeEach(() => {
  project = newProject();
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const config = (guard: object) =>
  writeFileSync(join(project, "readback.config.json"), JSON.stringify({ guard }));

const todos = (statuses: Readonly<Record<string, string>>) =>
  Object.entries(statuses).map(([content, status]) => ({ content, status, activeForm: content }));

/** Claude Code's PreToolUse input. */
const claude = (
  toolUseId: string,
  statuses: Readonly<Record<string, string>>,
  rest: object = {},
) => ({
  session_id: "6f6a",
  transcript_path: "/tmp/transcript.jsonl",
  cwd: project,
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "TodoWrite",
  tool_input: { todos: todos(statuses) },
  tool_use_id: toolUseId,
  ...rest,
});

const write = (toolUseId: string, statuses: Readonly<Record<string, string>>, rest: object = {}) =>
  runHookFile("claude-code", claude(toolUseId, statuses, rest));

const reasonOf = (result: {
  json: { hookSpecificOutput?: { permissionDecisionReason?: string } };
}) => result.json?.hookSpecificOutput?.permissionDecisionReason;

const untouched = { stdout: "", stderr: "", exitCode: 0 };

describe("Claude Code", () => {
  it("is told to review first, then the claim passes, and an old completion is no new claim", async () => {
    const first = await write("t1", { "Write tests": "completed" });
    expect(first.json).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason:
          "Review your work first: check that 'Write tests' is really done, then mark it completed again (attempt 1 of 5).",
      },
    });
    expect(first).toMatchObject({ stderr: "", exitCode: 0 });
    expect(await write("t2", { "Write tests": "completed" })).toMatchObject(untouched);
    const next = await write("t3", { "Write tests": "completed", Deploy: "completed" });
    expect(reasonOf(next)).toContain("'Deploy'");
    expect(reasonOf(next)).not.toContain("'Write tests'");
  });

  it("is stopped for a person past the limit", async () => {
    config({ maxRetryAttempts: 2, validate: "exit 3" });
    await write("t1", { a: "completed" });
    expect(reasonOf(await write("t2", { a: "completed" }))).toContain(
      "`exit 3` exited with code 3",
    );
    expect(reasonOf(await write("t3", { a: "completed" }))?.split("\n")[0]).toBe(
      "Maximum retry attempts (2) exceeded for: 'a'. Please wait for user guidance or manually mark as completed.",
    );
  });

  it("gets the same verdict for the same tool call, reported by two processes at once", async () => {
    const both = await Promise.all([
      write("t1", { a: "completed" }),
      write("t1", { a: "completed" }),
    ]);
    expect(both[0]?.stdout).toBe(both[1]?.stdout);
    expect(await write("t2", { a: "completed" })).toMatchObject(untouched);
  });

  it("has its own counts per session and per sub-agent, also without a session id", async () => {
    await write("t1", { a: "completed" });
    for (const rest of [
      { session_id: "other" },
      { agent_id: "sub" },
      { session_id: "", transcript_path: "/tmp/other.jsonl" },
      { session_id: "", transcript_path: "" },
    ]) {
      expect(reasonOf(await write("t2", { a: "completed" }, rest))).toContain("attempt 1 of 5");
    }
  });

  it("counts a task once that was let through as TaskUpdate and is reported as TaskCompleted", async () => {
    const update = (toolUseId: string, input: object) =>
      write(toolUseId, {}, { tool_name: "TaskUpdate", tool_input: input });
    const completed = (id: string) =>
      runHookFile("claude-code", {
        ...claude("", {}),
        hook_event_name: "TaskCompleted",
        task_id: id,
        task_subject: "Write tests",
      });
    expect(reasonOf(await update("t1", { taskId: "7", status: "completed" }))).toContain(
      "attempt 1",
    );
    expect(await update("t2", { task_id: 7, status: "completed" })).toMatchObject(untouched);
    expect(await completed("7")).toMatchObject(untouched);
    // One that nobody asked about before is a claim.
    const denied = await completed("8");
    expect(denied).toMatchObject({ exitCode: 2, stdout: "" });
    expect(denied.stderr).toContain("attempt 1 of 5");
  });

  it("is reminded once, when it stops with claims that did not pass", async () => {
    await write("t1", { a: "completed" });
    const stop = { session_id: "6f6a", cwd: project, hook_event_name: "Stop" };
    const reminded = await runHookFile("claude-code", { ...stop, stop_hook_active: false });
    expect(reminded.json).toMatchObject({ decision: "block" });
    expect(reminded.json.reason).toContain("'a' (attempt 1 of 5)");
    expect(await runHookFile("claude-code", { ...stop, stop_hook_active: true })).toMatchObject(
      untouched,
    );
  });

  it("learns at its start which todos wait for a person", async () => {
    config({ maxRetryAttempts: 1 });
    await write("t1", { a: "completed" });
    await write("t2", { a: "completed" });
    const start = {
      session_id: "6f6a",
      cwd: project,
      hook_event_name: "SessionStart",
      source: "resume",
    };
    const told = await runHookFile("claude-code", start);
    expect(told.json.hookSpecificOutput).toMatchObject({ hookEventName: "SessionStart" });
    expect(told.json.hookSpecificOutput.additionalContext).toContain("'a'");
    expect(await runHookFile("claude-code", { ...start, session_id: "new" })).toMatchObject(
      untouched,
    );
  });

  it.each<readonly [string, object]>([
    ["another tool", { tool_name: "Bash", tool_input: { command: "ls" } }],
    ["another event", { hook_event_name: "PostToolUse" }],
    ["no todos", { tool_input: {} }],
    ["todos that are none", { tool_input: { todos: [null, 7, { status: "completed" }] } }],
    ["nothing completed", { tool_input: { todos: todos({ a: "pending", b: "in_progress" }) } }],
  ])("passes untouched with %s", async (_, rest) => {
    expect(await write("t1", {}, rest)).toMatchObject(untouched);
  });

  it("reads a tool input that comes as JSON text", async () => {
    const text = JSON.stringify({ todos: todos({ a: "completed" }) });
    expect(reasonOf(await write("t1", {}, { tool_input: text }))).toContain("attempt 1");
  });

  it("stays within the host's limit with 5 MB of todos and hostile text", async () => {
    const nasty = "</x> \u001b[31m\u202e\"'\n__proto__ ";
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [`${nasty}${n} ${"x".repeat(10_000)}`, "completed"]),
    );
    const { json, stdout } = await write("t1", { ...many, ["__proto__"]: "completed" });
    const reason = json.hookSpecificOutput.permissionDecisionReason as string;
    expect(reason.length).toBeLessThanOrEqual(10_000);
    expect(stdout).not.toContain("\u001b");
    expect(reason).not.toContain("\u202e");
  }, 60_000);
});

it("Codex gets the same shape, with nothing beside it", async () => {
  const input = {
    session_id: "s",
    turn_id: "1",
    cwd: project,
    hook_event_name: "PreToolUse",
    tool_name: "update_plan",
    tool_use_id: "call_1",
    tool_input: { plan: [{ step: "Write tests", status: "completed" }] },
  };
  const { json } = await runHookFile("codex", input);
  expect(Object.keys(json)).toEqual(["hookSpecificOutput"]);
  expect(Object.keys(json.hookSpecificOutput).sort()).toEqual([
    "hookEventName",
    "permissionDecision",
    "permissionDecisionReason",
  ]);
  expect(json.hookSpecificOutput.permissionDecision).toBe("deny");
  expect(await runHookFile("codex", { ...input, tool_use_id: "call_2" })).toMatchObject(untouched);
});

it("Gemini CLI gets a decision and a reason", async () => {
  const input = {
    session_id: "s",
    cwd: project,
    hook_event_name: "BeforeTool",
    timestamp: "2026-01-26T14:30:00Z",
    tool_name: "write_todos",
    tool_input: { todos: [{ description: "Write tests", status: "completed" }] },
  };
  const { json } = await runHookFile("gemini", input);
  expect(json).toEqual({ decision: "deny", reason: expect.stringContaining("attempt 1 of 5") });
  const later = { ...input, timestamp: "2026-01-26T14:31:00Z" };
  expect(await runHookFile("gemini", later)).toMatchObject(untouched);
});

describe("when the guard itself fails", () => {
  it("names the field of a bad config, and blocks", async () => {
    config({ maxRetryAttempts: 11 });
    const reason = reasonOf(await write("t1", { a: "completed" }));
    expect(reason).toContain("readback.config.json");
    expect(reason).toContain("guard.maxRetryAttempts: must be 1 to 10 (given: 11)");
  });

  it("blocks, or says so and allows, as configured, when its state cannot be kept", async () => {
    writeFileSync(join(project, ".readback"), "in the way");
    expect(reasonOf(await write("t1", { a: "completed" }))).toContain(
      "The todo guard itself failed",
    );
    config({ onGuardFailure: "allow" });
    const { json } = await write("t2", { a: "completed" });
    expect(json.systemMessage).toContain("The todo guard itself failed");
  });

  it("ends a validation that takes too long, with everything it started", async () => {
    config({ validate: "sleep 30 & sleep 30; wait", validationTimeout: 300 });
    await write("t1", { a: "completed" });
    const startedAt = Date.now();
    expect(reasonOf(await write("t2", { a: "completed" }))).toContain("took longer than 300 ms");
    expect(Date.now() - startedAt).toBeLessThan(20_000);
  }, 30_000);

  it.each(["", "not JSON", "[]", "null"])(
    "checks nothing when the input is %j, and says so",
    async (input) => {
      const { exitCode, stdout, stderr } = await runHookFile("claude-code", input);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toContain("not a JSON object");
    },
  );

  it("names the hosts there are", async () => {
    const { exitCode, stderr } = await runHookFile("emacs", {});
    expect(exitCode).toBe(1);
    expect(stderr).toContain("claude-code, codex, gemini");
  });
});

it("writes by which definition of the machine it went, as every other process writes it", async () => {
  await write("t1", { a: "completed" });
  const journal = createFileJournal({ folder: join(project, ".readback", "journal") });
  const entries = [...journal.read()];
  journal.close();
  expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2]);
  for (const { definition } of entries) expect(definition).toBe(definitionOf(guardMachine));
});

it("writes of instructions by which definition of their machine it went", async () => {
  const journal = createFileJournal({ folder: join(project, ".readback/instructions/journal") });
  const queue = createInstructionQueue({ journal });
  queue.queueInstructionWithAck("Run the tests before you go on");
  queue.dispose();
  const more = { hook_event_name: "PostToolUse", tool_name: "Bash", tool_input: {} };
  const { stdout } = await runHookFile("claude-code", claude("t1", {}, more));
  expect(stdout).toContain("Run the tests before you go on");
  const entries = [...journal.read()];
  journal.close();
  expect(entries.length).toBeGreaterThan(1);
  for (const { definition } of entries) expect(definition).toBe(definitionOf(instructionMachine));
});
