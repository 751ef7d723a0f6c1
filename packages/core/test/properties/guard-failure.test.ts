import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { Clock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/guard.js";
import type { GuardVerdict } from "../../src/todo-attempt-guard/verdict.js";
import { createFlakyJournal, createSleepyClock, expectSame, settled } from "../support/lives.js";
import { property } from "../support/properties.js";

const VALIDATION = 1_000;
const RETENTION = 5_000;
const session = "session";

/** What a validator does: answer, break, or keep everyone waiting. */
const validator = fc.constantFrom("pass", "fail", "throw", "throw nothing", "hang", "late");
type Answer = typeof validator extends fc.Arbitrary<infer A> ? A : never;

async function answer(how: Answer | undefined, clock: Clock): Promise<boolean> {
  if (how === "throw") throw new Error("the validator broke");
  if (how === "throw nothing") throw Object.create(null);
  if (how === "hang") return new Promise(() => {});
  if (how === "late") await new Promise<void>((done) => clock.setTimeout(done, VALIDATION * 1.5));
  return how !== "fail";
}

const todo = fc.constantFrom("a", "b");
const does = <D extends string>(name: D) => fc.constant(name);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: does("check"),
      id: fc.nat(9),
      completing: fc.uniqueArray(todo, { minLength: 1 }),
      givesUp: fc.constantFrom<("never" | "before" | "soon")[]>("never", "never", "before", "soon"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: does("wait"), ms: fc.nat(VALIDATION) }) },
  { weight: 1, arbitrary: fc.record({ do: does("sleep"), ms: fc.constantFrom(1, 999, 9_999) }) },
  { weight: 1, arbitrary: fc.record({ do: does("approve"), todo }) },
  { weight: 1, arbitrary: fc.record({ do: does("reset"), todo }) },
  { weight: 1, arbitrary: fc.record({ do: does("observe"), todo }) },
  { weight: 1, arbitrary: fc.record({ do: does("confirm"), id: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ do: does("endSession") }) },
  { weight: 1, arbitrary: fc.record({ do: does("dispose") }) },
);

const settings = fc.record({
  maxRetryAttempts: fc.integer({ min: 1, max: 3 }),
  onGuardFailure: fc.constantFrom("block" as const, "allow" as const),
});

describe("whatever breaks around it, the todo guard", () => {
  property(
    "answers every check, says so when it failed, and then does what onGuardFailure says",
    [
      settings,
      fc.array(validator, { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      fc.array(step, { maxLength: 12, size: "max" }),
    ],
    async (config, answers, works, steps) => {
      const clock = createSleepyClock(1_000_000);
      const journal = createFlakyJournal(works);
      const guard = createTodoGuard({
        ...config,
        clock,
        journal,
        validationTimeout: VALIDATION,
        retention: RETENTION,
        onError: () => {},
        validate: ({ toolUseId }) => answer(answers[Number(toolUseId) % answers.length], clock),
      });
      const asked: { readonly completing: readonly string[]; verdict?: GuardVerdict }[] = [];
      const aborts: AbortController[] = [];
      /** A person's command that cannot be kept is refused, and says why. */
      const command = (run: () => unknown) => {
        try {
          run();
        } catch (error) {
          const { message } = error as Error;
          if (!/disk is full|is stopped/.test(message)) throw error;
        }
      };
      for (const one of steps) {
        switch (one.do) {
          case "check": {
            const { completing } = one;
            const check: (typeof asked)[number] = { completing };
            const controller = new AbortController();
            if (one.givesUp === "before") controller.abort();
            if (one.givesUp === "soon") aborts.push(controller);
            asked.push(check);
            guard
              .check({ session, toolUseId: String(one.id), completing, signal: controller.signal })
              .then((verdict) => {
                check.verdict = verdict;
              });
            break;
          }
          case "wait":
            clock.advance(one.ms);
            for (const controller of aborts.splice(0)) controller.abort();
            await settled();
            break;
          case "sleep":
            clock.sleep(one.ms);
            break;
          case "approve":
            command(() => guard.approve({ session, todo: one.todo }));
            break;
          case "reset":
            command(() => guard.reset({ session, todo: one.todo }));
            break;
          case "observe":
            command(() =>
              guard.observe({ session, todos: [{ content: one.todo, status: "completed" }] }),
            );
            break;
          case "confirm":
            command(() => guard.confirm({ session, toolUseId: String(one.id) }));
            break;
          case "endSession":
            command(() => guard.endSession(session));
            break;
          case "dispose":
            command(() => guard.dispose());
        }
      }
      journal.heal();
      for (let second = 0; second < 3; second += 1) {
        await settled();
        clock.advance(VALIDATION);
      }
      await settled();
      for (const { completing, verdict } of asked) {
        if (!verdict) expect.fail(`check() of ${completing.join(" and ")} hangs`);
        expectSame(
          verdict.todos.map((one) => one.todo),
          [...completing],
        );
        const decisions = verdict.todos.map(({ decision }) => decision);
        expectSame(verdict.decision, decisions.includes("block") ? "block" : "allow");
        for (const { kind, decision, reason } of verdict.todos) {
          if (kind !== "guard_failed") continue;
          expectSame(decision, config.onGuardFailure);
          if (!reason.includes("could not check")) expect.fail(reason);
        }
      }
    },
  );
});
