import { fc } from "@fast-check/vitest";
import type { Clock } from "../../src/runtime/clock.js";
import type { ValidationRequest } from "../../src/todo-attempt-guard/validation.js";
import type { VerdictKind } from "../../src/todo-attempt-guard/verdict.js";

export const VALIDATION = 200;
export const RETENTION = 1_000_000;
/** No model reads a verdict and calls again more quickly than that: claims within it are twins. */
export const TURN = 2_000;
const SESSIONS = ["session-1", "session-2"];
const TODOS = ["Write tests", "Fix the build", "Ship it"];

/** What a validator may do, and the verdict that must come of it. */
export const BEHAVIOURS = {
  passes: "allowed",
  passesSlowly: "allowed",
  fails: "validation_failed",
  throws: "guard_failed",
  answersNonsense: "guard_failed",
  hangs: "guard_failed",
  answersTooLate: "guard_failed",
} as const satisfies Record<string, VerdictKind>;
export type Behaviour = keyof typeof BEHAVIOURS;

/** One write of the agent; its place in the plan is its tool use id. */
export interface Call {
  readonly session: string;
  readonly completing: readonly string[];
  /** What a validator does with it. */
  readonly validator: Behaviour;
}

export interface Plan {
  readonly maxRetryAttempts: number;
  readonly onGuardFailure: "block" | "allow";
  readonly calls: readonly Call[];
}

/** Does with a claim what the plan says. */
export function validatorOf({ calls }: Plan, clock: () => Clock) {
  const after = (ms: number) =>
    new Promise<boolean>((resolve) => clock().setTimeout(() => resolve(true), ms));
  return ({ toolUseId }: ValidationRequest): boolean | Promise<boolean> => {
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
  };
}

interface Guarded {
  count: number;
  /** Who decides about the next claim, if not the count. */
  by: "nobody" | "limit" | "person";
  readonly verdicts: Map<string, VerdictKind>;
  /** The claim that counted last in this round; what else comes in the round are its twins. */
  latest?: {
    readonly round: number;
    /** Its verdict, when it got one at once. */
    atOnce?: VerdictKind;
    /** What the validator makes of it otherwise. */
    readonly judged: VerdictKind;
    /** Its tool call, and those of its twins. */
    readonly calls: Set<string>;
  };
  /** The attempts that were used, each by a tool call and its twins. */
  used: { readonly attempt: number; readonly calls: ReadonlySet<string> }[];
  /** Tool calls withheld in this round, in order: some at once, others only after a validation. */
  withheld: { readonly toolUseId: string; readonly isAtOnce: boolean }[];
}

/** The rules of the guard, as simple as they are told to people. */
export class Ledger {
  /** Calls that belong to a guard that is over: nobody reports them any more. */
  readonly spent = new Set<string>();
  readonly #todos = new Map<string, Guarded>();
  #round = 0;

  constructor(readonly plan: Plan) {}

  /** So much time passes that a claim from now on is no twin of an earlier one. */
  nextRound() {
    for (const one of this.#todos.values()) this.#giveBack(one);
    this.#round += 1;
  }

  decisionOf(kind: VerdictKind): "allow" | "block" {
    if (kind === "guard_failed") return this.plan.onGuardFailure;
    return kind === "allowed" || kind === "approved" ? "allow" : "block";
  }

  #at(session: string, todo: string) {
    const key = `${session}: ${todo}`;
    const found = this.#todos.get(key);
    if (found) return found;
    const fresh: Guarded = {
      count: 0,
      by: "nobody",
      verdicts: new Map(),
      used: [],
      withheld: [],
    };
    this.#todos.set(key, fresh);
    return fresh;
  }

  /** What each todo of a write gets. `judged`: what the validator would make of it. */
  check({ session, completing }: Call, toolUseId: string, judged: VerdictKind) {
    const guarded = completing.map((todo) => this.#at(session, todo));
    const wasTold = guarded.map((one) => one.verdicts.has(toolUseId));
    const atOnce = guarded.map((one) => this.#claim(one, toolUseId, judged));
    const isHeldUp = atOnce.some((kind) => kind !== "open" && this.decisionOf(kind) === "block");
    const kinds = guarded.map((one, index) => {
      const kind = atOnce[index] as VerdictKind | "open";
      if (kind !== "open") return kind;
      if (!isHeldUp) return one.latest?.judged ?? judged;
      // Its twins, if any come, are held up with it; a twin is held up alone.
      const [first] = one.latest?.calls ?? [];
      if (one.latest && first === toolUseId) one.latest.atOnce = "withheld";
      return "withheld";
    });
    // One blocked todo blocks the write, so nothing in it is completed.
    const isBlocked = kinds.some((kind) => this.decisionOf(kind) === "block");
    return guarded.map((one, index) => {
      const kind = kinds[index] as VerdictKind;
      const verdict = isBlocked && this.decisionOf(kind) === "allow" ? "withheld" : kind;
      if (verdict === "withheld" && one.verdicts.get(toolUseId) !== "withheld") {
        // What was told otherwise before is taken back after the new claims.
        one.withheld.push({ toolUseId, isAtOnce: isHeldUp && !wasTold[index] });
      }
      one.verdicts.set(toolUseId, verdict);
      return verdict;
    });
  }

  #claim(one: Guarded, toolUseId: string, judged: VerdictKind): VerdictKind | "open" {
    const known = one.verdicts.get(toolUseId);
    if (known) return known;
    if (one.by === "person") return "approved";
    if (one.by === "limit") return "exhausted";
    if (one.latest?.round === this.#round) {
      one.latest.calls.add(toolUseId);
      return one.latest.atOnce ?? "open";
    }
    if (one.count >= this.plan.maxRetryAttempts) {
      one.by = "limit";
      return "exhausted";
    }
    one.count += 1;
    const calls = new Set([toolUseId]);
    one.latest = { round: this.#round, judged, calls };
    one.used.push({ attempt: one.count, calls });
    if (one.count > 1) return "open";
    one.latest.atOnce = "review";
    return "review";
  }

  /**
   * An attempt is not used up when all that came of it was held up by other todos, unless a later one
   * was counted before that: its number would be given twice.
   */
  #giveBack(one: Guarded) {
    delete one.latest;
    const [atOnce, later] = [true, false].map((when) =>
      one.withheld.filter(({ isAtOnce }) => isAtOnce === when),
    );
    const order = [...(atOnce ?? []), ...(later ?? [])].map(({ toolUseId }) => toolUseId);
    one.withheld = [];
    const isBack = (calls: ReadonlySet<string>) =>
      [...calls].every((call) => one.verdicts.get(call) === "withheld");
    const held = one.used.filter(({ calls }) => isBack(calls));
    const heldAt = ({ calls }: Guarded["used"][number]) =>
      Math.max(...[...calls].map((call) => order.lastIndexOf(call)));
    held.sort((a, b) => heldAt(a) - heldAt(b));
    for (const { attempt } of held) {
      if (one.by === "nobody" && attempt === one.count) one.count -= 1;
    }
    one.used = one.used.filter((used) => !held.includes(used));
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
    delete one.latest;
    one.used = [];
    one.withheld = [];
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

  /** Every todo under guard with its count, between two rounds. */
  counts() {
    this.nextRound();
    return new Map([...this.#todos].map(([key, { count }]) => [key, count]));
  }
}

export const session = fc.constantFrom(...SESSIONS);
export const todo = fc.constantFrom(...TODOS);
export const validator = fc.constantFrom(...(Object.keys(BEHAVIOURS) as Behaviour[]));
const call = fc.record({ session, completing: fc.uniqueArray(todo, { minLength: 1 }), validator });
export const CALLS = 8;
export const plan: fc.Arbitrary<Plan> = fc.record({
  maxRetryAttempts: fc.integer({ min: 1, max: 4 }),
  onGuardFailure: fc.constantFrom("block", "allow"),
  calls: fc.array(call, { minLength: CALLS, maxLength: CALLS }),
});
