import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createReplay } from "../../src/journal/replay.js";
import {
  type GuardEvent,
  type GuardedTodo,
  guardMachine,
} from "../../src/todo-attempt-guard/machine.js";
import { createStage, expectSame, type Restart, type Stage, type Step } from "../support/lives.js";
import { property } from "../support/properties.js";

type GuardStep = Step<GuardEvent>;

const VALIDATION = 1_000;
const RETENTION = 10_000;

const todo: fc.Arbitrary<GuardedTodo> = fc.record({
  session: fc.constant("session"),
  todo: fc.constant("Write tests"),
  maxRetryAttempts: fc.integer({ min: 1, max: 5 }),
  validationTimeout: fc.constant(VALIDATION),
  retention: fc.constant(RETENTION),
  onGuardFailure: fc.constantFrom("block", "allow"),
  rememberCompleted: fc.boolean(),
});

const toolUseId = fc.nat(7).map((n) => `tool-${n}`);
const claim = fc.record(
  { type: fc.constant("CLAIM" as const), toolUseId, unchecked: fc.constant(true as const) },
  { requiredKeys: ["type", "toolUseId"] },
);
const judgement: fc.Arbitrary<GuardEvent> = fc.oneof(
  fc.record({ type: fc.constant("PASSED" as const), toolUseId }),
  fc.record({
    type: fc.constantFrom(
      "FAILED" as const,
      "WITHHELD" as const,
      "OVERRULED" as const,
      "GUARD_FAILED" as const,
    ),
    toolUseId,
    detail: fc.constant("because"),
  }),
);
const decision: fc.Arbitrary<GuardEvent> = fc.constantFrom(
  { type: "COMPLETED" },
  { type: "REOPENED" },
  { type: "APPROVE" },
  { type: "RESET" },
  { type: "SESSION_ENDED" },
);
const event: fc.Arbitrary<GuardEvent> = fc.oneof(
  { arbitrary: claim, weight: 5 },
  { arbitrary: judgement, weight: 4 },
  { arbitrary: decision, weight: 1 },
);

const send = (events: fc.Arbitrary<GuardEvent>): fc.Arbitrary<GuardStep> =>
  events.map((one) => ({ do: "send", event: one }));
const wait: fc.Arbitrary<GuardStep> = fc
  .oneof(fc.nat(VALIDATION), fc.constantFrom(VALIDATION - 1, VALIDATION, RETENTION - 1, RETENTION))
  .map((ms) => ({ do: "wait", ms }));
const restart: fc.Arbitrary<GuardStep> = fc
  .constantFrom<Restart[]>("history", "checkpoints")
  .map((from) => ({ do: "restart", from }));

const step = fc.oneof(
  { arbitrary: send(event), weight: 6 },
  { arbitrary: wait, weight: 2 },
  { arbitrary: restart, weight: 1 },
);
const story = fc.array(step, { maxLength: 25, size: "max" });

type GuardStage = Stage<typeof guardMachine>;

function play(guarded: GuardedTodo, steps: readonly GuardStep[]): GuardStage {
  const stage = createStage(guardMachine, guarded);
  for (const one of steps) stage.take(one);
  return stage;
}

/** The verdicts given, in order. */
const verdicts = (stage: GuardStage) =>
  stage.told.flatMap(({ emitted }) => (emitted.type === "guard.verdict" ? [emitted] : []));

const startsAgain = (one: GuardStep) =>
  one.do === "send" && (one.event.type === "RESET" || one.event.type === "REOPENED");

const atMost = (maxRetryAttempts: number): GuardedTodo => ({
  session: "session",
  todo: "Write tests",
  maxRetryAttempts,
  validationTimeout: VALIDATION,
  retention: RETENTION,
  onGuardFailure: "block",
});
const claims = (id: string): GuardStep => ({
  do: "send",
  event: { type: "CLAIM", toolUseId: id },
});
const passes = (id: string): GuardStep => ({
  do: "send",
  event: { type: "PASSED", toolUseId: id },
});
const completes: GuardStep = { do: "send", event: { type: "COMPLETED" } };

describe("a guarded todo", () => {
  property(
    "never counts more attempts than allowed, whatever happens in whatever order",
    [todo, story],
    (guarded, steps) => {
      const stage = createStage(guardMachine, guarded);
      let validations = 0;
      let mostValidations = 0;
      let mostAttempts = 0;
      for (const one of steps) {
        const before = stage.told.length;
        const changed = one.do === "send" ? stage.send(one.event) : stage.take(one);
        const told = stage.told.slice(before).map(({ emitted }) => emitted.type);
        validations += told.filter((type) => type === "guard.validate").length;
        if (changed && startsAgain(one)) validations = 0;
        mostValidations = Math.max(mostValidations, validations);
        mostAttempts = Math.max(mostAttempts, stage.snapshot()?.context.attempt ?? 0);
      }
      const attempts = verdicts(stage).map(({ verdict }) => verdict.attempt);
      expect(Math.max(mostAttempts, ...attempts)).toBeLessThanOrEqual(guarded.maxRetryAttempts);
      // The first claim of a count is reviewed, not validated.
      expect(mostValidations).toBeLessThan(guarded.maxRetryAttempts);
    },
  );

  property(
    "answers a claim once, or takes back what it allowed, and is over once; then nothing changes it",
    [todo, story, story],
    (guarded, steps, later) => {
      const stage = play(guarded, [...steps, { do: "send", event: { type: "SESSION_ENDED" } }]);
      const answers = new Map<string, string>();
      for (const { toolUseId: id, verdict } of verdicts(stage)) {
        answers.set(id, `${answers.get(id) ?? ""}${verdict.decision} `);
      }
      const allowed = ["allow ", "block ", "allow block "];
      expectSame(
        [...answers.values()].filter((answer) => !allowed.includes(answer)),
        [],
      );
      const over = stage.told.filter(({ emitted }) => emitted.type === "guard.over");
      const outcomes = stage.journal.entries().filter(({ outcome }) => outcome !== undefined);
      expectSame([over.length, outcomes.length <= 1, stage.state()], [1, true, "over"]);
      const told = stage.told.length;
      const entries = stage.journal.entries();
      for (const one of later) if (one.do !== "restart") stage.take(one);
      expectSame(stage.told.length, told);
      expectSame(stage.journal.entries(), entries);
    },
  );

  property(
    "left alone, is forgotten or waits exhausted for a person, and every claim has its verdict",
    [todo, story],
    (guarded, steps) => {
      const stage = createStage(guardMachine, guarded);
      const claimed = new Set<string>();
      for (const one of steps) {
        const changed = one.do === "send" ? stage.send(one.event) : stage.take(one);
        if (changed && one.do === "send" && one.event.type === "CLAIM") {
          claimed.add(one.event.toolUseId);
        }
      }
      stage.outwait();
      expect(["over", "exhausted"]).toContain(stage.state());
      expectSame(new Set(verdicts(stage).map((verdict) => verdict.toolUseId)), claimed);
    },
    {
      kept: [
        // A claim past the limit stopped the clock of one that still waited: it waited for ever.
        [atMost(2), [claims("1"), claims("2"), claims("3")]],
        // So did a newer claim that was judged first,
        [atMost(3), [claims("1"), claims("2"), claims("3"), passes("3")]],
        // and a todo that was seen to be completed while a newer claim was judged.
        [atMost(3), [claims("1"), claims("2"), passes("2"), claims("3"), completes]],
      ],
    },
  );

  property(
    "behaves after any number of restarts as if there had been none",
    [todo, story],
    (guarded, steps) => {
      const undisturbed = play(
        guarded,
        steps.filter((one) => one.do !== "restart"),
      );
      const restarted = play(guarded, steps);
      const compare = () => {
        expectSame(restarted.told, undisturbed.told);
        expect(restarted.state()).toBe(undisturbed.state());
        expectSame(restarted.snapshot()?.context, undisturbed.snapshot()?.context);
        expectSame(restarted.deadlines(), undisturbed.deadlines());
      };
      compare();
      undisturbed.outwait();
      restarted.outwait();
      compare();
    },
  );

  property("is rebuilt from its journal exactly as it is", [todo, story], (guarded, steps) => {
    const stage = play(guarded, steps);
    const replay = createReplay([guardMachine]);
    for (const entry of stage.journal.entries()) replay.apply(entry);
    expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
    const [rebuilt] = [...replay.instances.all()];
    expectSame(rebuilt?.snapshot.value, stage.snapshot()?.value);
    expectSame(rebuilt?.snapshot.context, stage.snapshot()?.context);
    const due = (rebuilt?.deadlines ?? []).map(({ id, at }) => ({ id, at }));
    expectSame(
      due,
      stage.deadlines().map(({ id, at }) => ({ id, at })),
    );
  });

  const forged = fc.record({
    type: fc.constantFrom(
      "xstate.init",
      "xstate.stop",
      "xstate.error.actor.one",
      "xstate.after.validationTimeout.todo-attempt-guard.watching.validating",
      "xstate.after.retention.todo-attempt-guard.watching.reviewing",
      "xstate.after.retention.todo-attempt-guard.approved",
      "readback.start",
      "readback.checkpoint",
      "*",
      "",
    ),
    value: fc.constant("approved"),
    context: fc.constant({ attempt: 0 }),
    toolUseId,
  });
  const unasked = judgement.map((one) => ({ ...one, toolUseId: "never-claimed" }));
  const noise = fc.oneof(
    fc.oneof(forged, unasked).map((one) => ({ do: "forge" as const, event: one })),
    fc.nat(30).map((index) => ({ do: "repeat" as const, index })),
  );

  property(
    "takes no notice of repeated, late, unasked or forged events",
    [todo, fc.array(fc.oneof(step, noise), { maxLength: 30, size: "max" })],
    (guarded, steps) => {
      const quiet = createStage(guardMachine, guarded);
      const noisy = createStage(guardMachine, guarded);
      /** Claims and judgements that were taken: saying them again means nothing. */
      const said: GuardEvent[] = [];
      for (const one of steps) {
        if (one.do === "forge" || one.do === "repeat") {
          const event = one.do === "forge" ? one.event : said[one.index % said.length];
          if (event && noisy.send(event)) expect.fail(`${event.type} changed something`);
        } else if (one.do === "send") {
          const changed = noisy.send(one.event);
          quiet.send(one.event);
          if (changed && "toolUseId" in one.event) said.push(one.event);
        } else {
          quiet.take(one);
          noisy.take(one);
        }
      }
      expectSame(noisy.journal.entries(), quiet.journal.entries());
      expectSame(noisy.told, quiet.told);
      expectSame(noisy.snapshot()?.context, quiet.snapshot()?.context);
      expectSame(noisy.deadlines(), quiet.deadlines());
    },
  );

  const untilDecided = fc.array(
    fc.oneof(send(claim), send(judgement), restart, fc.constant<GuardStep>({ do: "wait", ms: 50 })),
    { maxLength: 20 },
  );

  property(
    "that a person approved stays approved, across claims, late judgements and restarts",
    [todo, untilDecided, untilDecided],
    (guarded, before, after) => {
      const stage = play(guarded, before);
      stage.send({ type: "APPROVE" });
      const given = verdicts(stage).length;
      for (const one of after) stage.take(one);
      expect(stage.state()).toBe("approved");
      for (const { verdict } of verdicts(stage).slice(given)) {
        expect(verdict).toMatchObject({ kind: "approved", decision: "allow" });
      }
    },
  );

  property(
    "that a person reset starts again from nothing, and what was running does not count",
    [todo, story, fc.array(fc.oneof(send(judgement), restart), { maxLength: 10 })],
    (guarded, before, after) => {
      const stage = play(guarded, before);
      fc.pre(stage.state() !== "over" && stage.state() !== "remembered");
      stage.send({ type: "RESET" });
      for (const one of after) stage.take(one);
      expect(stage.snapshot()?.context.attempt).toBe(0);
      stage.send({ type: "CLAIM", toolUseId: "fresh" });
      const { verdict } = verdicts(stage).at(-1) ?? {};
      expect(verdict).toMatchObject({ kind: "review", decision: "block", attempt: 1 });
    },
  );

  property("is never judged for a claim that was not made", [todo, story], (guarded, steps) => {
    const stage = play(guarded, steps);
    const claimed = new Set(
      steps.map((one) =>
        one.do === "send" && one.event.type === "CLAIM" ? one.event.toolUseId : "",
      ),
    );
    const unasked = verdicts(stage).filter((verdict) => !claimed.has(verdict.toolUseId));
    expectSame(unasked, []);
  });
});
