import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();

/** A call of the todo tool of a host; Gemini CLI gives calls no id. */
const HOSTS = [
  {
    before: "claude-code/todo-write",
    after: "claude-code/post-todo-write",
    input: (status: string) => ({ todos: [{ content: "a", status }] }),
  },
  {
    before: "claude-code/task-update",
    after: "claude-code/post-task-update",
    input: (status: string) => ({ taskId: "3", status }),
  },
  {
    before: "codex/update-plan",
    after: "codex/post-update-plan",
    input: (status: string) => ({ plan: [{ step: "a", status }] }),
  },
  {
    before: "gemini/write-todos",
    after: "gemini/after-write-todos",
    input: (status: string) => ({ todos: [{ description: "a", status }] }),
  },
  {
    before: "opencode/todowrite",
    after: "opencode/after-todowrite",
    input: (status: string) => ({ todos: [{ content: "a", status }] }),
  },
];
const isGemini = (name: string) => name.startsWith("gemini");

/** A call, or its result; a host without ids says when it was. */
const call = (name: string, id: number, tool_input: object, more: object = {}) =>
  project.replay(name, {
    tool_input,
    ...(isGemini(name)
      ? { timestamp: `2026-01-26T14:30:${10 + id}.${name.endsWith("after-write-todos") ? 9 : 0}Z` }
      : { tool_use_id: `t${id}` }),
    ...more,
  });

describe.each(HOSTS)("the result of $before", ({ before, after, input }) => {
  const claim = (id: number) => call(before, id, input("completed"));
  const result = (id: number, more: object = {}) => call(after, id, input("completed"), more);
  const reopen = (id: number) => call(before, id, input("in_progress"));

  it("ends the guard: opened again in the very next list, the todo starts anew", async () => {
    expect((await claim(1)).reason).toContain("attempt 1 of 5");
    expect(await claim(2)).toMatchObject(UNTOUCHED);
    expect(await result(2)).toMatchObject(UNTOUCHED);
    expect(await reopen(3)).toMatchObject(UNTOUCHED);
    expect((await claim(4)).reason).toContain("attempt 1 of 5");
  });

  it("is no claim, and comes to nothing without one that was allowed", async () => {
    expect(await result(1)).toMatchObject(UNTOUCHED);
    await claim(2);
    for (const id of [2, 2, 3]) expect(await result(id)).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ attempt: 1 }]);
    await claim(4);
    expect(await reopen(5)).toMatchObject(UNTOUCHED);
    project.configure({ validate: "exit 1" });
    expect((await claim(6)).reason).toContain("attempt 3 of 5");
  });

  it.each([
    ["is_error", { is_error: true }],
    ["success: false", { tool_response: { success: false } }],
    ["is_error in it", { tool_response: { is_error: true, content: "no" } }],
    ["an error in it", { tool_response: { llmContent: "no", error: { message: "no" } } }],
    ["an error in it, as JSON text", { tool_response: '{"error":"no"}' }],
    ["an error as text", { tool_response: "<tool_use_error>no</tool_use_error>" }],
    ["an error as plain text", { tool_response: "Error: no" }],
  ])("that says it failed (%s) ends nothing", async (_, failure) => {
    project.configure({ validate: "exit 0" });
    await claim(1);
    await claim(2);
    expect(await result(2, failure)).toMatchObject(UNTOUCHED);
    await reopen(3);
    project.configure({ validate: "exit 1" });
    expect((await claim(4)).reason).toContain("attempt 3 of 5");
  });

  it.each([[null], ["ok"], [[]], [{ error: null }], [{ error: "", success: true }]])(
    "that looks like %j has happened",
    async (tool_response) => {
      await claim(1);
      await claim(2);
      await result(2, { tool_response });
      await reopen(3);
      expect((await claim(4)).reason).toContain("attempt 1 of 5");
    },
  );

  it("touches no state when nothing in it is completed", async () => {
    expect(await call(after, 1, input("in_progress"))).toMatchObject(UNTOUCHED);
    expect(existsSync(join(project.path, ".readback"))).toBe(false);
  });

  it("is at most a remark when the guard fails", async () => {
    await claim(1);
    writeFileSync(join(project.path, "readback.config.json"), "{");
    const { exitCode, remark } = await result(1);
    expect(exitCode).toBe(0);
    expect(remark).toContain("(not blocked)");
  });
});

describe("a tool call with an id", () => {
  const [{ before, after }] = HOSTS as [(typeof HOSTS)[number]];
  const list = (statuses: Readonly<Record<string, string>>) => ({
    todos: Object.entries(statuses).map(([content, status]) => ({ content, status })),
  });

  it("has only its own claims confirmed by its result", async () => {
    for (const id of [1, 2]) await call(before, id, list({ a: "completed" }));
    // Of another call, which nobody asked about.
    expect(await call(after, 9, list({ a: "completed" }))).toMatchObject(UNTOUCHED);
    await call(before, 3, list({ a: "in_progress" }));
    project.configure({ validate: "exit 1" });
    expect((await call(before, 4, list({ a: "completed" }))).reason).toContain("attempt 3 of 5");
  });

  it("and the result is written once, however many copies of the hook report it", async () => {
    for (const id of [1, 2]) await call(before, id, list({ a: "completed" }));
    await Promise.all([2, 2, 2].map((id) => call(after, id, list({ a: "completed" }))));
    const [file = ""] = readdirSync(project.journal);
    const entries = readFileSync(join(project.journal, file), "utf8").match(/"HAPPENED"/g);
    expect(entries).toHaveLength(1);
  });
});
