import { describe, expect, it } from "vitest";
import { earlierInstanceOf, instanceOf } from "../../src/todo-attempt-guard/todo-identity.js";
import { SESSION, setUpGuard } from "../support/guard-set-up.js";

describe("a todo's text", () => {
  it.each([
    ["white space", "Fix  the\tlogin\n form ", "Fix the login form"],
    ["a space that does not break", "Fix\u00a0it", "Fix it"],
    ["letter case", "FIX the Login", "fix the login"],
    ["letters that have two small forms", "Straße ΣΊΣΥΦΟΣ", "STRASSE σίσυφοσ"],
    ["the form of Unicode", "cafe\u0301", "caf\u00e9"],
  ])("is the same whatever its %s", async (_, one, other) => {
    expect(instanceOf("s", one)).toBe(instanceOf("s", other));
    const { guard, claim } = setUpGuard();
    await claim(one);
    expect((await claim(other)).todos[0]).toMatchObject({ kind: "allowed", attempt: 2 });
    expect(guard.list()).toHaveLength(1);
    // Shown as it was first written.
    expect(guard.list()[0]?.todo).toBe(one);
    expect(guard.reset({ session: SESSION, todo: other })).toBe(true);
  });

  it.each([
    ["Fix it", "Fix it!"],
    ["x²", "x2"],
    ["Task #1", "Task #11"],
    ["a b", "ab"],
  ])("%j is another one than %j", (one, other) => {
    expect(instanceOf("s", one)).not.toBe(instanceOf("s", other));
  });

  it("written in two ways in one write is claimed once", async () => {
    const { claim } = setUpGuard();
    const { todos } = await claim("Fix it", "fix  it", "FIX IT");
    expect(todos).toMatchObject([{ todo: "Fix it", kind: "review" }]);
  });

  it("that is in its plainest form has the name that earlier versions gave it", () => {
    expect(instanceOf("s", "fix it")).toBe(earlierInstanceOf("s", "fix it"));
    expect(instanceOf("s", "Fix it")).not.toBe(earlierInstanceOf("s", "Fix it"));
    expect(instanceOf("S", "fix it")).not.toBe(instanceOf("s", "fix it"));
  });
});
