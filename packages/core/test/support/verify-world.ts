import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import type { Execution, Verification } from "../../src/verify-retry-escalate/reports.js";
import { readResponse } from "../../src/verify-retry-escalate/response.js";
import {
  type AttemptRequest,
  type Escalation,
  type RunVerifiedOptions,
  runVerified,
  type VerifiedOutcome,
} from "../../src/verify-retry-escalate/runner.js";
import { beginLife, createKeptJournal, type Life, settled } from "./lives.js";

export const TIMEOUT = 1_000;
const SESSION = "session-1";
export const task = { id: "03-01:task-3", name: "Create the class", dependants: ["03-01:task-4"] };

/** What an execution may come to; the number is a duration. */
const EXECUTIONS = [
  "succeeds",
  "succeeds after 400",
  "succeeds after 999",
  "succeeds after 1500",
  "fails",
  "fails after 400",
  "fails otherwise",
  "throws",
  "throws nothing",
  "hangs",
  "is blocked",
  "is impossible",
  "lacks permission",
  "throws EACCES",
] as const;
const VERIFICATIONS = [
  "passes",
  "passes after 400",
  "fails",
  "fails after 400",
  "fails after 1500",
  "throws",
  "hangs",
  "is rejected",
  "lacks a service",
] as const;
const RESPONSES = [
  "retry",
  "fix: use trim",
  "skip",
  "abort",
  "what?",
  "throws",
  "after 400: retry",
];

export interface Plan {
  readonly maxAttempts: number;
  readonly retryDelay: number;
  readonly stuckAfter: number | null;
  /** One after the other; then everything succeeds. */
  readonly executions: readonly (typeof EXECUTIONS)[number][];
  readonly verifications: readonly (typeof VERIFICATIONS)[number][];
  /** One after the other; then the person skips. */
  readonly responses: readonly string[];
}

export const plan: fc.Arbitrary<Plan> = fc.record({
  maxAttempts: fc.integer({ min: 1, max: 4 }),
  retryDelay: fc.constantFrom(0, 300),
  stuckAfter: fc.constantFrom(null, 2, 3),
  executions: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom("succeeds" as const, "succeeds after 400" as const) },
      fc.constantFrom(...EXECUTIONS),
    ),
    { maxLength: 10, size: "max" },
  ),
  verifications: fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom("fails" as const, "fails after 400" as const) },
      fc.constantFrom(...VERIFICATIONS),
    ),
    { maxLength: 10, size: "max" },
  ),
  responses: fc.array(fc.constantFrom(...RESPONSES), { maxLength: 4, size: "max" }),
});

export const FINE: Plan = {
  maxAttempts: 2,
  retryDelay: 0,
  stuckAfter: null,
  executions: [],
  verifications: [],
  responses: [],
};

export type Happened =
  | { readonly what: "execute"; readonly request: AttemptRequest }
  | { readonly what: "verify"; readonly request: AttemptRequest }
  | { readonly what: "escalate"; readonly request: Escalation }
  | { readonly what: "respond"; readonly action: string };

/** A world in which a plan comes true, in one process after the other. */
export function createWorld(script: Plan) {
  const clock = createSimulatedClock(1_000_000);
  const journal = createKeptJournal();
  const log: Happened[] = [];
  const count = (what: Happened["what"]) => log.filter((one) => one.what === what).length;
  let life: Life = beginLife(clock, journal);
  /** The work that ended by itself. */
  const ended = new Set<Happened>();

  /** Notes the work when it begins, and when it ends by itself. */
  function noted<Request extends { readonly signal: AbortSignal }, Result>(
    what: "execute" | "verify" | "escalate",
    work: (request: Request, nth: number) => Promise<Result>,
  ): (request: Request) => Promise<Result> {
    return async (request) => {
      const nth = count(what);
      const one = { what, request } as unknown as Happened;
      log.push(one);
      try {
        return await work(request, nth);
      } finally {
        if (!request.signal.aborted) ended.add(one);
      }
    };
  }

  /** A moment later, or a good while later, in the life it was begun in. */
  async function later(what: string): Promise<void> {
    const mine = life;
    const ms = Number(/after (\d+)/.exec(what)?.[1] ?? 0);
    if (ms > 0) await new Promise<void>((done) => mine.clock.setTimeout(done, ms));
    if (what === "hangs" || mine.isOver()) await new Promise(() => {});
  }

  async function execute(_: AttemptRequest, nth: number): Promise<Execution<string> | undefined> {
    const what = script.executions[nth] ?? "succeeds";
    await later(what);
    if (what === "throws") throw new Error("boom 17");
    if (what === "throws nothing") throw Object.create(null);
    if (what === "throws EACCES") throw Object.assign(new Error("denied"), { code: "EACCES" });
    if (what === "is blocked") return { status: "blocked", reason: "waits for task 2" };
    if (what === "is impossible") return { status: "impossible", reason: "no such thing" };
    if (what === "lacks permission") {
      return { status: "failure", error: "read-only", hopeless: "permission_denied" };
    }
    if (what === "fails otherwise") return { status: "failure", error: "a missing import" };
    if (what.startsWith("fails")) return { status: "failure", error: "a syntax error" };
    return what === "succeeds" ? undefined : { status: "success", output: what };
  }

  async function verify(_: AttemptRequest, nth: number): Promise<boolean | Verification> {
    const what = script.verifications[nth] ?? "passes";
    await later(what);
    if (what === "throws") throw new Error("no test runner");
    if (what === "is rejected") {
      return { passed: false, type: "architect_rejected", error: "coverage below 80 %" };
    }
    if (what === "lacks a service") {
      return { passed: false, error: "no registry", hopeless: "service_unavailable" };
    }
    return what.startsWith("passes");
  }

  async function escalate(_: Escalation, nth: number): Promise<string> {
    const what = script.responses[nth] ?? "skip";
    await later(what);
    if (what === "throws") throw new Error("nobody there");
    return what.replace(/^after \d+: /, "");
  }

  /** What took too long. */
  const late: Happened[] = [];
  /** Writes down, in the order of things, what a person decided. */
  const noting: Journal = {
    ...journal,
    append(entry: JournalEntry) {
      const decision = entry.event === "RESPOND" && readResponse(entry.payload?.response);
      if (decision) log.push({ what: "respond", action: decision.action });
      if (entry.event.includes("Timeout")) late.push(log.at(-1) as Happened);
      return journal.append(entry);
    },
  };

  let outcome: VerifiedOutcome<string> | undefined;
  let error: unknown;
  return {
    clock,
    journal,
    log,
    late,
    count,
    outcome: () => outcome,
    /** Work that has neither ended by itself nor been told to. */
    stillRuns: (one: Happened) =>
      one.what !== "respond" && !ended.has(one) && !one.request.signal.aborted,
    /** Starts the process that runs the task, or starts it again. */
    begin(
      options: Partial<RunVerifiedOptions<string>> = {},
      run: typeof runVerified = runVerified,
    ) {
      life = beginLife(clock, noting);
      const mine = life;
      const { maxAttempts, retryDelay, stuckAfter } = script;
      const times = { retryDelay, executeTimeout: TIMEOUT, verifyTimeout: TIMEOUT };
      run<string>({
        ...life,
        ...times,
        maxAttempts,
        stuckAfter,
        task,
        session: SESSION,
        execute: noted("execute", execute),
        verify: noted("verify", verify),
        escalate: noted("escalate", escalate),
        ...options,
      }).then(
        (value) => {
          if (mine.isOver()) return;
          if (outcome) expect.fail("two outcomes");
          outcome = value;
        },
        (reason) => {
          if (!mine.isOver()) error = reason;
        },
      );
    },
    crash() {
      life.end();
    },
    /** Lets things happen until `turns` have passed, the task has its outcome, or it is enough. */
    async goOn(turns = 500, isEnough = () => false): Promise<void> {
      for (let turn = 0; turn < turns; turn += 1) {
        await settled();
        if (error) throw error;
        if (outcome || isEnough()) return;
        const next = clock.next();
        if (next === undefined) expect.fail("the run hangs");
        clock.advance(next - clock.now());
      }
      await settled();
      if (error) throw error;
      if (turns === 500 && !outcome) expect.fail("the run does not end");
    },
  };
}
