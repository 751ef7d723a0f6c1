import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/errors.js";
import { todosForAPerson, todosToRemindOf } from "../../src/todo-attempt-guard/view.js";
import { SESSION, setUpGuard } from "../support/guard-set-up.js";

const which = (todo: string) => ({ session: SESSION, todo });

/** One todo in each position. */
async function everyPosition() {
  const { guard, claim } = setUpGuard({
    maxRetryAttempts: 2,
    rememberCompleted: true,
    validate: ({ todo }) => (todo === "validating" ? new Promise(() => {}) : todo !== "blocked"),
  });
  for (const todo of ["blocked", "allowed", "exhausted", "completed"]) {
    await claim(todo);
    await claim(todo);
  }
  await claim("exhausted");
  await claim("reviewing");
  await claim("validating");
  void claim("validating");
  guard.confirm({ session: SESSION, toolUseId: "t8" });
  guard.approve(which("approved"));
  guard.approve(which("open"));
  guard.reset(which("open"));
  return guard;
}

describe("a todo under guard", () => {
  it("says where it stands, what it waits for and who may act", async () => {
    const guard = await everyPosition();
    const positions = guard
      .list()
      .map(({ todo, standing, waitsFor, mayAct }) => [todo, standing, waitsFor, mayAct]);
    expect(positions.sort()).toEqual([
      ["allowed", "allowed", "completion", "agent"],
      ["approved", "approved", "completion", "agent"],
      ["blocked", "blocked", "fix", "agent"],
      ["completed", "completed", "nothing", "nobody"],
      ["exhausted", "exhausted", "decision", "person"],
      ["open", "open", "claim", "agent"],
      ["reviewing", "reviewing", "review", "agent"],
      ["validating", "validating", "verdict", "validator"],
    ]);
    guard.dispose();
  });

  it("is one to be reminded of when a claim did not pass, and a person's past the limit", async () => {
    const guard = await everyPosition();
    const names = (todos: readonly { readonly todo: string }[]) => todos.map(({ todo }) => todo);
    expect(names(todosToRemindOf(guard.list()))).toEqual(["blocked", "reviewing"]);
    expect(names(todosForAPerson(guard.list()))).toEqual(["exhausted"]);
    guard.dispose();
  });
});

describe("a todo list with a status nobody knows", () => {
  it.each(["done", "Completed", "", "complete"])(
    "(%j) is an error that names it",
    async (status) => {
      const { guard } = setUpGuard({ rememberCompleted: true });
      const list = {
        session: SESSION,
        toolUseId: "t1",
        todos: [
          { content: "a", status: "pending" },
          { content: "b", status },
        ],
      };
      const failure = await guard.checkList(list).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(InvalidInputError);
      expect(String(failure)).toContain("todos[1].status");
      expect(String(failure)).toContain("pending, in_progress, completed, cancelled, blocked");
      expect([...guard.runtime.journal.read()]).toEqual([]);
    },
  );
});
