import { describe, expect, it } from "vitest";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import type { Clock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/create-todo-guard.js";

const DAY = 24 * 60 * 60 * 1_000;
const YEAR = 365 * DAY;
const NOW = Date.UTC(2026, 0, 26, 14, 30);

/** Hooks: each claims or looks in a process of its own, at a moment, and all share one journal. */
function useProject() {
  const journal = createMemoryJournal();
  let made = 0;

  function at(time: number) {
    const clock: Clock = { now: () => time, setTimeout: () => ({}), clearTimeout() {} };
    const guard = createTodoGuard({ journal, clock, validate: () => false, onError() {} });
    guard.recover();
    const attempts = (session: string) => guard.list(session).map(({ attempt }) => attempt);
    return {
      guard,
      attempts,
      async claim(session: string, todo = "Write tests") {
        guard.heard(session);
        await guard.check({ session, toolUseId: `t${made++}`, completing: [todo] });
        return attempts(session).at(-1);
      },
    };
  }

  return { at, journal };
}

describe("a clock that jumps by a year", () => {
  it("forgets no count of the session that claims next", async () => {
    const { at } = useProject();
    expect(await at(NOW).claim("a")).toBe(1);
    expect(await at(NOW + 60_000).claim("a")).toBe(2);
    expect(await at(NOW + YEAR).claim("a")).toBe(3);
    expect(await at(NOW + 120_000).claim("a")).toBe(4);
    expect(await at(NOW + 2 * YEAR).claim("a")).toBe(5);
    expect(await at(NOW + 180_000).claim("a")).toBe(5);
    expect(at(NOW + 180_000).guard.list("a")).toMatchObject([{ standing: "exhausted" }]);
  });

  it("forgets no other todo of a session that is heard of", async () => {
    const { at } = useProject();
    await at(NOW).claim("a", "Write tests");
    await at(NOW).claim("a", "Write docs");
    for (const jump of [1, 2, 3]) {
      const later = at(NOW + jump * YEAR);
      later.guard.heard("a");
      expect(later.attempts("a")).toEqual([1, 1]);
    }
  });

  it("forgets no todo of a session that is quiet while others look", async () => {
    const { at } = useProject();
    await at(NOW).claim("a");
    await at(NOW + YEAR).claim("b");
    await at(NOW + YEAR + 3 * DAY).claim("b");
    // The clock is right again.
    expect(await at(NOW + 60_000).claim("a")).toBe(2);
    expect(await at(NOW + YEAR + 4 * DAY).claim("b")).toBe(3);
    expect(at(NOW + YEAR + 4 * DAY).attempts("a")).toEqual([2]);
  });

  it("keeps what a person approved", async () => {
    const { at } = useProject();
    const now = at(NOW);
    await now.claim("a");
    now.guard.approve({ session: "a", todo: "Write tests" });
    expect(at(NOW + YEAR).guard.list("a")).toMatchObject([{ standing: "approved" }]);
  });
});

describe("a todo that nobody claims any more", () => {
  it("is forgotten when it was silent at two looks, half of its retention apart", async () => {
    const { at } = useProject();
    await at(NOW).claim("a");
    expect(at(NOW + 8 * DAY).attempts("a")).toEqual([1]);
    expect(at(NOW + 11 * DAY).attempts("a")).toEqual([1]);
    expect(at(NOW + 12 * DAY).attempts("a")).toEqual([]);
  });

  it("is forgotten after its retention where somebody looks all the time", async () => {
    const { at } = useProject();
    await at(NOW).claim("a");
    for (let day = 1; day < 7; day += 1) expect(at(NOW + day * DAY).attempts("a")).toEqual([1]);
    expect(at(NOW + 4 * DAY).attempts("a")).toEqual([1]);
    expect(at(NOW + 8 * DAY).attempts("a")).toEqual([]);
  });
});
