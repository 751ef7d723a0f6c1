import { describe, expect, it } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/create-todo-guard.js";
import type { Validator } from "../../src/todo-attempt-guard/validation.js";
import { createSharedJournal } from "../support/shared-journal.js";

function room() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  const start = (name: string, validate: Validator) => {
    const guard = createTodoGuard({
      clock,
      journal: journal.view(name),
      validate,
      onGuardFailure: "allow",
    });
    guard.recover();
    return guard;
  };
  return { clock, journal, start };
}

const claim = (toolUseId: string) => ({ session: "s", toolUseId, completing: ["Write tests"] });
const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

describe("guards of several processes on one journal", () => {
  it("leave each other's validations alone when one is disposed of", async () => {
    const { clock, start } = room();
    let pass: (passed: boolean) => void = () => {};
    const one = start("one", () => new Promise((resolve) => (pass = resolve)));
    const two = start("two", () => true);
    await one.check(claim("t1"));
    clock.advance(5_000);
    const verdict = one.check(claim("t2"));
    await settled();
    two.runtime.catchUp();
    two.dispose();
    pass(false);
    expect(await verdict).toMatchObject({ decision: "block" });
    expect((await verdict).reason).not.toContain("disposed");
  });

  it("know each other's claims without one of their own", async () => {
    const { clock, start } = room();
    const [one, two, three] = [
      start("one", () => true),
      start("two", () => true),
      start("three", () => true),
    ];
    await one.check(claim("t1"));
    expect(two.list("s")).toMatchObject([{ todo: "Write tests", attempt: 1 }]);
    clock.advance(5_000);
    expect(await one.check(claim("t2"))).toMatchObject({ decision: "allow" });
    three.confirm({ session: "s", toolUseId: "t2" });
    expect([one.list(), two.list()]).toEqual([[], []]);
    clock.advance(5_000);
    await one.check(claim("t3"));
    two.endSession("s");
    expect([one.list(), three.list()]).toEqual([[], []]);
  });

  it("give the verdict of one to the other that reports the same call", async () => {
    const { clock, start } = room();
    let pass: (passed: boolean) => void = () => {};
    let asked = 0;
    const validate: Validator = () => {
      asked += 1;
      return new Promise((resolve) => (pass = resolve));
    };
    const [one, two] = [start("one", validate), start("two", validate)];
    await one.check(claim("t1"));
    clock.advance(5_000);
    const verdicts = [one.check(claim("t2")), two.check(claim("t2"))];
    await settled();
    pass(true);
    await settled();
    clock.advance(5);
    expect((await Promise.all(verdicts)).map(({ decision }) => decision)).toEqual([
      "allow",
      "allow",
    ]);
    expect(asked).toBe(1);
  });

  it("do not wait for a validation whose process was killed", async () => {
    const { clock, journal, start } = room();
    const one = start("one", () => new Promise(() => {}));
    const two = start("two", () => ({ passed: false, reason: "no tests" }));
    await one.check(claim("t1"));
    clock.advance(5_000);
    void one.check(claim("t2"));
    await settled();
    journal.kill("one");
    const again = two.check(claim("t2"));
    await settled();
    clock.advance(1_000);
    expect((await again).reason).toContain("the process that validated it has ended");
    clock.advance(5_000);
    expect((await two.check(claim("t3"))).reason).toContain("no tests");
  });
});
