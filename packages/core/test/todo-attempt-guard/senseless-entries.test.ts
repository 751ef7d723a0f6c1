import { describe, expect, it } from "vitest";
import { guardInstance } from "../../src/host.js";
import { createMemoryJournal, createTodoGuard } from "../../src/index.js";

const instance = guardInstance("s", "Broken");
const entry = {
  ...{ v: 1 as const, time: 1, machine: "todo-attempt-guard", instance, from: null },
  ...{ to: "exhausted", attempt: 1, bound: 1, cause: null },
};
const checkpoint = (context: unknown) => ({
  ...entry,
  event: "readback.checkpoint",
  payload: { value: "exhausted", context, deadlines: [] },
});
const start = (input: unknown) => ({ ...entry, event: "readback.start", payload: { input } });
const todo = { session: "s", todo: "Broken", maxRetryAttempts: 5, retention: 1_000 };

describe("an entry of the guard that makes no sense is skipped and counted", () => {
  it.each([
    ["a checkpoint without a context", checkpoint(null)],
    ["a checkpoint with an empty context", checkpoint({})],
    ["a checkpoint without a todo", checkpoint({ attempt: 1, bound: 1, claims: [] })],
    [
      "a checkpoint whose claims are no list",
      checkpoint({ guarded: todo, attempt: 1, bound: 1, claims: {} }),
    ],
    ["a checkpoint that has counted nothing", checkpoint({ guarded: todo, claims: [] })],
    ["a start without input", start(null)],
    ["a start with empty input", start({})],
    ["a start of a todo without a text", start({ ...todo, todo: 7 })],
  ])("%s", async (_, senseless) => {
    const journal = createMemoryJournal();
    journal.append(senseless);
    const guard = createTodoGuard({ journal });
    expect(guard.runtime.recover()).toMatchObject({ applied: 0, ignored: 1 });
    guard.runtime.resume();
    expect(guard.list()).toEqual([]);
    const verdict = await guard.check({ session: "s", toolUseId: "t", completing: ["Broken"] });
    expect(verdict.decision).toBe("block");
    guard.dispose();
  });
});
