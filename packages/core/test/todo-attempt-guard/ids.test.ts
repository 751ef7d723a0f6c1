import { describe, expect, it } from "vitest";
import { createTodoGuard } from "../../src/index.js";

const session = "s1";
const done = (toolUseId: string, content: string) => ({
  session,
  toolUseId,
  todos: [{ content, status: "completed", id: "Task #1" }],
});

describe("a todo with an id", () => {
  it("keeps its count and its name when its text changes", async () => {
    const guard = createTodoGuard({ rememberCompleted: true, validate: () => false });
    await guard.checkList(done("t1", "Write the docs"));
    const [todo] = guard.list(session);
    expect(todo).toMatchObject({ todo: "Write the docs", attempt: 1 });
    const { reason } = await guard.checkList(done("t1", "Write all the docs"));
    expect(reason).toContain("'Write the docs'");
    expect(guard.list(session)).toHaveLength(1);
  });

  it("is called by the text that was heard before it was claimed by its id alone", async () => {
    const asked: string[] = [];
    const guard = createTodoGuard({
      rememberCompleted: true,
      validate: ({ todo }) => asked.push(todo) > 0,
    });
    const todos = [{ content: "Write the docs", status: "pending", id: "Task #1" }];
    guard.observe({ session, todos });
    const { reason } = await guard.report({ session, todo: "Task #1", id: "Task #1" });
    expect(reason).toContain("check that 'Write the docs' is really done");
    expect(guard.list(session)).toMatchObject([{ todo: "Write the docs", attempt: 1 }]);
  });

  it("without one, and open, is not under guard", () => {
    const guard = createTodoGuard();
    guard.observe({ session, todos: [{ content: "Write the docs", status: "pending" }] });
    expect(guard.list()).toEqual([]);
  });
});
