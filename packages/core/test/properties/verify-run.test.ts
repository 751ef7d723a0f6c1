import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { InvalidInputError } from "../../src/errors.js";
import { failureRecord } from "../../src/verify-retry-escalate/failure.js";
import { retryState } from "../../src/verify-retry-escalate/retry-state.js";
import { runVerified, type VerifiedOutcome } from "../../src/verify-retry-escalate/runner.js";
import { createKeptJournal, expectSame, settled } from "../support/lives.js";
import { property } from "../support/properties.js";
import { runBare } from "../support/verify-bare-host.js";
import { checkBound, expected, reasonsAsked } from "../support/verify-rules.js";
import { createWorld, FINE, plan, TIMEOUT, task } from "../support/verify-world.js";

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
      if (world.stillRuns(one)) expect.fail("still running");
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
        if (world.stillRuns(one)) expect.fail("still running");
      }
    },
  );

  property(
    "that was aborted before it could go on after a crash begins nothing more",
    [plan, fc.nat(4)],
    async (script, turns) => {
      const executions = ["fails after 400" as const, ...script.executions];
      const world = createWorld({ ...script, executions });
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
    { kept: [[FINE, 0]] },
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
    "is what a small host around the bare machine makes of it: the same journal, the same outcome",
    [plan, fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), fc.boolean()],
    async (script, crashes, hasPerson) => {
      const told = async (run: typeof runVerified) => {
        const world = createWorld(script);
        const begin = () => world.begin(hasPerson ? {} : { escalate: undefined as never }, run);
        for (const entries of crashes) {
          const enough = world.journal.entries().length + entries;
          begin();
          // Timers without effect differ between hosts: the crash must not wait for one.
          await world.goOn(500, () => world.journal.entries().length >= enough);
          if (world.outcome()) break;
          world.crash();
        }
        if (!world.outcome()) {
          begin();
          await world.goOn();
        }
        const withoutStacks = JSON.stringify(world.journal.entries(), (key, value) =>
          key === "details" ? undefined : value,
        );
        const { failures: _, ...outcome } = world.outcome() as VerifiedOutcome<string>;
        return [JSON.parse(withoutStacks), { ...outcome, message: undefined }];
      };
      expectSame(await told(runVerified), await told(runBare));
    },
    // The small host took what a timed-out execution still brought for the output of the next one.
    {
      kept: [
        [
          {
            ...FINE,
            executions: [
              "succeeds after 400",
              "succeeds after 1500",
              "hangs",
              "succeeds after 1500",
            ],
            verifications: ["passes after 400"],
            responses: ["retry", "after 400: retry"],
          },
          [1],
          true,
        ],
      ],
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

  const record = failureRecord(
    "timeout",
    { error: "earlier" },
    { attempt: 1, startedAt: 0, at: 1 },
  );
  const badValues: readonly (readonly [keyof typeof record, readonly unknown[]])[] = [
    ["attempt", [0, -1, 1.5, "1", '1"><x>', null]],
    ["timestamp", ["now", "2026-01-26 14:30 | x", 7, null]],
    ["failure_type", ["a | b", "nope", 7, null]],
    ["error_summary", [7, null, {}]],
    ["error_details", [7, {}]],
    ["executor_output", ["x", 7, { status: "maybe" }]],
    ["suggested_fix", [7, {}]],
    ["files_state", ["x", [{}], [null]]],
    ["learnings", ["x", [7]]],
    ["duration_ms", ["long", -1]],
  ];
  const badRecord = fc.constantFrom(
    ...badValues.flatMap(([field, values]) =>
      values.map((value) => ({ field, failure: { ...record, [field]: value } })),
    ),
  );

  property(
    "refuses carried-over failures that are none, by name, before anything changes",
    [badRecord],
    async ({ field, failure }) => {
      const world = createWorld(FINE);
      world.begin({ carryOver: { failures: [record, failure] } as never });
      try {
        await world.goOn(1);
        expect.fail(`accepted ${JSON.stringify(failure)}`);
      } catch (error) {
        if (!(error instanceof InvalidInputError)) throw error;
        if (!error.message.includes(`failures[1].${field}`)) expect.fail(error.message);
      }
      expectSame([world.log.length, world.journal.entries().length], [0, 0]);
    },
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
