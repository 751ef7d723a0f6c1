import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/create-todo-guard.js";
import type { TodoGuard } from "../../src/todo-attempt-guard/todo-guard.js";
import type { ValidationRequest } from "../../src/todo-attempt-guard/validation.js";
import type { GuardVerdict } from "../../src/todo-attempt-guard/write-verdict.js";
import {
  BEHAVIOURS,
  CALLS,
  type Call,
  Ledger,
  type Plan,
  plan,
  RETENTION,
  session,
  TURN,
  todo,
  VALIDATION,
  validator,
  validatorOf,
} from "../support/guard-ledger.js";
import {
  beginLife,
  createKeptJournal,
  expectSame,
  type Life,
  type Restart,
  settled,
} from "../support/lives.js";
import { property } from "../support/properties.js";

/** Processes that come and go, with a guard in each. */
function createWorld(plan: Plan) {
  const { maxRetryAttempts, onGuardFailure } = plan;
  const clock = createSimulatedClock(1_000_000);
  const journal = createKeptJournal();
  let life: Life;
  let guard: TodoGuard;
  /** What the validator was asked, in any life. */
  const validated: string[] = [];

  const judge = validatorOf(plan, () => life.clock);
  const validate = (request: ValidationRequest) => {
    validated.push(`${request.toolUseId}: ${request.todo}`);
    return judge(request);
  };

  function begin() {
    life = beginLife(clock, journal);
    const times = { validationTimeout: VALIDATION, retention: RETENTION };
    guard = createTodoGuard({ ...life, ...times, maxRetryAttempts, onGuardFailure, validate });
    guard.recover();
  }
  begin();

  return {
    clock,
    validated,
    guard: () => guard,
    crash(from: Restart) {
      const checkpoints = [...guard.runtime.checkpoints()];
      life.end();
      if (from === "checkpoints") journal.compactTo(checkpoints);
      begin();
    },
    /** Waits until every check that was begun must have its verdict. */
    async verdicts(checks: readonly Promise<GuardVerdict>[]): Promise<readonly GuardVerdict[]> {
      for (let half = 0; half < 2; half += 1) {
        await settled();
        clock.advance(VALIDATION / 2);
      }
      await settled();
      const unsettled = checks.map(() => "hangs" as const);
      const done = await Promise.race([Promise.all(checks), settled().then(() => unsettled)]);
      if (done[0] === "hangs") expect.fail("check() hangs");
      return done as readonly GuardVerdict[];
    },
  };
}

const id = fc.nat(CALLS - 1);
/** How often each call is reported at once. */
const reports = fc.array(fc.record({ id, times: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 3,
});
const from = fc.constantFrom<Restart[]>("history", "checkpoints");
const does = <D extends string>(name: D) => fc.constant(name);
const step = fc.oneof(
  { weight: 16, arbitrary: fc.record({ do: does("check"), reports }) },
  { weight: 2, arbitrary: fc.record({ do: does("crash"), id, from }) },
  { weight: 2, arbitrary: fc.record({ do: does("restart"), from }) },
  { weight: 2, arbitrary: fc.record({ do: does("confirm"), session, id }) },
  { weight: 2, arbitrary: fc.record({ do: does("observe"), session, todo }) },
  { weight: 2, arbitrary: fc.record({ do: does("approve"), session, todo }) },
  { weight: 2, arbitrary: fc.record({ do: does("reset"), session, todo }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: does("wait"), ms: fc.constantFrom(1, VALIDATION, RETENTION) }),
  },
  { weight: 1, arbitrary: fc.record({ do: does("endSession"), session }) },
);

const ships: Call = { session: "session-1", completing: ["Ship it"], validator: "passes" };

const writes: Call = { ...ships, completing: ["Write tests"] };
const both: Call = { ...ships, completing: ["Write tests", "Ship it"] };

const kindsOf = ({ todos }: GuardVerdict) => todos.map(({ kind }) => kind);

describe("the todo guard", () => {
  property(
    "gives every claim the verdict the rules say, and counts each todo on its own",
    [plan, fc.array(step, { maxLength: 12, size: "max" })],
    async (given, steps) => {
      const world = createWorld(given);
      const ledger = new Ledger(given);
      for (const one of steps) {
        const guard = world.guard();
        switch (one.do) {
          case "check": {
            world.clock.advance(TURN);
            const made = one.reports.flatMap(({ id, times }) => {
              if (ledger.spent.has(String(id))) return [];
              const { validator, ...check } = given.calls[id] as Call;
              return Array.from({ length: times }, () => ({
                expected: ledger.check({ validator, ...check }, String(id), BEHAVIOURS[validator]),
                verdict: guard.check({ ...check, toolUseId: String(id) }),
              }));
            });
            const verdicts = await world.verdicts(made.map(({ verdict }) => verdict));
            expectSame(
              verdicts.map(kindsOf),
              made.map(({ expected }) => expected),
            );
            const decisions = made.map(({ expected }) =>
              expected.some((kind) => ledger.decisionOf(kind) === "block") ? "block" : "allow",
            );
            expectSame(
              verdicts.map(({ decision }) => decision),
              decisions,
            );
            break;
          }
          case "crash": {
            // The process dies while its validators run: the claims count, nobody judges them.
            const { validator: _, ...check } = given.calls[one.id] as Call;
            const toolUseId = String(one.id);
            world.clock.advance(TURN);
            if (ledger.spent.has(toolUseId)) break;
            const expected = ledger.check(
              { validator: "hangs", ...check },
              toolUseId,
              "guard_failed",
            );
            guard.check({ ...check, toolUseId });
            world.crash(one.from);
            const [verdict] = await world.verdicts([world.guard().check({ ...check, toolUseId })]);
            expectSame(verdict && kindsOf(verdict), expected);
            break;
          }
          case "restart":
            world.crash(one.from);
            break;
          case "wait":
            world.clock.advance(one.ms);
            await settled();
            if (one.ms === RETENTION) ledger.longTimePasses();
            break;
          case "observe": {
            const todos = [{ content: one.todo, status: "completed" }];
            guard.observe({ session: one.session, todos });
            ledger.observe(one.session, one.todo);
            break;
          }
          case "confirm":
            guard.confirm({ session: one.session, toolUseId: String(one.id) });
            ledger.confirm(one.session, String(one.id));
            break;
          case "approve":
            guard.approve({ session: one.session, todo: one.todo });
            ledger.approve(one.session, one.todo);
            break;
          case "reset":
            expect(guard.reset({ session: one.session, todo: one.todo })).toBe(
              ledger.reset(one.session, one.todo),
            );
            break;
          case "endSession":
            guard.endSession(one.session);
            ledger.endSession(one.session);
        }
        const counts = world
          .guard()
          .list()
          .map((view) => [`${view.session}: ${view.todo}`, view.attempt] as const);
        expectSame(new Map(counts), ledger.counts());
      }
      expectSame(world.validated.length, new Set(world.validated).size);
    },
    {
      kept: [
        // A call reported again after a reset of one of its todos holds up the others, and gives back.
        [
          {
            maxRetryAttempts: 2,
            onGuardFailure: "block",
            calls: [both, both],
          },
          [
            { do: "check", reports: [{ id: 0, times: 1 }] },
            { do: "check", reports: [{ id: 1, times: 1 }] },
            { do: "reset", session: "session-1", todo: "Ship it" },
            { do: "check", reports: [{ id: 1, times: 1 }] },
          ],
        ],
        // A call reported again after a reset gave its attempt back, and the next one's number twice.
        [
          { maxRetryAttempts: 3, onGuardFailure: "block", calls: [both, both, writes] },
          [
            { do: "check", reports: [{ id: 0, times: 1 }] },
            { do: "check", reports: [{ id: 1, times: 1 }] },
            { do: "check", reports: [{ id: 2, times: 1 }] },
            { do: "reset", session: "session-1", todo: "Ship it" },
            { do: "check", reports: [{ id: 1, times: 1 }] },
          ],
        ],
        // Two calls are held up in one round: one reported again after a reset, and the next one.
        [
          {
            maxRetryAttempts: 3,
            onGuardFailure: "allow",
            calls: [both, both, { ...both, completing: ["Ship it", "Write tests"] }],
          },
          [
            { do: "check", reports: [{ id: 0, times: 1 }] },
            { do: "crash", id: 1, from: "history" },
            { do: "reset", session: "session-1", todo: "Write tests" },
            {
              do: "check",
              reports: [
                { id: 1, times: 1 },
                { id: 2, times: 1 },
              ],
            },
          ],
        ],
        // That a blocked call had happened ended the guard of a todo another call was allowed.
        [
          { maxRetryAttempts: 2, onGuardFailure: "block", calls: [ships, ships] },
          [
            { do: "check", reports: [{ id: 0, times: 1 }] },
            { do: "check", reports: [{ id: 1, times: 1 }] },
            { do: "confirm", session: "session-1", id: 0 },
          ],
        ],
      ],
    },
  );

  const count = fc.integer({ min: 1, max: 3 });
  /** One that throws is done at once. */
  const running = validator.filter((one) => one !== "throws");

  property(
    "keeps what a person decides while a validator runs, however late that answers",
    [running, count, fc.constantFrom("reset", "approve", "endSession"), fc.nat(VALIDATION - 1)],
    async (answers, earlier, decides, ms) => {
      const calls: Call[] = Array.from({ length: earlier + 1 }, () => ({
        session: "session-1",
        completing: ["Ship it"],
        validator: answers,
      }));
      const world = createWorld({ maxRetryAttempts: 4, onGuardFailure: "block", calls });
      const guard = world.guard();
      const which = { session: "session-1", todo: "Ship it" };
      const check = (id: number) =>
        guard.check({ session: "session-1", toolUseId: String(id), completing: ["Ship it"] });
      for (let id = 0; id < earlier; id += 1) {
        await world.verdicts([check(id)]);
        world.clock.advance(TURN);
      }
      const claimed = check(earlier);
      world.clock.advance(ms);
      if (decides === "endSession") guard.endSession("session-1");
      else guard[decides](which);
      const after = guard.list().map(({ state, attempt }) => ({ state, attempt }));
      const [verdict] = await world.verdicts([claimed]);
      world.clock.advance(VALIDATION);
      await settled();
      const [kind, view] = {
        reset: ["cleared", [{ state: "watching.unclaimed", attempt: 0 }]] as const,
        approve: ["approved", [{ state: "approved", attempt: earlier + 1 }]] as const,
        endSession: ["guard_failed", []] as const,
      }[decides];
      expectSame(verdict && kindsOf(verdict), [kind]);
      expectSame(after, [...view]);
      expectSame(
        guard.list().map(({ state, attempt }) => ({ state, attempt })),
        [...view],
      );
    },
  );
});
