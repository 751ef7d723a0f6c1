import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { EventObject } from "xstate";
import { checkpointOf } from "../../src/journal/entry.js";
import { createReplay } from "../../src/runtime/replay.js";
import type { VerifyEvent } from "../../src/verify-retry-escalate/events.js";
import { failureRecord } from "../../src/verify-retry-escalate/failure.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";
import { retryEvents } from "../../src/verify-retry-escalate/retry-events.js";
import { retryState } from "../../src/verify-retry-escalate/retry-state.js";
import type { VerifyInput } from "../../src/verify-retry-escalate/task.js";
import { createStage, expectSame, type Restart, type Stage } from "../support/lives.js";
import { property } from "../support/properties.js";

const TIMEOUT = 1_000;
type VerifyStage = Stage<typeof verifyMachine>;

const earlier = failureRecord("timeout", { error: "earlier" }, { attempt: 1, startedAt: 0, at: 1 });
const input: fc.Arbitrary<VerifyInput> = fc.record({
  task: fc.constant({ id: "03-01:task-3", name: "Create the class", dependants: ["03-01:task-4"] }),
  settings: fc.record({
    maxAttempts: fc.integer({ min: 1, max: 4 }),
    retryDelay: fc.constantFrom(0, 500),
    executeTimeout: fc.constant(TIMEOUT),
    verifyTimeout: fc.constant(TIMEOUT),
    stuckAfter: fc.constantFrom(null, 2, 3),
    maxAsks: fc.constantFrom(undefined, 1, 2),
  }),
  whenUndecided: fc.constantFrom(undefined, "wait", "end"),
  previous: fc.array(fc.constant(earlier), { maxLength: 3 }),
});

const report = { error: "2 tests failed" };
const FAILED: VerifyEvent = { type: "FAILED", failure: "verification_failed", report };
const OTHER: VerifyEvent = { ...FAILED, report: { error: "a test hangs" } };
const HOPELESS: VerifyEvent = { ...FAILED, type: "HOPELESS", reason: "permission_denied" };
const BLOCKED: VerifyEvent = { type: "BLOCKED", detail: "waits for task 2" };
const ABORT: VerifyEvent = { type: "ABORT", detail: "enough" };
const RETRY: VerifyEvent = { type: "RESPOND", response: { action: "retry" } };
const FIX: VerifyEvent = { type: "RESPOND", response: { action: "fix", instruction: "use trim" } };
const SKIP: VerifyEvent = { type: "RESPOND", response: { action: "skip" } };
const END: VerifyEvent = { type: "RESPOND", response: { action: "abort" } };
const TYPED: VerifyEvent = { type: "RESPOND", response: " Fix: use trim " };
const MAYBE: VerifyEvent = { type: "RESPOND", response: "maybe" };
const NO_FIX: VerifyEvent = { type: "RESPOND", response: { action: "fix" } };
const NOBODY: VerifyEvent = { type: "UNANSWERED", error: null };
const BROKEN: VerifyEvent = { type: "UNANSWERED", error: "no screen" };
const MISTAKE: VerifyEvent = { type: "BROKEN", detail: "x is not a function" };
const RECOVERED: VerifyEvent = { type: "RECOVERED" };
/** Of an execution that is over, or never was. */
const STALE = -1;
const stale = (event: VerifyEvent) => ({ ...event, execution: STALE });
const START: VerifyEvent = { type: "START" };
const EXECUTED: VerifyEvent = { type: "EXECUTED" };
const PASSED: VerifyEvent = { type: "PASSED" };

/** What may come in each state; the more often it stands there, the likelier. */
const MEANT: Record<string, readonly VerifyEvent[]> = {
  pending: [START, START, START, START, START, RECOVERED, START, ABORT],
  executing: [
    EXECUTED,
    EXECUTED,
    EXECUTED,
    RECOVERED,
    FAILED,
    FAILED,
    OTHER,
    HOPELESS,
    BLOCKED,
    MISTAKE,
  ],
  verifying: [FAILED, FAILED, FAILED, RECOVERED, OTHER, HOPELESS, ABORT, PASSED, MISTAKE],
  retrying: [ABORT],
  escalated: [RETRY, TYPED, FIX, MAYBE, NO_FIX, SKIP, END, NOBODY, BROKEN, RECOVERED, MAYBE],
  undecided: [RECOVERED, RECOVERED, RETRY, FIX, SKIP, ABORT],
  over: [ABORT],
};
/** What means nothing there. */
const MEANINGLESS: Record<string, readonly EventObject[]> = {
  pending: [EXECUTED, PASSED, FAILED, HOPELESS, BLOCKED, RETRY, FIX, SKIP, MAYBE, NOBODY, MISTAKE],
  executing: [
    START,
    PASSED,
    RETRY,
    FIX,
    SKIP,
    MAYBE,
    ...[EXECUTED, FAILED, BLOCKED, MISTAKE].map(stale),
  ],
  verifying: [START, EXECUTED, BLOCKED, RETRY, FIX, NOBODY, ...[PASSED, HOPELESS].map(stale)],
  retrying: [
    MISTAKE,
    START,
    EXECUTED,
    PASSED,
    FAILED,
    HOPELESS,
    BLOCKED,
    RETRY,
    FIX,
    MAYBE,
    RECOVERED,
  ],
  escalated: [
    MISTAKE,
    START,
    EXECUTED,
    PASSED,
    FAILED,
    BLOCKED,
    ...[MAYBE, SKIP, BROKEN].map(stale),
  ],
  undecided: [START, EXECUTED, PASSED, FAILED, BLOCKED, MAYBE, NO_FIX, NOBODY, stale(RETRY)],
  over: [
    RECOVERED,
    MAYBE,
    NOBODY,
    START,
    EXECUTED,
    PASSED,
    FAILED,
    HOPELESS,
    BLOCKED,
    RETRY,
    FIX,
    SKIP,
    END,
    ABORT,
  ],
};
const FORGED: readonly EventObject[] = [
  "xstate.init",
  "xstate.stop",
  "xstate.after.executeTimeout.verify-retry-escalate.executing",
  "xstate.after.verifyTimeout.verify-retry-escalate.verifying",
  "xstate.after.retryDelay.verify-retry-escalate.retrying",
  "xstate.done.state.verify-retry-escalate",
  "readback.start",
  "readback.checkpoint",
  "*",
  "",
].map((type) => ({ type, at: 7, value: "done", context: {}, report }));

const go = fc.nat(10).map((pick) => ({ do: "go" as const, pick }));
const wait = fc
  .oneof(fc.nat(TIMEOUT), fc.constantFrom(TIMEOUT - 1, TIMEOUT))
  .map((ms) => ({ do: "wait" as const, ms }));
const restart = fc
  .constantFrom<Restart[]>("history", "checkpoints")
  .map((from) => ({ do: "restart" as const, from }));
const noise = fc.nat(30).map((pick) => ({ do: "noise" as const, pick }));
const step = fc.oneof(
  { weight: 8, arbitrary: go },
  { weight: 2, arbitrary: wait },
  { weight: 1, arbitrary: restart },
);
type VerifyStep = typeof step extends fc.Arbitrary<infer S> ? S : never;
const story = fc.array(step, { maxLength: 30, size: "max" });

/** Takes a step; the event that was sent, if one was. */
function take(stage: VerifyStage, one: VerifyStep): VerifyEvent | undefined {
  if (one.do === "wait") stage.wait(one.ms);
  else if (one.do === "restart") stage.restart(one.from);
  else {
    const meant = MEANT[stage.state()] ?? [];
    const event = meant[one.pick % meant.length] as VerifyEvent;
    stage.send(event);
    return event;
  }
  return undefined;
}

function play(given: VerifyInput, steps: readonly VerifyStep[]): VerifyStage {
  const stage = createStage(verifyMachine, given);
  for (const one of steps) take(stage, one);
  return stage;
}

const executions = (stage: VerifyStage) =>
  stage.told.flatMap(({ emitted }) => (emitted.type === "verify.execute" ? [emitted] : []));

describe("a verified task", () => {
  property(
    "is executed at most maxAttempts times per count, and once more for each fix",
    [input, story],
    (given, steps) => {
      const stage = createStage(verifyMachine, given);
      let allowed = given.settings.maxAttempts - given.previous.length;
      let before = 0;
      for (const one of steps) {
        const event = take(stage, one);
        // What a person says comes before the execution it brings about.
        if (event === FIX || event === TYPED) allowed = Math.max(allowed, before) + 1;
        if (event === RETRY) allowed = before + given.settings.maxAttempts;
        const made = executions(stage).length;
        if (made > Math.max(0, allowed)) expect.fail(`${made} executions, ${allowed} allowed`);
        before = made;
        const { attempt = 0, bound = 0 } = stage.snapshot()?.context ?? {};
        if (attempt > bound) expect.fail(`attempt ${attempt} of ${bound}`);
      }
    },
  );

  property(
    "ends once, and nothing changes it after that",
    [input, story, fc.array(fc.oneof(step, noise), { maxLength: 20 })],
    (given, steps, later) => {
      const stage = play(given, steps);
      stage.send(ABORT);
      const endings = stage.told.flatMap(({ emitted }) =>
        emitted.type === "verify.ended" ? [emitted.status] : [],
      );
      const entries = stage.journal.entries();
      expectSame(stage.state(), "over");
      // Nobody decided: that is told each time, and the task goes on from there.
      const before = endings.slice(0, -1);
      expectSame(new Set(before).size <= 1 && (before[0] ?? "escalated") === "escalated", true);
      // After a restart from checkpoints there is nothing left of a task that is over.
      const end = entries.at(-1)?.to ?? endings.at(-1);
      expectSame(endings.at(-1), end === "unresolved" ? "escalated" : end);
      const heard = stage.told.length;
      for (const one of later) {
        if (one.do === "wait") stage.wait(one.ms);
        else if (one.do !== "restart") {
          const events = [...(MEANINGLESS.over ?? []), ...FORGED];
          stage.send(events[one.pick % events.length] as EventObject);
        }
      }
      expectSame(stage.journal.entries(), entries);
      expectSame(stage.told.length, heard);
      const outcomes = entries.filter(({ outcome }) => outcome !== undefined);
      expectSame(outcomes.length <= 1, true);
    },
  );

  property(
    "left alone once it has begun, is over or waits for a person",
    [input, story],
    (given, steps) => {
      const stage = createStage(verifyMachine, given);
      stage.send(START);
      for (const one of steps) take(stage, one);
      stage.outwait();
      expectSame(["over", "escalated", "undecided"].includes(stage.state()), true);
      const last = stage.told.at(-1)?.emitted.type;
      expectSame(last, stage.state() === "escalated" ? "verify.escalate" : "verify.ended");
    },
  );

  property(
    "behaves after any number of restarts as if there had been none",
    [input, story],
    (given, steps) => {
      const undisturbed = play(
        given,
        steps.filter((one) => one.do !== "restart"),
      );
      const restarted = play(given, steps);
      const compare = () => {
        expectSame(restarted.told, undisturbed.told);
        expectSame(restarted.state(), undisturbed.state());
        expectSame(restarted.snapshot()?.context, undisturbed.snapshot()?.context);
        expectSame(restarted.deadlines(), undisturbed.deadlines());
      };
      compare();
      undisturbed.outwait();
      restarted.outwait();
      compare();
    },
  );

  property("is rebuilt from its journal exactly as it is", [input, story], (given, steps) => {
    const stage = play(given, steps);
    const replay = createReplay([verifyMachine]);
    for (const entry of stage.journal.entries()) replay.apply(entry);
    expectSame([replay.report.ignored, replay.report.diverged], [0, 0]);
    const [rebuilt] = [...replay.instances.all()];
    expectSame(rebuilt?.snapshot.value, stage.snapshot()?.value);
    expectSame(rebuilt?.snapshot.context, stage.snapshot()?.context);
    const due = (rebuilt?.deadlines ?? []).map(({ id, at }) => ({ id, at }));
    expectSame(
      due,
      stage.deadlines().map(({ id, at }) => ({ id, at })),
    );
  });

  property(
    "takes no notice of misplaced, repeated or forged events",
    [input, fc.array(fc.oneof(step, step, noise), { maxLength: 40, size: "max" })],
    (given, steps) => {
      const quiet = createStage(verifyMachine, given);
      const noisy = createStage(verifyMachine, given);
      for (const one of steps) {
        if (one.do !== "noise") {
          take(quiet, one);
          take(noisy, one);
          continue;
        }
        const events = [...(MEANINGLESS[noisy.state()] ?? []), ...FORGED];
        const event = events[one.pick % events.length] as EventObject;
        if (noisy.send(event)) expect.fail(`${event.type} changed something in ${noisy.state()}`);
      }
      expectSame(noisy.journal.entries(), quiet.journal.entries());
      expectSame(noisy.told, quiet.told);
      expectSame(noisy.deadlines(), quiet.deadlines());
    },
  );

  property(
    "tells each attempt every failure before it, and a person's fix first",
    [input, story],
    (given, steps) => {
      const stage = createStage(verifyMachine, given);
      let isFixed = false;
      let told = 0;
      for (const one of steps) {
        const event = take(stage, one);
        if (event === FIX || event === TYPED) isFixed = true;
        for (const { attempt, failures, retryContext } of executions(stage).slice(told)) {
          told += 1;
          const tags = [...(retryContext ?? "").matchAll(/<(\w+)/g)].map(([, name]) => name);
          expectSame(tags.filter((tag) => tag === "failure").length, failures.length);
          if (isFixed) expectSame(tags.slice(0, 2), ["retry_context", "user_intervention"]);
          const isFirst = failures.length === 0 && !isFixed;
          expectSame(retryContext === null, isFirst);
          if (isFirst) expectSame(attempt, 1);
          // Every execution that is over without an end was a failure; none is forgotten.
          expectSame(failures.length, given.previous.length + told - 1);
        }
      }
    },
  );

  property(
    "tells its story once, however many checkpoints stand between its entries",
    [input, story, fc.array(fc.nat(30), { maxLength: 4 })],
    (given, steps, places) => {
      const stage = play(
        given,
        steps.filter((one) => one.do !== "restart"),
      );
      const entries = stage.journal.entries();
      const replay = createReplay([verifyMachine]);
      const withCheckpoints = entries.flatMap((entry, index) => {
        replay.apply(entry);
        const [live] = replay.instances.all();
        return live && places.includes(index) ? [entry, checkpointOf(entry.time, live)] : [entry];
      });
      expectSame([...retryEvents(withCheckpoints)], [...retryEvents(entries)]);
      expectSame(retryState(withCheckpoints), retryState(entries));
    },
    {
      kept: [
        // A checkpoint of an escalated task was one more escalation in the log and the statistics.
        [
          {
            task: { id: "03-01:task-3", name: "Create the class" },
            settings: {
              maxAttempts: 1,
              retryDelay: 0,
              executeTimeout: TIMEOUT,
              verifyTimeout: TIMEOUT,
              stuckAfter: null,
            },
            previous: [],
          },
          [
            { do: "go", pick: 0 },
            { do: "go", pick: 0 },
            { do: "go", pick: 0 },
          ],
          [3],
        ],
      ],
    },
  );
});
