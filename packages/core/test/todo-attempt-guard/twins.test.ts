import { describe, expect, it } from "vitest";
import { SESSION, setUpGuard, TURN } from "../support/guard-set-up.js";

describe("claims of one todo in one response of a model", () => {
  it("are one: the second gets the first one's verdict, and cannot skip the review", async () => {
    const { clock, guard, claim, check } = setUpGuard();
    const first = await check("a");
    const twin = await check("a");
    expect(twin).toEqual(first);
    expect(twin.todos[0]).toMatchObject({ kind: "review", attempt: 1 });
    clock.advance(TURN - 1);
    expect(await check("a")).toEqual(first);
    expect(guard.list()).toMatchObject([{ attempt: 1, standing: "reviewing" }]);
    expect((await claim("a")).todos[0]).toMatchObject({ kind: "allowed", attempt: 2 });
  });

  it("are one as long as the first waits for its verdict, and are validated once", async () => {
    let validations = 0;
    let answer = (_passed: boolean) => {};
    const { clock, guard, claim, check } = setUpGuard({
      validate() {
        validations += 1;
        return new Promise<boolean>((resolve) => {
          answer = resolve;
        });
      },
    });
    await claim("a");
    const first = claim("a");
    clock.advance(30_000);
    const twin = check("a");
    answer(false);
    expect((await first).todos[0]).toMatchObject({ kind: "validation_failed", attempt: 2 });
    expect(await twin).toEqual(await first);
    expect(validations).toBe(1);
    expect(guard.list()).toMatchObject([{ attempt: 2, standing: "blocked" }]);
  });

  it("are remembered: the twin that is reported again gets the same verdict", async () => {
    const { clock, guard, claim, check } = setUpGuard();
    await check("a");
    await check("a");
    await claim("a");
    clock.advance(60_000);
    const again = await guard.check({ session: SESSION, toolUseId: "t2", completing: ["a"] });
    expect(again.todos[0]).toMatchObject({ kind: "review", attempt: 1 });
    expect(guard.list()[0]?.claims).toMatchObject([{}, { toolUseId: "t2", twinOf: "t1" }, {}]);
  });

  it("may both happen when they are allowed: the result of either ends the guard", async () => {
    for (const toolUseId of ["t2", "t3"]) {
      const { guard, claim, check } = setUpGuard();
      await claim("a");
      await claim("a");
      expect((await check("a")).decision).toBe("allow");
      guard.confirm({ session: SESSION, toolUseId });
      expect(guard.list()).toEqual([]);
    }
  });

  it("do not take each other back: a block of the one's write leaves the other allowed", async () => {
    const { clock, guard, claim, check } = setUpGuard({ validate: ({ todo }) => todo === "a" });
    await claim("a");
    await claim("a");
    const together = await check("a", "new");
    expect(together.todos.map(({ kind }) => kind)).toEqual(["withheld", "review"]);
    expect(guard.list().find(({ todo }) => todo === "a")).toMatchObject({
      attempt: 2,
      standing: "allowed",
    });
    clock.advance(TURN);
    guard.confirm({ session: SESSION, toolUseId: "t2" });
    expect(guard.list().map(({ todo }) => todo)).toEqual(["new"]);
  });

  it.each(["approve", "reset"] as const)(
    "are two when a person decides (%s) in between",
    async (decides) => {
      const { guard, check } = setUpGuard();
      await check("a");
      guard[decides]({ session: SESSION, todo: "a" });
      const { todos } = await check("a");
      const expected =
        decides === "approve" ? { kind: "approved" } : { kind: "review", attempt: 1 };
      expect(todos[0]).toMatchObject(expected);
    },
  );

  it("are one in lists, too: a second list in the same response is no evidence", async () => {
    const { clock, guard, check } = setUpGuard({ rememberCompleted: true });
    await check("a");
    const list = (toolUseId: string) =>
      guard.checkList({
        session: SESSION,
        toolUseId,
        todos: [{ content: "a", status: "completed" }],
      });
    clock.advance(TURN);
    expect((await list("l1")).decision).toBe("allow");
    expect((await list("l2")).decision).toBe("allow");
    expect(guard.list()).toMatchObject([{ attempt: 2, standing: "allowed" }]);
    clock.advance(TURN);
    expect((await list("l3")).todos).toEqual([]);
    expect(guard.list()).toMatchObject([{ attempt: 2, standing: "completed" }]);
  });

  it("do not open again what the first of them completed", async () => {
    const { clock, guard, claim, check } = setUpGuard({ rememberCompleted: true });
    await claim("a");
    await claim("a");
    guard.confirm({ session: SESSION, toolUseId: "t2" });
    expect((await check("a")).todos[0]).toMatchObject({ kind: "allowed", attempt: 2 });
    expect(guard.list()).toMatchObject([{ standing: "completed" }]);
    clock.advance(TURN);
    expect((await check("a")).todos[0]).toMatchObject({ kind: "review", attempt: 1 });
  });

  it("are not forgotten, however many there are", async () => {
    const { guard, claim, check } = setUpGuard({ maxRetryAttempts: 1 });
    await claim("a");
    for (let twin = 0; twin < 40; twin += 1) await check("a");
    expect(guard.list()).toMatchObject([{ attempt: 1, standing: "reviewing" }]);
    expect(guard.list()[0]?.claims.length).toBeLessThan(25);
  });
});
