import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createSimulatedClock, createTodoGuard } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UNTOUCHED, useProject } from "./support/project.js";

const project = useProject();

const write = (id: string, statuses: Readonly<Record<string, string>>, more: object = {}) =>
  project.replay("claude-code/todo-write", {
    tool_use_id: id,
    tool_input: {
      todos: Object.entries(statuses).map(([content, status]) => ({ content, status })),
    },
    ...more,
  });
const task = (id: string, status: string, more: object = {}) =>
  project.replay("claude-code/task-update", {
    tool_use_id: id,
    tool_input: { taskId: "3", status },
    ...more,
  });
let now = 0;
beforeEach(() => {
  now = Date.now();
});
/** The host says that the task is completed, some time after it last did. */
const completed = (passed = 60_000) => {
  now += passed;
  return project.replay("claude-code/task-completed", {}, { clock: createSimulatedClock(now) });
};

const session = "0b9c7c1e-8a5f-4a43-9a63-4d0b8d1d2c11";
const person = () => {
  const guard = createTodoGuard({ journal: createFileJournal({ folder: project.journal }) });
  guard.recover();
  return guard;
};

describe("a claim is counted once", () => {
  it("per tool call, and the repeated report gets the same answer", async () => {
    const first = await write("t1", { a: "completed" });
    expect((await write("t1", { a: "completed" })).stdout).toBe(first.stdout);
    expect(await write("t2", { a: "completed" })).toMatchObject(UNTOUCHED);
    expect(await write("t2", { a: "completed" })).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ todo: "a", attempt: 2 }]);
  });

  it("per todo: completing one does not touch another's count", async () => {
    await write("t1", { a: "completed" });
    await write("t2", { a: "completed" });
    await write("t3", { a: "completed", b: "completed" });
    expect(project.todos()).toMatchObject([{ todo: "a" }, { todo: "b", attempt: 1 }]);
  });

  it("also when the host gives no id: then by what is asked for, and when", async () => {
    const at = (second: number) =>
      project.replay("gemini/write-todos", { timestamp: `2026-01-26T14:30:0${second}.000Z` });
    const first = await at(1);
    expect((await at(1)).stdout).toBe(first.stdout);
    expect(await at(2)).toMatchObject(UNTOUCHED);
  });

  it("and without id and time each report counts, so that there is an end", async () => {
    const { tool_use_id: _, ...input } = project.fixture("claude-code/todo-write");
    project.configure({ maxRetryAttempts: 2, validate: "exit 1" });
    const reasons: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      reasons.push((await project.hook("claude-code", input)).reason);
    }
    expect(reasons[0]).toContain("attempt 1 of 2");
    expect(reasons[1]).toContain("attempt 2 of 2");
    expect(reasons[2]).toContain("Maximum retry attempts (2) exceeded");
  });
});

describe("each has its own counts", () => {
  it("session and sub-agent", async () => {
    await write("t1", { a: "completed" });
    for (const more of [{ session_id: "another" }, { agent_id: "sub 1" }, { agent_id: "sub 2" }]) {
      expect((await write("t2", { a: "completed" }, more)).reason).toContain("attempt 1 of 5");
    }
    expect(await write("t3", { a: "completed" }, { agent_id: "sub 2" })).toMatchObject(UNTOUCHED);
    expect(await write("t4", { a: "completed" })).toMatchObject(UNTOUCHED);
  });

  it("runs without a session id: by their transcripts", async () => {
    const run = (transcript_path: string) => ({ session_id: "", transcript_path });
    await write("t1", { a: "completed" }, run("/one.jsonl"));
    const other = await write("t2", { a: "completed" }, run("/two.jsonl"));
    expect(other.reason).toContain("attempt 1 of 5");
    expect(await write("t3", { a: "completed" }, run("/one.jsonl"))).toMatchObject(UNTOUCHED);
  });
});

describe("an agent in a folder of the project", () => {
  it("is guarded by the config, and counted in the state, of the project", async () => {
    project.configure({ maxRetryAttempts: 1 });
    const cwd = join(project.path, "src", "deep");
    mkdirSync(cwd, { recursive: true });
    mkdirSync(join(project.path, ".git"));
    const { reason } = await project.replay("codex/update-plan", { cwd });
    expect(reason).toContain("attempt 1 of 1");
    expect(existsSync(project.journal)).toBe(true);
    expect(existsSync(join(cwd, ".readback"))).toBe(false);
  });
});

describe("TaskUpdate and TaskCompleted", () => {
  it("are one completion when the TaskUpdate was let through", async () => {
    expect((await task("t1", "completed")).reason).toContain("attempt 1 of 5");
    expect(await task("t2", "completed")).toMatchObject(UNTOUCHED);
    for (let n = 0; n < 3; n += 1) expect(await completed()).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ todo: "Task #3", attempt: 2 }]);
  });

  it("are two claims when the TaskUpdate was blocked, for that one never ran", async () => {
    project.configure({ validate: "exit 1" });
    expect((await task("t1", "completed")).reason).toContain("attempt 1 of 5");
    const { exitCode, reason } = await completed();
    expect({ exitCode, reason }).toMatchObject({
      exitCode: 2,
      reason: expect.stringContaining("attempt 2 of 5"),
    });
    expect((await task("t2", "completed")).reason).toContain("attempt 3 of 5");
  });

  it("after a TaskUpdate that was blocked, TaskCompleted over and over ends at the limit", async () => {
    project.configure({ maxRetryAttempts: 2, validate: "exit 1" });
    await task("t1", "completed");
    expect((await completed()).reason).toContain("attempt 2 of 2");
    for (let n = 0; n < 3; n += 1) {
      expect((await completed()).reason).toContain("Maximum retry attempts (2) exceeded");
    }
    expect(project.todos()[0]?.claims.at(-1)?.verdict).toMatchObject({ kind: "exhausted" });
  });

  it.each([0, 15, 1_999, -1_999])(
    "two reports of one TaskCompleted, %i ms apart, count once",
    async (ms) => {
      project.configure({ validate: "exit 1" });
      await task("t1", "completed");
      for (const attempt of [2, 3]) {
        const first = await completed();
        expect(first.reason).toContain(`attempt ${attempt} of 5`);
        expect((await completed(ms)).stderr).toBe(first.stderr);
      }
      expect(project.todos()).toMatchObject([{ attempt: 3 }]);
    },
  );

  it("a second report waits for the verdict on the first", async () => {
    project.configure({ validate: "echo x >> runs; sleep 0.3; exit 1" });
    await task("t1", "completed");
    const report = () => project.replay("claude-code/task-completed");
    const first = report();
    await vi.waitFor(() => expect(existsSync(join(project.path, "runs"))).toBe(true));
    expect((await report()).reason).toBe((await first).reason);
    expect(readFileSync(join(project.path, "runs"), "utf8")).toBe("x\n");
    expect(project.todos()).toMatchObject([{ attempt: 2 }]);
  });

  it("a TaskCompleted two seconds after another is a claim of its own", async () => {
    project.configure({ validate: "exit 1" });
    expect((await completed()).reason).toContain("attempt 1 of 5");
    expect((await completed(2_000)).reason).toContain("attempt 2 of 5");
  });

  it("count anew after a person's reset, however often TaskCompleted came before", async () => {
    project.configure({ maxRetryAttempts: 1 });
    for (let n = 0; n < 30; n += 1) await completed();
    person().reset({ session, todo: "Task #3" });
    expect((await completed()).reason).toContain("attempt 1 of 1");
  });

  it("start anew when the task is opened again", async () => {
    await task("t1", "completed");
    await task("t2", "completed");
    await completed();
    expect(await task("t3", "in_progress")).toMatchObject(UNTOUCHED);
    expect((await task("t4", "completed")).reason).toContain("attempt 1 of 5");
  });

  it("leave a task that is deleted as it was: that opens nothing again", async () => {
    for (const id of ["t1", "t2"]) await task(id, "completed");
    await completed();
    expect(await task("t3", "deleted")).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ todo: "Task #3", attempt: 2 }]);
  });

  it("without TaskUpdate, each TaskCompleted is a claim until one is let through", async () => {
    expect((await completed()).reason).toContain("attempt 1 of 5");
    for (let n = 0; n < 7; n += 1) expect(await completed()).toMatchObject(UNTOUCHED);
    expect(project.todos()).toMatchObject([{ attempt: 2 }]);
  });

  it("without TaskUpdate, there is an end, too", async () => {
    project.configure({ maxRetryAttempts: 2, validate: "exit 1" });
    const reasons = [await completed(), await completed(), await completed()].map(
      ({ reason }) => reason,
    );
    expect(reasons[1]).toContain("attempt 2 of 2");
    expect(reasons[2]).toContain("Maximum retry attempts (2) exceeded for: 'Add the login form'");
  });
});

describe("a person", () => {
  it("may let a todo pass that has used up its attempts, or start its count again", async () => {
    project.configure({ maxRetryAttempts: 1 });
    for (const id of ["t1", "t2"]) await write(id, { a: "completed", b: "completed" });
    person().approve({ session, todo: "a" });
    person().reset({ session, todo: "b" });
    expect(await write("t3", { a: "completed" })).toMatchObject(UNTOUCHED);
    expect((await write("t4", { b: "completed" })).reason).toContain("attempt 1 of 1");
  });

  it("who cleared a todo is not overruled by a hook that reports the old claim again", async () => {
    await write("t1", { a: "completed" });
    person().reset({ session, todo: "a" });
    expect((await write("t1", { a: "completed" })).reason).toContain("A person reset the count");
    expect(project.todos()).toMatchObject([{ attempt: 0 }]);
  });
});

describe("an agent that marks a todo completed twice in one response", () => {
  const clock = createSimulatedClock(Date.UTC(2026, 0, 26, 14, 30));
  const at = (id: string, statuses: Readonly<Record<string, string>>) =>
    project.replay(
      "claude-code/todo-write",
      {
        tool_use_id: id,
        tool_input: {
          todos: Object.entries(statuses).map(([content, status]) => ({ content, status })),
        },
      },
      { clock },
    );

  it("does not get around the review, in whichever way it writes the todo", async () => {
    const first = await at("t1", { "Write tests": "completed" });
    expect(first.reason).toContain("attempt 1 of 5");
    expect((await at("t2", { "Write tests": "completed" })).stdout).toBe(first.stdout);
    expect((await at("t3", { "write  TESTS": "completed" })).stdout).toBe(first.stdout);
    expect(project.todos()).toMatchObject([{ todo: "Write tests", attempt: 1 }]);
    clock.advance(2_000);
    expect(await at("t4", { "write tests": "completed" })).toMatchObject(UNTOUCHED);
  });

  it("is told which status nobody knows, and nothing is counted", async () => {
    const { reason } = await at("t1", { a: "completed", b: "done" });
    expect(reason).toBe(
      'Invalid todo list: todos[1].status: must be one of pending, in_progress, completed, cancelled, blocked (given: "done")',
    );
    expect(project.todos()).toEqual([]);
  });
});
