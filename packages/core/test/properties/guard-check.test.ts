import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createTodoGuard } from "../../src/todo-attempt-guard/guard.js";
import type { TodoGuard, ValidationRequest } from "../../src/todo-attempt-guard/guard-engine.js";
import type { GuardVerdict, VerdictKind } from "../../src/todo-attempt-guard/verdict.js";
import {
  beginLife,
  createKeptJournal,
  expectSame,
  type Life,
  type Restart,
  settled,
} from "../support/lives.js";
import { property } from "../support/properties.js";

const VALIDATION = 1_000;
const RETENTION = 1_000_000;
const SESSIONS = ["session-1", "session-2"];
const TODOS = ["Write tests", "Fix the build", "Ship it"];

/** What a validator may do, and the verdict that must come of it. */
const BEHAVIOURS = {
  passes: "allowed",
  passesSlowly: "allowed",
  fails: "validation_failed",
  throws: "guard_failed",
  answersNonsense: "guard_failed",
  hangs: "guard_failed",
  answersTooLate: "guard_failed",
} as const satisfies Record<string, VerdictKind>;
type Behaviour = keyof typeof BEHAVIOURS;

/** One write of the agent; its place in the plan is its tool use id. */
interface Call {
  readonly session: string;
  readonly completing: readonly string[];
  /** What a validator does with it. */
  readonly validator: Behaviour;
}

interface Plan {
  readonly maxRetryAttempts: number;
  readonly onGuardFailure: "block" | "allow";
  readonly calls: readonly Call[];
}

/** Processes that come and go, with a guard in each. */
function createWorld({ calls, ...settings }: Plan) {
  const clock = createSimulatedClock(1_000_000);
  const journal = createKeptJournal();
  let life: Life;
  let guard: TodoGuard;
  /** What the validator was asked, in any life. */
  const validated: string[] = [];

  function validate({ toolUseId, todo }: ValidationRequest): boolean | Promise<boolean> {
    validated.push(`${toolUseId}: ${todo}`);
    const after = (ms: number) =>
      new Promise<boolean>((resolve) => life.clock.setTimeout(() => resolve(true), ms));
    switch (calls[Number(toolUseId)]?.validator) {
      case "passes":
        return true;
      case "passesSlowly":
        return after(VALIDATION / 2);
      case "fails":
        return false;
      case "throws":
        throw new Error("the validator broke");
      case "answersNonsense":
        return "yes" as unknown as boolean;
      case "answersTooLate":
        return after(VALIDATION * 1.5);
      default:
        return new Promise(() => {});
    }
  }

  function begin() {
    life = beginLife(clock, journal);
    const times = { validationTimeout: VALIDATION, retention: RETENTION };
    guard = createTodoGuard({ ...life, ...settings, ...times, validate });
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

interface Guarded {
  count: number;
  /** Who decides about the next claim, if not the count. */
  by: "nobody" | "limit" | "person";
  readonly verdicts: Map<string, VerdictKind>;
}

/** The rules of the guard, as simple as they are told to people. */
class Ledger {
  /** Calls that belong to a guard that is over: nobody reports them any more. */
  readonly spent = new Set<string>();
  readonly #todos = new Map<string, Guarded>();

  constructor(readonly plan: Plan) {}

  decisionOf(kind: VerdictKind): "allow" | "block" {
    if (kind === "guard_failed") return this.plan.onGuardFailure;
    return kind === "allowed" || kind === "approved" ? "allow" : "block";
  }

  #at(session: string, todo: string) {
    const key = `${session}: ${todo}`;
    const found = this.#todos.get(key);
    if (found) return found;
    const fresh: Guarded = { count: 0, by: "nobody", verdicts: new Map() };
    this.#todos.set(key, fresh);
    return fresh;
  }

  /** What each todo of a write gets. `judged`: what the validator would make of it. */
  check({ session, completing }: Call, toolUseId: string, judged: VerdictKind) {
    const guarded = completing.map((todo) => this.#at(session, todo));
    const atOnce = guarded.map((one) => this.#claim(one, toolUseId));
    const isHeldUp = atOnce.some((kind) => kind !== "open" && this.decisionOf(kind) === "block");
    const kinds = atOnce.map((kind) => (kind !== "open" ? kind : isHeldUp ? "withheld" : judged));
    // One blocked todo blocks the write, so nothing in it is completed but by a person's word.
    const isBlocked = kinds.some((kind) => this.decisionOf(kind) === "block");
    return guarded.map((one, index) => {
      const kind = kinds[index] as VerdictKind;
      const isOverruled = isBlocked && this.decisionOf(kind) === "allow" && one.by !== "person";
      const verdict = isOverruled ? "withheld" : kind;
      one.verdicts.set(toolUseId, verdict);
      return verdict;
    });
  }

  #claim(one: Guarded, toolUseId: string): VerdictKind | "open" {
    const known = one.verdicts.get(toolUseId);
    if (known) return known;
    if (one.by === "person") return "approved";
    if (one.count >= this.plan.maxRetryAttempts) {
      one.by = "limit";
      return "exhausted";
    }
    one.count += 1;
    return one.count === 1 ? "review" : "open";
  }

  confirm(session: string, toolUseId: string) {
    for (const todo of TODOS) {
      const verdict = this.#todos.get(`${session}: ${todo}`)?.verdicts.get(toolUseId);
      if (verdict && this.decisionOf(verdict) === "allow") this.#end(session, todo);
    }
  }

  observe(session: string, todo: string) {
    const one = this.#todos.get(`${session}: ${todo}`);
    const verdicts = [...(one?.verdicts.values() ?? [])];
    const wasAllowed = verdicts.some((verdict) => this.decisionOf(verdict) === "allow");
    if (one?.by === "person" || wasAllowed) this.#end(session, todo);
  }

  approve(session: string, todo: string) {
    this.#at(session, todo).by = "person";
  }

  reset(session: string, todo: string): boolean {
    const one = this.#todos.get(`${session}: ${todo}`);
    if (!one) return false;
    one.count = 0;
    one.by = "nobody";
    for (const toolUseId of one.verdicts.keys()) one.verdicts.set(toolUseId, "cleared");
    return true;
  }

  #end(session: string, todo: string) {
    const key = `${session}: ${todo}`;
    for (const toolUseId of this.#todos.get(key)?.verdicts.keys() ?? []) this.spent.add(toolUseId);
    this.#todos.delete(key);
  }

  endSession(session: string) {
    for (const todo of TODOS) this.#end(session, todo);
  }

  longTimePasses() {
    for (const session of SESSIONS) {
      for (const todo of TODOS) {
        if (this.#todos.get(`${session}: ${todo}`)?.by !== "limit") this.#end(session, todo);
      }
    }
  }

  /** Every todo under guard with its count. */
  counts() {
    return new Map([...this.#todos].map(([key, { count }]) => [key, count]));
  }
}

const session = fc.constantFrom(...SESSIONS);
const todo = fc.constantFrom(...TODOS);
const validator = fc.constantFrom(...(Object.keys(BEHAVIOURS) as Behaviour[]));
const call = fc.record({ session, completing: fc.uniqueArray(todo, { minLength: 1 }), validator });
const CALLS = 8;
const plan: fc.Arbitrary<Plan> = fc.record({
  maxRetryAttempts: fc.integer({ min: 1, max: 4 }),
  onGuardFailure: fc.constantFrom("block", "allow"),
  calls: fc.array(call, { minLength: CALLS, maxLength: CALLS }),
});
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
            guard.approve(one);
            ledger.approve(one.session, one.todo);
            break;
          case "reset":
            expect(guard.reset(one)).toBe(ledger.reset(one.session, one.todo));
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
      for (let id = 0; id < earlier; id += 1) await world.verdicts([check(id)]);
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
