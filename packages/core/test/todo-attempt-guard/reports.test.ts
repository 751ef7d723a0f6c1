import { describe, expect, it } from "vitest";
import { SESSION, setUpGuard, TURN } from "../support/guard-set-up.js";

/** A guard whose host reports completions by itself, without an id. */
function setUp(options: Parameters<typeof setUpGuard>[0] = {}) {
  const all = setUpGuard({ rememberCompleted: true, ...options });
  const report = (passed = 0) => {
    all.clock.advance(passed);
    return all.guard.report({ session: SESSION, todo: "a" });
  };
  return { ...all, report };
}

describe("a completion that the host reports", () => {
  it("is the result of a call that was let through, however soon after it", async () => {
    const { guard, claim, report } = setUp();
    await claim("a");
    await claim("a");
    expect(await report()).toEqual({ decision: "allow", reason: "", todos: [] });
    expect(guard.list()).toMatchObject([{ attempt: 2, standing: "completed" }]);
    expect((await report(TURN)).todos).toEqual([]);
    expect(guard.list()).toMatchObject([{ attempt: 2, standing: "completed" }]);
  });

  it("is a claim after a call that was blocked, and without any", async () => {
    const { claim, report } = setUp({ validate: () => false });
    await claim("a");
    expect((await report(TURN)).todos[0]).toMatchObject({ kind: "validation_failed", attempt: 2 });
    const alone = setUp();
    expect((await alone.report()).todos[0]).toMatchObject({ kind: "review", attempt: 1 });
  });

  it("has happened once it is allowed", async () => {
    for (const validate of [undefined, () => true]) {
      const { guard, report } = setUp(validate ? { validate } : {});
      await report();
      expect((await report(TURN)).todos[0]).toMatchObject({ kind: "allowed", attempt: 2 });
      expect(guard.list()).toMatchObject([{ attempt: 2, standing: "completed" }]);
    }
  });

  it("has happened, too, when a person approves it while it is checked", async () => {
    const { guard, report } = setUp({ validate: () => new Promise(() => {}) });
    await report();
    const running = report(TURN);
    guard.approve({ session: SESSION, todo: "a" });
    expect((await running).todos[0]).toMatchObject({ kind: "approved" });
    expect(guard.list()).toMatchObject([{ standing: "completed" }]);
  });

  it("is one claim when copies of a hook report it within two seconds", async () => {
    const { guard, report } = setUp({ validate: () => false });
    await report();
    const both = await Promise.all([report(TURN), report(), report(TURN - 1)]);
    expect(new Set(both.map((verdict) => JSON.stringify(verdict))).size).toBe(1);
    expect(guard.list()).toMatchObject([{ attempt: 2 }]);
    expect((await report(TURN)).todos[0]).toMatchObject({ attempt: 3 });
  });

  it("with an id is counted once per id", async () => {
    const { clock, guard, report } = setUp({ validate: () => false });
    await report();
    const withId = () => guard.report({ session: SESSION, todo: "a", toolUseId: "mine" });
    clock.advance(TURN);
    const first = await withId();
    clock.advance(60_000);
    expect(await withId()).toEqual(first);
    expect(guard.list()).toMatchObject([{ attempt: 2 }]);
  });

  it("of what a person approved passes, and ends the guard", async () => {
    const { guard, report } = setUp();
    guard.approve({ session: SESSION, todo: "a" });
    expect((await report()).decision).toBe("allow");
    expect(guard.list()).toMatchObject([{ standing: "completed" }]);
  });
});
