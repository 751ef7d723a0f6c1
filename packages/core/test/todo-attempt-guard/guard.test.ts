import { describe, expect, it } from "vitest";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { journalStatistics } from "../../src/journal/statistics.js";
import {
  createTodoGuard,
  type TodoGuardOptions,
} from "../../src/todo-attempt-guard/create-todo-guard.js";
import { setUpGuard, TURN } from "../support/guard-set-up.js";

/** Claims until the given number of attempts is used. */
async function claimTimes(claim: (todo: string) => Promise<unknown>, todo: string, times: number) {
  for (let made = 0; made < times; made += 1) await claim(todo);
}

describe("a claim that a todo is done", () => {
  it("is blocked for review first, then allowed up to the limit, then stopped for a person", async () => {
    const { claim } = setUpGuard();
    const verdicts = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) verdicts.push(await claim("Write tests"));
    expect(verdicts.map(({ decision }) => decision)).toEqual([
      "block",
      "allow",
      "allow",
      "allow",
      "allow",
      "block",
      "block",
    ]);
    expect(verdicts[0]?.reason).toContain("Review your work first");
    expect(verdicts[0]?.reason).toContain("attempt 1 of 5");
    const [sentence, meaning] = verdicts[5]?.reason.split("\n") ?? [];
    expect(sentence).toBe(
      "Maximum retry attempts (5) exceeded for: 'Write tests'. Please wait for user guidance or manually mark as completed.",
    );
    expect(meaning).toBe(
      "Only the person can: `readback guard approve` or `readback guard reset`. You cannot: do not mark it completed again. Go on with other work, or stop and tell them.",
    );
    expect(verdicts[6]?.todos[0]).toMatchObject({ kind: "exhausted", attempt: 5 });
  });

  it.each([
    [1, ["review", "exhausted"]],
    [2, ["review", "allowed", "exhausted"]],
    [10, ["review", ...Array(9).fill("allowed"), "exhausted"]],
  ])("with maxRetryAttempts %i gives %j", async (maxRetryAttempts, expected) => {
    const { claim } = setUpGuard({ maxRetryAttempts });
    const kinds = [];
    for (const _ of expected) kinds.push((await claim("a")).todos[0]?.kind);
    expect(kinds).toEqual(expected);
  });

  it("is one entry when nobody validates it; in a write of several, nothing passes before all are known", async () => {
    const journal = createMemoryJournal();
    const { claim } = setUpGuard({ journal });
    await claim("a");
    await claim("a");
    const states = () => [...journal.read()].map(({ event, to }) => `${event} ${to}`);
    expect(states()).toEqual([
      "readback.start watching.unclaimed",
      "CLAIM watching.reviewing",
      "CLAIM watching.allowed",
    ]);
    const { decision } = await claim("a", "b");
    expect(decision).toBe("block");
    expect(states().slice(3)).toEqual([
      "CLAIM watching.validating",
      "readback.start watching.unclaimed",
      "CLAIM watching.reviewing",
      "WITHHELD watching.blocked",
    ]);
  });

  it("that is reported again after its todo was completed gets its verdict, and reopens nothing", async () => {
    const { guard, claim } = setUpGuard({ rememberCompleted: true });
    await claim("a");
    await claim("a");
    guard.confirm({ session: "s1", toolUseId: "t2" });
    const again = { session: "s1", toolUseId: "t2", completing: ["a"] };
    expect((await guard.check(again)).todos).toMatchObject([{ kind: "allowed", attempt: 2 }]);
    expect(guard.list()).toMatchObject([{ state: "remembered", attempt: 2 }]);
    // A new one does.
    expect((await claim("a")).todos).toMatchObject([{ kind: "review", attempt: 1 }]);
  });

  it("goes to the validator from the second claim on, and its reason reaches the agent", async () => {
    const seen: unknown[] = [];
    const { claim } = setUpGuard({
      validate: ({ todo, attempt, maxRetryAttempts }) => {
        seen.push({ todo, attempt, maxRetryAttempts });
        return attempt < 3 ? { passed: false, reason: "2 tests fail" } : true;
      },
    });
    await claim("a");
    expect(seen).toEqual([]);
    const second = await claim("a");
    expect(second.decision).toBe("block");
    expect(second.reason).toBe(
      "Validation failed for 'a' (attempt 2 of 5): 2 tests fail\nFix that, then mark it completed again.",
    );
    expect((await claim("a")).decision).toBe("allow");
    expect(seen).toEqual([
      { todo: "a", attempt: 2, maxRetryAttempts: 5 },
      { todo: "a", attempt: 3, maxRetryAttempts: 5 },
    ]);
  });

  it("counts once per tool call, however often and however concurrently it is reported", async () => {
    let validations = 0;
    const { clock, guard, claim } = setUpGuard({
      validate: async () => {
        validations += 1;
        await Promise.resolve();
        return true;
      },
    });
    await claim("a");
    clock.advance(TURN);
    const check = { session: "s1", toolUseId: "same", completing: ["a"] };
    const verdicts = await Promise.all([
      guard.check(check),
      guard.check(check),
      guard.check(check),
    ]);
    verdicts.push(await guard.check(check));
    expect(new Set(verdicts.map((verdict) => JSON.stringify(verdict))).size).toBe(1);
    expect(validations).toBe(1);
    expect(guard.list()[0]?.attempt).toBe(2);
  });

  it("is counted for each todo and session on its own", async () => {
    const { guard, claim } = setUpGuard();
    await claimTimes(claim, "a", 3);
    await claim("b");
    await guard.check({ session: "s2", toolUseId: "t1", completing: ["a"] });
    expect(guard.list("s1").map(({ todo, attempt }) => [todo, attempt])).toEqual([
      ["a", 3],
      ["b", 1],
    ]);
    expect(guard.list("s2").map(({ attempt }) => attempt)).toEqual([1]);
  });
});

describe("a write that completes several todos", () => {
  it("is decided as a whole, and its reason lists every verdict", async () => {
    const { claim } = setUpGuard({ validate: () => true });
    await claim("old");
    const verdict = await claim("old", "new", "new");
    expect(verdict.decision).toBe("block");
    expect(verdict.todos.map(({ todo, kind }) => [todo, kind])).toEqual([
      ["old", "withheld"],
      ["new", "review"],
    ]);
    expect(verdict.reason.split("\n")).toHaveLength(3);
    expect((await claim("old", "new")).decision).toBe("allow");
  });

  it("that is blocked does not complete what was allowed in it", async () => {
    const { guard, claim } = setUpGuard({ validate: ({ todo }) => todo === "good" });
    await claim("good", "bad");
    const verdict = await claim("good", "bad");
    expect(verdict.todos.map(({ kind }) => kind)).toEqual(["withheld", "validation_failed"]);
    guard.observe({ session: "s1", todos: [{ content: "good", status: "completed" }] });
    expect(guard.list().map(({ todo, attempt }) => [todo, attempt])).toEqual([
      ["bad", 2],
      ["good", 1],
    ]);
  });

  it("does not use up a todo that another one's block held up, however often", async () => {
    const { guard, claim } = setUpGuard({
      maxRetryAttempts: 2,
      validate: ({ todo }) => todo === "good",
    });
    await claim("good");
    for (const other of ["b", "c", "d"]) {
      const { todos } = await claim("good", other);
      expect(todos[0]).toMatchObject({ kind: "withheld", attempt: 1 });
      expect(todos[0]?.reason).toContain("(1 of 2 attempts used)");
    }
    expect(guard.list().find(({ todo }) => todo === "good")).toMatchObject({
      attempt: 1,
      standing: "blocked",
    });
    // Allowed first, and then taken back.
    expect((await claim("good", "b")).todos[0]).toMatchObject({ kind: "withheld", attempt: 1 });
    expect((await claim("good")).todos[0]).toMatchObject({ kind: "allowed", attempt: 2 });
  });

  it("tells the agent what to do about each kind of block", async () => {
    const { claim } = setUpGuard({ maxRetryAttempts: 2, validate: () => false });
    const reasons = [
      await claim("a"),
      await claim("a", "b"),
      await claim("b"),
      await claim("b"),
    ].map(({ reason }) => reason);
    expect(reasons[0]).toContain("then mark it completed again");
    expect(reasons[1]).toContain(
      "Mark it completed again without that one, or once that one passes",
    );
    expect(reasons[2]).toContain("No attempt is left: fix that, then ask the person to approve it");
    expect(reasons[3]).toContain("Please wait for user guidance");
    const broken = setUpGuard({
      validate() {
        throw new Error("no such command");
      },
    });
    await broken.claim("a");
    expect((await broken.claim("a")).reason).toMatch(
      /so it is blocked\)\. Tell the person what failed\.$/,
    );
  });

  it("that fails for one cause tells it once, after the todos it is about", async () => {
    const output = "`npm test` exited with code 1.\nsum.test.ts\n  expected 3";
    const validate = ({ todo }: { todo: string }) => ({
      passed: false,
      reason: todo === "c" ? "`npm test` exited with code 1.\nanother" : output,
    });
    const { claim } = setUpGuard({ validate });
    await claim("a", "b", "c");
    expect((await claim("a", "b", "c")).reason.split("\n")).toEqual([
      "This update was blocked as a whole. The verdict on each todo:",
      "- Validation failed for 'a' (attempt 2 of 5): `npm test` exited with code 1.",
      "- Validation failed for 'b' (attempt 2 of 5): `npm test` exited with code 1.",
      "sum.test.ts",
      "  expected 3",
      "Fix that, then mark it completed again.",
      "- Validation failed for 'c' (attempt 2 of 5): `npm test` exited with code 1.",
      "another",
      "Fix that, then mark it completed again.",
    ]);
  });

  it("names every exhausted todo in one message", async () => {
    const { claim } = setUpGuard({ maxRetryAttempts: 1 });
    await claim("a", "b");
    const { reason } = await claim("a", "b");
    expect(reason.split("\n")[0]).toBe(
      "Maximum retry attempts (1) exceeded for: 'a', 'b'. Please wait for user guidance or manually mark as completed.",
    );
  });

  it("with nothing to complete is allowed", async () => {
    const { claim } = setUpGuard();
    expect(await claim()).toEqual({ decision: "allow", reason: "", todos: [] });
  });
});

describe("an allowed completion", () => {
  it("ends the guard once it is seen, by the tool's result or by a later list", async () => {
    const { guard, claim } = setUpGuard();
    await claimTimes(claim, "a", 2);
    guard.confirm({ session: "s1", toolUseId: "t2" });
    expect(guard.list()).toEqual([]);
    await claimTimes(claim, "b", 2);
    guard.observe({ session: "s1", todos: [{ content: "b", status: "completed" }] });
    expect(guard.list()).toEqual([]);
    expect((await claim("a")).todos[0]).toMatchObject({ kind: "review", attempt: 1 });
  });

  it("that never happened keeps its count, and a blocked one is not completed by a list", async () => {
    const { guard, claim } = setUpGuard();
    await claimTimes(claim, "a", 2);
    guard.observe({ session: "s1", todos: [{ content: "a", status: "in_progress" }] });
    await claim("b");
    guard.observe({ session: "s1", todos: [{ content: "b", status: "completed" }] });
    guard.confirm({ session: "s1", toolUseId: "t3" });
    expect(guard.list().map(({ attempt }) => attempt)).toEqual([2, 1]);
  });
});

describe("a person", () => {
  it("approves an exhausted todo, and only that one", async () => {
    const { guard, claim } = setUpGuard({ maxRetryAttempts: 1 });
    await claimTimes(claim, "a", 2);
    await claimTimes(claim, "b", 2);
    guard.approve({ session: "s1", todo: "a" });
    expect((await claim("a")).todos[0]?.kind).toBe("approved");
    expect((await claim("b")).todos[0]?.kind).toBe("exhausted");
    guard.observe({ session: "s1", todos: [{ content: "a", status: "completed" }] });
    expect(guard.list().map(({ todo }) => todo)).toEqual(["b"]);
  });

  it("resets a count, and a claim already under way does not bring it back", async () => {
    let release = (_passed: boolean) => {};
    const { guard, claim } = setUpGuard({
      validate: () =>
        new Promise<boolean>((resolve) => {
          release = resolve;
        }),
    });
    await claim("a");
    const running = claim("a");
    expect(guard.reset({ session: "s1", todo: "a" })).toBe(true);
    expect((await running).todos[0]).toMatchObject({ kind: "cleared", decision: "block" });
    release(true);
    await Promise.resolve();
    const repeated = await guard.check({ session: "s1", toolUseId: "t2", completing: ["a"] });
    expect(repeated.todos[0]?.kind).toBe("cleared");
    expect(guard.list()[0]).toMatchObject({ attempt: 0, state: "watching.unclaimed" });
    expect((await claim("a")).todos[0]).toMatchObject({ kind: "review", attempt: 1 });
    expect(guard.reset({ session: "s1", todo: "unknown" })).toBe(false);
  });
});

describe("when the guard itself fails", () => {
  const broken: TodoGuardOptions["validate"] = () => {
    throw new Error("validator exploded");
  };

  it.each([
    ["block" as const, "blocked"],
    ["allow" as const, "allowed"],
  ])("onGuardFailure %s decides, and it says so", async (onGuardFailure, word) => {
    const { claim } = setUpGuard({ validate: broken, onGuardFailure });
    await claim("a");
    const verdict = await claim("a");
    expect(verdict.decision).toBe(onGuardFailure);
    expect(verdict.reason).toContain("validator exploded");
    expect(verdict.reason).toContain(word);
  });

  it("answers within its deadline when the validator hangs", async () => {
    let aborted = false;
    const { clock, claim } = setUpGuard({
      validationTimeout: 1_000,
      validate: ({ signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            aborted = true;
          });
        }),
    });
    await claim("a");
    const hanging = claim("a");
    clock.advance(1_000);
    expect((await hanging).reason).toContain("the validation took longer than 1000 ms");
    expect(aborted).toBe(true);
  });

  it("blocks when the journal cannot be written", async () => {
    const journal = createMemoryJournal();
    const { claim } = setUpGuard({
      journal: {
        ...journal,
        append() {
          throw new Error("disk full");
        },
      },
    });
    const verdict = await claim("a");
    expect(verdict.decision).toBe("block");
    expect(verdict.reason).toContain("disk full");
  });

  it("gives up when the caller does", async () => {
    const { clock, guard, claim } = setUpGuard({ validate: () => new Promise(() => {}) });
    await claim("a");
    clock.advance(TURN);
    const controller = new AbortController();
    const checked = guard.check({
      session: "s1",
      toolUseId: "x",
      completing: ["a"],
      signal: controller.signal,
    });
    controller.abort();
    expect((await checked).reason).toContain("the check was aborted");
  });
});

it("goes on after a restart with the same counts", async () => {
  const journal = createMemoryJournal();
  const before = setUpGuard({ journal });
  await claimTimes(before.claim, "a", 3);
  const guard = createTodoGuard({ journal, clock: before.clock });
  expect(guard.recover()).toBe(1);
  expect(guard.list()[0]).toMatchObject({ todo: "a", attempt: 3 });
  const repeated = await guard.check({ session: "s1", toolUseId: "t3", completing: ["a"] });
  expect(repeated.todos[0]).toMatchObject({ kind: "allowed", attempt: 3 });
});

it("leaves no timer behind", async () => {
  const { clock, guard, claim } = setUpGuard({ validate: () => new Promise(() => {}) });
  await claim("a");
  const hanging = claim("a");
  guard.dispose();
  expect((await hanging).reason).toContain("disposed");
  expect(clock.next()).toBeUndefined();
});

it("shows attempts before and after a reset in the statistics", async () => {
  const { guard, claim } = setUpGuard();
  await claimTimes(claim, "a", 2);
  guard.reset({ session: "s1", todo: "a" });
  await claim("a");
  const statistics = journalStatistics(guard.runtime.journal.read()).get("todo-attempt-guard");
  expect(statistics).toMatchObject({ attempts: 3, retries: 1 });
});

it("shows attempts that were given back in the statistics: they were made", async () => {
  const { guard, claim } = setUpGuard();
  await claim("a");
  await claim("a", "b");
  await claim("a");
  const statistics = journalStatistics(guard.runtime.journal.read()).get("todo-attempt-guard");
  expect(statistics).toMatchObject({ started: 2, attempts: 4, retries: 2 });
});

describe("a todo list", () => {
  /** A guard, and lists that are written one after the other; their keys are the todos. */
  function withLists(options: TodoGuardOptions = {}) {
    const { clock, guard } = setUpGuard({ rememberCompleted: true, ...options });
    const list = (toolUseId: string, todos: object) => {
      clock.advance(TURN);
      return guard.checkList({
        session: "s1",
        toolUseId,
        todos: Object.entries(todos).map(([content, status]) => ({ content, status })),
      });
    };
    return { guard, list };
  }

  it("claims what it newly completes, and nothing that was completed before", async () => {
    const { list } = withLists();
    expect((await list("1", { a: "pending", b: "pending" })).todos).toEqual([]);
    expect((await list("2", { a: "completed", b: "pending" })).todos).toHaveLength(1);
    expect((await list("3", { a: "completed", b: "pending" })).decision).toBe("allow");
    const next = await list("4", { a: "completed", b: "completed" });
    expect(next.todos.map(({ todo, kind }) => [todo, kind])).toEqual([["b", "review"]]);
    expect((await list("5", { a: "completed", b: "completed" })).decision).toBe("allow");
    expect((await list("6", { a: "completed", b: "completed" })).todos).toEqual([]);
  });

  it("that opens a completed todo again starts a new guard", async () => {
    const { list } = withLists();
    for (const id of ["1", "2", "3"]) await list(id, { a: "completed" });
    await list("4", { a: "in_progress" });
    expect((await list("5", { a: "completed" })).todos[0]).toMatchObject({
      kind: "review",
      attempt: 1,
    });
  });

  it("that shows an allowed todo open again makes its next completion a claim that counts", async () => {
    const { guard, list } = withLists({ maxRetryAttempts: 2 });
    for (const id of ["1", "2"]) await list(id, { a: "completed" });
    await list("3", { a: "in_progress" });
    expect(guard.list()[0]).toMatchObject({ attempt: 2, state: "watching.unclaimed" });
    expect((await list("4", { a: "completed" })).todos[0]?.kind).toBe("exhausted");
  });

  it("that shows a todo twice claims it when one of the two is completed", async () => {
    const { guard } = withLists();
    for (const statuses of [
      ["completed", "pending"],
      ["pending", "completed"],
    ]) {
      const todos = statuses.map((status) => ({ content: statuses.join(), status }));
      const { decision } = await guard.checkList({ session: "s1", toolUseId: "1", todos });
      expect(decision).toBe("block");
    }
  });

  it("that is blocked does not use up what a person approved", async () => {
    const { guard, list } = withLists({ maxRetryAttempts: 2 });
    for (const id of ["1", "2"]) await list(id, { b: "completed", c: "completed" });
    guard.approve({ session: "s1", todo: "a" });
    for (const id of ["3", "4"]) {
      const { decision } = await list(id, {
        a: "completed",
        b: "completed",
        [id]: "completed",
      });
      expect(decision).toBe("block");
      await list(`${id} open`, { a: "in_progress" });
      expect(guard.list().find(({ todo }) => todo === "a")?.state).toBe("approved");
    }
    expect((await list("5", { a: "completed" })).decision).toBe("allow");
    expect((await list("6", { a: "completed" })).todos).toEqual([]);
    expect(guard.list().find(({ todo }) => todo === "a")?.state).toBe("remembered");
  });

  it("completes what a person approved once it is shown again, and not before", async () => {
    const { guard, list } = withLists({ maxRetryAttempts: 1 });
    for (const id of ["1", "2"]) await list(id, { a: "completed" });
    guard.approve({ session: "s1", todo: "a" });
    const { decision, todos } = await list("3", { a: "completed" });
    expect([decision, todos[0]?.kind]).toEqual(["allow", "approved"]);
    expect(guard.list()[0]?.state).toBe("approved");
    expect((await list("4", { a: "completed" })).todos).toEqual([]);
    expect(guard.list()[0]?.state).toBe("remembered");
  });

  it("repeated for the same tool call gets the same verdict", async () => {
    const { guard, list } = withLists();
    for (const id of ["1", "1", "2", "2"]) await list(id, { a: "completed" });
    expect(guard.list()[0]).toMatchObject({ attempt: 2, state: "watching.allowed" });
  });
});
