import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { InvalidInputError } from "../../src/errors.js";
import type { Clock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/create-todo-guard.js";
import type { GuardVerdict } from "../../src/todo-attempt-guard/write-verdict.js";
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

const check = (id: number) => ({
  do: "check" as const,
  id,
  completing: ["a" as const],
  givesUp: "never" as const,
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
    {
      kept: [
        // A check after dispose() of a todo that was known waited for ever,
        [
          { maxRetryAttempts: 1, onGuardFailure: "block" },
          ["pass"],
          [true],
          [check(0), { do: "dispose" }, check(1)],
        ],
        // and one whose todo ended under it, by its session or, after a sleep, by its retention.
        [
          { maxRetryAttempts: 2, onGuardFailure: "block" },
          ["hang"],
          [true],
          [check(0), check(1), { do: "endSession" }],
        ],
        [
          { maxRetryAttempts: 2, onGuardFailure: "block" },
          ["pass"],
          [true],
          [{ do: "approve", todo: "a" }, { do: "sleep", ms: 9_999 }, check(0)],
        ],
        // A verdict the journal refused was an unhandled rejection, and its check() waited for ever.
        [
          { maxRetryAttempts: 2, onGuardFailure: "allow" },
          ["pass"],
          [true, true, true, true, false],
          [check(0), check(1)],
        ],
      ],
    },
  );

  const notADuration = fc.oneof(
    fc.integer({ max: 0 }),
    fc.constantFrom<unknown[]>(Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, null, "1", {}),
  );
  const blank = fc.constantFrom<unknown[]>("", null, undefined, 7, {});
  const bad = fc.oneof(
    fc.tuple(fc.constantFrom("validationTimeout", "retention"), notADuration),
    fc.tuple(
      fc.constant("maxRetryAttempts"),
      fc.oneof(
        fc.integer({ max: 0 }),
        fc.integer({ min: 11 }),
        fc.constantFrom<unknown[]>(2.5, Number.NaN, null, "5"),
      ),
    ),
    fc.tuple(fc.constant("onGuardFailure"), fc.constantFrom<unknown[]>("ignore", "", null, true)),
    fc.tuple(fc.constant("validate"), fc.constantFrom<unknown[]>("npm test", 7, {}, true)),
    fc.tuple(
      fc.constantFrom("session", "toolUseId"),
      fc.oneof(blank, fc.constant("x".repeat(1_001))),
    ),
    fc.tuple(
      fc.constant("completing"),
      fc.constantFrom<unknown[]>("a", null, [""], ["a", " "], [7]),
    ),
  );

  property("refuses bad input by name before anything changes", [bad], async ([field, value]) => {
    const journal = createFlakyJournal([true]);
    const good = { session, toolUseId: "1", completing: ["a"] };
    try {
      if (field in good) await createTodoGuard({ journal }).check({ ...good, [field]: value });
      else createTodoGuard({ journal, [field]: value });
      expect.fail(`${field} was accepted`);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      if (!error.message.includes(field)) expect.fail(error.message);
    }
    expectSame([...journal.read()], []);
  });
});
