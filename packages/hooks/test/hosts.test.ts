import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();

const recorded = (host: string): readonly string[] =>
  readdirSync(new URL(`./fixtures/${host}`, import.meta.url)).map(
    (file) => `${host}/${file.replace(".json", "")}`,
  );

/** The recorded inputs that complete something. */
const COMPLETING = [
  "claude-code/todo-write",
  "claude-code/todo-write-as-text",
  "claude-code/todo-write-todos-as-text",
  "claude-code/todo-write-odd-names",
  "claude-code/todo-write-odd-items",
  "claude-code/todo-write-sub-agent",
  "claude-code/todo-write-no-session",
  "claude-code/todo-write-bare",
  "claude-code/todo-write-hostile",
  "claude-code/task-update",
  "claude-code/task-update-sub-agent",
  "claude-code/task-update-odd-names",
  "claude-code/task-update-id",
  "claude-code/task-completed",
  "codex/update-plan",
  "codex/update-plan-sub-agent",
  "codex/update-goal",
  "gemini/write-todos",
  "gemini/tracker-update-task",
  "opencode/todowrite",
];
const everything = ["claude-code", "codex", "gemini", "opencode"].flatMap(recorded);
const others = everything.filter((name) => !COMPLETING.includes(name));

describe("a recorded input", () => {
  it.each(COMPLETING)("%s is blocked the first time, in the host's own way", async (name) => {
    const { reason } = await project.replay(name);
    expect(reason).toMatch(/Review your work first|blocked as a whole/);
    expect(reason).toContain("attempt 1 of 5");
  });

  it.each(others)("%s passes untouched", async (name) => {
    expect(await project.replay(name)).toMatchObject(UNTOUCHED);
  });

  it.each([
    ["claude-code/todo-write", "claude-code/stop"],
    ["claude-code/task-update", "claude-code/stop"],
    ["codex/update-plan", "codex/stop"],
    ["codex/update-goal", "codex/stop"],
    ["gemini/write-todos", "gemini/after-agent"],
    ["gemini/tracker-update-task", "gemini/after-agent"],
  ])("after %s, %s is a reminder, once", async (write, stop) => {
    await project.replay(write);
    const { reason } = await project.replay(stop);
    expect(reason).toContain("have not passed yet.");
    expect(reason).toContain("(attempt 1 of 5)");
    expect(await project.replay(`${stop}-active`)).toMatchObject(UNTOUCHED);
  });

  it.each([
    ["codex/update-plan-sub-agent", "codex/subagent-stop", "Sub task"],
    ["claude-code/todo-write-sub-agent", "claude-code/subagent-stop", "Add the login form"],
  ])("%s: a sub-agent that stops is reminded of its own plan", async (write, stop, todo) => {
    await project.replay(write);
    const { reason } = await project.replay(stop);
    expect(reason).toContain(`'${todo}' (attempt 1 of 5)`);
  });

  it.each([
    [
      "codex/create-goal",
      "codex/update-goal",
      "Login form works",
      { hook_event_name: "PostToolUse" },
    ],
    ["gemini/after-tracker-create-task", "gemini/tracker-update-task", "Add the login form", {}],
    ["claude-code/post-task-create", "claude-code/task-update", "Add the login form", {}],
  ])("%s tells what %s is about", async (created, completed, subject, more) => {
    await project.replay(created, more);
    const { reason } = await project.replay(completed);
    expect(reason).toContain(`check that '${subject}' is really done`);
  });

  describe.each([
    {
      host: "Claude Code",
      folder: "claude/tasks/s-1",
      field: "subject",
      number: "Task #",
      claim: (id: string) =>
        project.replay("claude-code/task-update", {
          session_id: "s-1",
          tool_input: { taskId: id, status: "completed" },
        }),
    },
    {
      host: "Gemini CLI",
      folder: "gemini/tmp/project/s-1/tracker",
      field: "title",
      number: "Task ",
      claim: (id: string) =>
        project.replay("gemini/tracker-update-task", {
          session_id: "s-1",
          transcript_path: join(project.path, "gemini/tmp/project/chats/session-1.jsonl"),
          tool_input: { id, status: "closed" },
        }),
    },
  ])("of a task of $host that is older than the hook", ({ folder, field, number, claim }) => {
    const { CLAUDE_CONFIG_DIR } = process.env;
    afterEach(() => {
      if (CLAUDE_CONFIG_DIR === undefined) delete process.env.CLAUDE_CONFIG_DIR;
      else process.env.CLAUDE_CONFIG_DIR = CLAUDE_CONFIG_DIR;
    });
    const placeOf = (id: string) => join(project.path, folder, `${id}.json`);
    beforeEach(() => {
      process.env.CLAUDE_CONFIG_DIR = join(project.path, "claude");
      mkdirSync(join(project.path, folder), { recursive: true });
    });
    const named = (name: unknown) => JSON.stringify({ id: "7", [field]: name, status: "open" });

    it("tells what is written down of it", async () => {
      writeFileSync(placeOf("7"), named("Add the login form"));
      expect((await claim("7")).reason).toContain("check that 'Add the login form' is really done");
    });

    it.each([
      ["nothing is written down", "8", "7", "{}"],
      ["what is written down cannot be read", "7", "7", "{"],
      ["it is no task", "7", "7", "[]"],
      ["it has no name", "7", "7", named({})],
      ["it is far too long for a task", "7", "7", named("x".repeat(100_000))],
      ["the id leads elsewhere", "../elsewhere", "../elsewhere", named("Elsewhere")],
    ])("falls back on its number when %s", async (_, id, written, text) => {
      writeFileSync(placeOf(written), text);
      expect((await claim(id)).reason).toContain(`check that '${number}${id}' is really done`);
    });

    it("follows no link", async () => {
      writeFileSync(placeOf("elsewhere"), named("Elsewhere"));
      symlinkSync(placeOf("elsewhere"), placeOf("7"));
      expect((await claim("7")).reason).toContain(`check that '${number}7' is really done`);
    });
  });

  it.each([
    ["claude-code/todo-write", "claude-code/session-start"],
    ["claude-code/todo-write", "claude-code/session-start-resume"],
    ["codex/update-plan", "codex/session-start"],
    ["gemini/write-todos", "gemini/session-start"],
  ])("after the end of %s, %s tells that it waits for a person", async (write, start) => {
    project.configure({ maxRetryAttempts: 1 });
    for (const n of [1, 2, 3]) {
      await project.replay(write, { tool_use_id: `t${n}`, timestamp: `2026-01-26T14:30:0${n}Z` });
    }
    expect((await project.replay(start)).context).toContain("- 'Add the login form'");
  });
});

describe("what a model may send", () => {
  it("whatever the text says, the reason is one verdict per line, and nothing in it is hidden", async () => {
    const { reason, stdout } = await project.replay("claude-code/todo-write-hostile");
    const lines = reason.split("\n");
    expect(lines).toHaveLength(1 + 11);
    for (const line of lines.slice(1)) expect(line).toMatch(/^- Review your work first: check/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(reason).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\u200b]/);
    expect(JSON.parse(stdout).decision).toBeUndefined();
    const names = project.todos().map(({ todo }) => todo);
    expect(names).toContain("__proto__");
    expect(names).toContain("constructor");
  });

  it("of a very long todo, the beginning and the hash are what it is known by", async () => {
    const long = (end: string) => `${"Write a very long story. ".repeat(40_000)}${end}`;
    const write = (id: string, content: string) =>
      project.replay("claude-code/todo-write", {
        tool_use_id: id,
        tool_input: { todos: [{ content, status: "completed" }] },
      });
    expect((await write("t1", long("a"))).reason).toContain("attempt 1 of 5");
    expect((await write("t2", long("b"))).reason).toContain("attempt 1 of 5");
    expect(await write("t3", long("a"))).toMatchObject(UNTOUCHED);
    for (const { todo } of project.todos()) expect(todo.length).toBeLessThan(400);
  });

  it("5 MB of todos are answered within the limits, and counted", async () => {
    const todos = Array.from({ length: 2_000 }, (_, n) => ({
      content: `${n} ${"x".repeat(2_500)}`,
      status: "completed",
    }));
    const { reason } = await project.replay("claude-code/todo-write", { tool_input: { todos } });
    expect(reason.length).toBeLessThanOrEqual(10_000);
    expect(reason).toMatch(/… \(cut\)$/);
    expect(project.todos()).toHaveLength(2_000);
  });

  it("nothing is cut in the middle of a character", async () => {
    const content = "😀".repeat(4_000);
    for (const shift of ["", "x"]) {
      const todos = Array.from({ length: 60 }, (_, n) => ({
        content: `${n}${shift}${content}`,
        status: "completed",
      }));
      const { reason } = await project.replay("claude-code/todo-write", {
        tool_use_id: `t${shift}`,
        tool_input: { todos },
      });
      expect(reason).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
  });

  const anything = fc.record(
    {
      hook_event_name: fc.constantFrom(
        "PreToolUse",
        "PostToolUse",
        "BeforeTool",
        "AfterTool",
        "tool.execute.before",
        "tool.execute.after",
        "TaskCompleted",
        "Stop",
        7,
        null,
      ),
      tool_name: fc.constantFrom(
        "TodoWrite",
        "TaskUpdate",
        "update_plan",
        "write_todos",
        "todowrite",
        [],
      ),
      tool_input: fc.oneof(
        fc.anything({ withNullPrototype: false }),
        fc.record({ todos: fc.array(fc.jsonValue()), plan: fc.array(fc.jsonValue()) }),
        fc.record({ taskId: fc.jsonValue(), status: fc.constant("completed") }),
      ),
      tool_response: fc.jsonValue(),
      tool_use_id: fc.jsonValue(),
      session_id: fc.jsonValue(),
      agent_id: fc.jsonValue(),
      task_id: fc.jsonValue(),
      timestamp: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );

  test.prop([fc.constantFrom("claude-code", "codex", "gemini", "opencode"), anything], {
    numRuns: 150,
  })("whatever it is, the host gets an answer it can read", async (host, input) => {
    const plain = JSON.parse(JSON.stringify({ ...input, cwd: project.path }, withoutBigInts));
    const { exitCode } = await project.hook(host, plain);
    expect([0, 2]).toContain(exitCode);
  });

  it("an input nested too deeply is no way around the guard", async () => {
    const depth = 20_000;
    const nested = `${"[".repeat(depth)}${"]".repeat(depth)}`;
    const input = JSON.stringify({
      ...project.fixture("gemini/write-todos"),
      tool_input: "HERE",
    }).replace('"HERE"', `{"todos":[{"description":"a","status":"completed"}],"x":${nested}}`);
    const { runHook } = await import("../src/run-hook.js");
    const { stdout } = await runHook({ host: "gemini", input });
    expect(JSON.parse(stdout).decision).toBe("deny");
  });
});

const withoutBigInts = (_: string, value: unknown) =>
  typeof value === "bigint" ? value.toString() : value;
