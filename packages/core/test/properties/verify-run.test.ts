import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/errors.js";
import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import type { EscalationReason } from "../../src/verify-retry-escalate/machine.js";
import { retryState } from "../../src/verify-retry-escalate/retry-state.js";
import {
  type AttemptRequest,
  type Escalation,
  type Execution,
  type RunVerifiedOptions,
  runVerified,
  type Verification,
  type VerifiedOutcome,
} from "../../src/verify-retry-escalate/runner.js";
import { beginLife, createKeptJournal, expectSame, type Life, settled } from "../support/lives.js";
import { property } from "../support/properties.js";

const TIMEOUT = 1_000;
const SESSION = "session-1";
const task = { id: "03-01:task-3", name: "Create the class", dependants: ["03-01:task-4"] };

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
  "reports nonsense",
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
  "answers nonsense",
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

interface Plan {
  readonly maxAttempts: number;
  readonly retryDelay: number;
  readonly stuckAfter: number | null;
  /** One after the other; then everything succeeds. */
  readonly executions: readonly (typeof EXECUTIONS)[number][];
  readonly verifications: readonly (typeof VERIFICATIONS)[number][];
  /** One after the other; then the person skips. */
  readonly responses: readonly string[];
}

const plan: fc.Arbitrary<Plan> = fc.record({
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

const FINE: Plan = {
  maxAttempts: 2,
  retryDelay: 0,
  stuckAfter: null,
  executions: [],
  verifications: [],
  responses: [],
};

type Happened =
  | { readonly what: "execute"; readonly request: AttemptRequest }
  | { readonly what: "verify"; readonly request: AttemptRequest }
  | { readonly what: "escalate"; readonly request: Escalation }
  | { readonly what: "respond"; readonly action: string };

/** A world in which a plan comes true, in one process after the other. */
function createWorld(script: Plan) {
  const clock = createSimulatedClock(1_000_000);
  const journal = createKeptJournal();
  const log: Happened[] = [];
  const count = (what: Happened["what"]) => log.filter((one) => one.what === what).length;
  let life: Life = beginLife(clock, journal);

  /** A moment later, or a good while later, in the life it was begun in. */
  async function later(what: string): Promise<void> {
    const mine = life;
    const ms = Number(/after (\d+)/.exec(what)?.[1] ?? 0);
    if (ms > 0) await new Promise<void>((done) => mine.clock.setTimeout(done, ms));
    if (what === "hangs" || mine.isOver()) await new Promise(() => {});
  }

  async function execute(request: AttemptRequest): Promise<Execution<string> | undefined> {
    const what = script.executions[count("execute")] ?? "succeeds";
    log.push({ what: "execute", request });
    await later(what);
    if (what === "throws") throw new Error("boom 17");
    if (what === "throws nothing") throw Object.create(null);
    if (what === "throws EACCES") throw Object.assign(new Error("denied"), { code: "EACCES" });
    if (what === "reports nonsense") return { status: "great" } as never;
    if (what === "is blocked") return { status: "blocked", reason: "waits for task 2" };
    if (what === "is impossible") return { status: "impossible", reason: "no such thing" };
    if (what === "lacks permission") {
      return { status: "failure", error: "read-only", hopeless: "permission_denied" };
    }
    if (what === "fails otherwise") return { status: "failure", error: "a missing import" };
    if (what.startsWith("fails")) return { status: "failure", error: "a syntax error" };
    return what === "succeeds" ? undefined : { status: "success", output: what };
  }

  async function verify(request: AttemptRequest): Promise<boolean | Verification> {
    const what = script.verifications[count("verify")] ?? "passes";
    log.push({ what: "verify", request });
    await later(what);
    if (what === "throws") throw new Error("no test runner");
    if (what === "answers nonsense") return "green" as never;
    if (what === "is rejected") {
      return { passed: false, type: "architect_rejected", error: "coverage below 80 %" };
    }
    if (what === "lacks a service") {
      return { passed: false, error: "no registry", hopeless: "service_unavailable" };
    }
    return what.startsWith("passes");
  }

  async function escalate(request: Escalation): Promise<string> {
    const what = script.responses[count("escalate")] ?? "skip";
    log.push({ what: "escalate", request });
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
      if (entry.event === "RESPOND") {
        const { response } = entry.payload as { response: { action: string } };
        log.push({ what: "respond", action: response.action });
      }
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
    /** Starts the process that runs the task, or starts it again. */
    begin(options: Partial<RunVerifiedOptions<string>> = {}) {
      life = beginLife(clock, noting);
      const mine = life;
      const { maxAttempts, retryDelay, stuckAfter } = script;
      const times = { retryDelay, executeTimeout: TIMEOUT, verifyTimeout: TIMEOUT };
      runVerified<string>({
        ...life,
        ...times,
        maxAttempts,
        stuckAfter,
        task,
        session: SESSION,
        execute,
        verify,
        escalate,
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
    /** Lets things happen until `turns` have passed, or the task has its outcome. */
    async goOn(turns = 500): Promise<void> {
      for (let turn = 0; turn < turns; turn += 1) {
        await settled();
        if (error) throw error;
        if (outcome) return;
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

/** How the rules say a plan must end, worked out without a clock or a machine. */
function expected(script: Plan, carried = 0) {
  const { maxAttempts, stuckAfter } = script;
  const failures: string[] = Array.from({ length: carried }, () => "carried over");
  const reasons: EscalationReason[] = [];
  let executions = 0;
  let verifications = 0;
  let asked = 0;
  let used = carried;
  let allowed = Math.max(maxAttempts, carried);

  /** How an attempt ends: well, for good, hopelessly, or with a failure of some kind. */
  const attempt = (): "done" | "blocked" | EscalationReason | { readonly failure: string } => {
    const executed = script.executions[executions++] ?? "succeeds";
    used += 1;
    if (executed === "is blocked") return "blocked";
    if (executed === "is impossible") {
      failures.push("impossible");
      return "reported_impossible";
    }
    if (executed === "lacks permission" || executed === "throws EACCES") {
      failures.push(executed);
      return "permission_denied";
    }
    const isLate = executed === "hangs" || executed === "succeeds after 1500";
    if (isLate) return { failure: "execution timeout" };
    if (!executed.startsWith("succeeds")) return { failure: executed.replace(" after 400", "") };
    const verified = script.verifications[verifications++] ?? "passes";
    if (verified.startsWith("passes")) return "done";
    if (verified === "lacks a service") {
      failures.push("lacks a service");
      return "service_unavailable";
    }
    if (verified === "hangs" || verified === "fails after 1500") {
      return { failure: "verification timeout" };
    }
    return { failure: `verification ${verified.replace(" after 400", "")}` };
  };

  /** What a person says: go on, or how it ends. */
  const ask = (reason: EscalationReason): "go on" | VerifiedOutcome<string>["status"] => {
    reasons.push(reason);
    for (let time = 0; time < 3; time += 1) {
      const said = (script.responses[asked++] ?? "skip").replace("after 400: ", "");
      if (said === "throws") return "escalated";
      if (said === "skip") return "skipped";
      if (said === "abort") return "aborted";
      if (said === "what?") continue;
      if (said === "retry") {
        used = 0;
        allowed = maxAttempts;
      } else allowed += 1;
      return "go on";
    }
    return "escalated";
  };

  if (used >= allowed) {
    const said = ask("max_retries_exceeded");
    if (said !== "go on") return { status: said, executions, failures, reasons, asked };
  }
  for (;;) {
    const ended = attempt();
    if (ended === "done" || ended === "blocked") {
      return { status: ended, executions, failures, reasons, asked };
    }
    let reason: EscalationReason | undefined;
    if (typeof ended === "string") reason = ended;
    else {
      failures.push(ended.failure);
      const last = stuckAfter === null ? [] : failures.slice(-stuckAfter);
      if (used >= allowed) reason = "max_retries_exceeded";
      else if (last.length === stuckAfter && new Set(last).size === 1) {
        reason = "same_failure_repeated";
      }
    }
    const said = reason ? ask(reason) : "go on";
    if (said !== "go on") return { status: said, executions, failures, reasons, asked };
  }
}

/** Whether executions keep within their bound, given what a person decided in between. */
function checkBound(log: readonly Happened[], maxAttempts: number): void {
  let used = 0;
  let allowed = maxAttempts;
  for (const one of log) {
    if (one.what === "execute") used += 1;
    if (one.what === "respond" && one.action === "fix") allowed += 1;
    if (one.what === "respond" && one.action === "retry") {
      used = 0;
      allowed = maxAttempts;
    }
    if (used > allowed) expect.fail(`execution ${used} of ${allowed}`);
  }
}

const reasonsAsked = (log: readonly Happened[]) =>
  log.flatMap((one) =>
    one.what === "escalate" && one.request.problem === null ? [one.request.reason] : [],
  );

describe("a verified run", () => {
  property("executes, retries, asks and ends exactly as the rules say", [plan], async (script) => {
    const world = createWorld(script);
    world.begin();
    await world.goOn();
    const outcome = world.outcome() as VerifiedOutcome<string>;
    const rules = expected(script);
    expectSame(
      [outcome.status, outcome.attempts, outcome.failures.length],
      [rules.status, rules.executions, rules.failures.length],
    );
    expectSame([world.count("execute"), world.count("escalate")], [rules.executions, rules.asked]);
    expectSame(reasonsAsked(world.log), rules.reasons);
    checkBound(world.log, script.maxAttempts);
    // Nothing that comes late changes what was decided, or is even heard.
    const before = world.journal.entries().length;
    const heard = world.log.length;
    world.clock.advance(10 * TIMEOUT);
    await settled();
    expectSame([world.journal.entries().length, world.log.length], [before, heard]);
    for (const one of world.log) {
      if (one.what !== "respond" && !one.request.signal.aborted) expect.fail("still running");
    }
  });

  property(
    "tells whoever takes too long that it is over, at once",
    [plan],
    async (script) => {
      const world = createWorld(script);
      world.begin();
      for (let turn = 0; turn < 200 && !world.outcome(); turn += 1) {
        await world.goOn(1);
        for (const one of world.late) {
          if (one.what !== "respond" && !one.request.signal.aborted) {
            expect.fail(`${one.what} ${turn} was not told`);
          }
        }
      }
    },
    // With a delay before the retry, it was told only when the next attempt began.
    { kept: [[{ ...FINE, retryDelay: 300, verifications: ["hangs"] }]] },
  );

  property(
    "respects an abort at any moment: nothing is begun after it, and nothing late is heard",
    [plan, fc.nat(12), fc.boolean()],
    async (script, turns, isBefore) => {
      const world = createWorld(script);
      const controller = new AbortController();
      if (isBefore) controller.abort();
      world.begin({ signal: controller.signal });
      await world.goOn(turns);
      const wasOver = world.outcome() !== undefined;
      const heard = world.log.length;
      controller.abort();
      await settled();
      const outcome = world.outcome();
      if (!outcome) expect.fail("an abort was not respected at once");
      if (!wasOver || isBefore) {
        expectSame([outcome.status, outcome.cause], ["aborted", "system"]);
      }
      world.clock.advance(10 * TIMEOUT);
      await settled();
      expectSame(world.log.length, isBefore ? 0 : heard);
      expectSame(world.outcome(), outcome);
      for (const one of world.log) {
        if (one.what !== "respond" && !one.request.signal.aborted) expect.fail("still running");
      }
    },
  );

  property(
    "that was aborted before it could go on after a crash begins nothing more",
    [plan, fc.nat(4)],
    async (script, turns) => {
      const world = createWorld(script);
      world.begin();
      await world.goOn(turns);
      fc.pre(world.outcome() === undefined);
      world.crash();
      const heard = world.log.length;
      const controller = new AbortController();
      controller.abort();
      world.begin({ signal: controller.signal });
      await settled();
      expectSame([world.outcome()?.status, world.log.length], ["aborted", heard]);
    },
    // It made one more attempt, or asked the person, before it looked at the signal.
    { kept: [[{ ...FINE, executions: ["hangs"] }, 0]] },
  );

  property(
    "goes on after crashes, counts what they interrupted, and never exceeds the bound",
    [plan, fc.array(fc.nat(6), { minLength: 1, maxLength: 6, size: "max" })],
    async (script, crashes) => {
      const world = createWorld(script);
      for (const turns of crashes) {
        world.begin();
        await world.goOn(turns);
        if (world.outcome()) break;
        world.crash();
      }
      if (!world.outcome()) {
        world.begin();
        await world.goOn();
      }
      checkBound(world.log, script.maxAttempts);
      const outcome = world.outcome() as VerifiedOutcome<string>;
      expectSame(outcome.attempts, world.count("execute"));
      const ends = world.journal.entries().filter(({ done }) => done);
      expectSame(ends.length, outcome.status === "escalated" ? 0 : 1);
    },
  );

  property(
    "that crashes in every attempt comes to a person after maxAttempts",
    [plan, fc.boolean()],
    async ({ maxAttempts, retryDelay }, isVerifying) => {
      const execution = isVerifying ? ("succeeds" as const) : ("hangs" as const);
      const hangs = {
        executions: Array(20).fill(execution),
        verifications: Array(20).fill("hangs"),
      };
      const script = { maxAttempts, retryDelay, stuckAfter: null, responses: ["skip"], ...hangs };
      const world = createWorld(script);
      for (let life = 1; life <= maxAttempts; life += 1) {
        world.begin();
        for (let turn = 0; world.count("execute") < life && turn < 9; turn += 1)
          await world.goOn(1);
        expectSame(world.count("execute"), life);
        world.crash();
      }
      world.begin();
      await world.goOn();
      expectSame(
        [world.outcome()?.status, world.count("execute"), reasonsAsked(world.log)],
        ["skipped", maxAttempts, ["max_retries_exceeded"]],
      );
    },
  );

  property(
    "that carries failures over from an earlier session counts them",
    [plan, fc.integer({ min: 1, max: 3 })],
    async (script, failed) => {
      // The earlier session: so many failures, then its process ended for good.
      const fails = { executions: Array(failed).fill("fails"), verifications: [], responses: [] };
      const before = createWorld({ ...script, ...fails, maxAttempts: 4, stuckAfter: null });
      before.begin();
      for (let turn = 0; turn < 30 && before.count("execute") <= failed; turn += 1) {
        await before.goOn(1);
      }
      const entries = before.journal.entries().filter(({ time }) => time <= before.clock.now());
      const upTo = entries.findIndex(({ attempt }) => attempt > failed);
      const state = retryState(entries.slice(0, upTo === -1 ? undefined : upTo));
      const carryOver = JSON.parse(JSON.stringify(state)).task_retries[task.id];
      expectSame(carryOver.failures.length, failed);

      const world = createWorld(script);
      world.begin({ carryOver, session: "session-2" });
      await world.goOn();
      const rules = expected({ ...script, stuckAfter: null }, failed);
      if (script.stuckAfter === null) {
        expectSame(
          [world.outcome()?.status, world.count("execute")],
          [rules.status, rules.executions],
        );
      }
      const answered = world.log.findIndex((one) => one.what === "respond");
      const unasked = world.log.slice(0, answered === -1 ? undefined : answered);
      const made = unasked.filter((one) => one.what === "execute").length;
      if (made > Math.max(0, script.maxAttempts - failed)) expect.fail(`${made} more executions`);
    },
  );

  const notADuration = fc.oneof(
    fc.integer({ max: 0 }),
    fc.constantFrom<unknown[]>(Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, null, "1", {}),
  );
  const bad = fc.oneof(
    fc.tuple(fc.constantFrom("executeTimeout", "verifyTimeout"), notADuration),
    fc.tuple(
      fc.constant("maxAttempts"),
      fc.oneof(fc.integer({ max: 0 }), fc.constantFrom<unknown[]>(101, 1.5, null, "3")),
    ),
    fc.tuple(fc.constant("retryDelay"), fc.constantFrom<unknown[]>(-1, Number.NaN, null, "0")),
    fc.tuple(fc.constant("stuckAfter"), fc.constantFrom<unknown[]>(0, 1, 101, 2.5, "2")),
    fc.tuple(
      fc.constantFrom("execute", "verify", "escalate"),
      fc.constantFrom<unknown[]>(7, {}, "x"),
    ),
    fc.tuple(
      fc.constant("id"),
      fc.constantFrom<unknown[]>("", "a b", "a\n", "[a]", 7, null, "x".repeat(201)),
    ),
    fc.tuple(
      fc.constant("name"),
      fc.constantFrom<unknown[]>("", " \n", 7, null, "x".repeat(1_001)),
    ),
  );

  property("of a malformed task or with bad settings is refused by name", [bad], async (one) => {
    const [field, value] = one;
    const world = createWorld(FINE);
    const isTask = field === "id" || field === "name";
    world.begin(isTask ? { task: { ...task, [field]: value as string } } : { [field]: value });
    try {
      await world.goOn(1);
      expect.fail(`${field} was accepted`);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      if (!error.message.includes(field)) expect.fail(error.message);
    }
    expectSame([world.log.length, world.journal.entries().length], [0, 0]);
  });

  it("is not mistaken for another one whose session and task read the same together", async () => {
    // "a" with task "b/c" and "a/b" with task "c" were one instance in a shared journal.
    const journal = createKeptJournal();
    const run = (session: string, id: string, execute: () => undefined) =>
      runVerified({
        journal,
        session,
        task: { id, name: id },
        execute,
        verify: () => false,
        maxAttempts: 1,
      });
    let executions = 0;
    const execute = () => {
      executions += 1;
      return undefined;
    };
    await run("a", "b/c", execute);
    const other = await run("a/b", "c", execute);
    expect(executions).toBe(2);
    expect(other.task.id).toBe("c");
    expect(other.failures).toHaveLength(1);
  });
});
