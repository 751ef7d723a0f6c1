import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { createReplay } from "../../src/runtime/replay.js";
import type { GuardEvent } from "../../src/todo-attempt-guard/events.js";
import type { GuardedTodo } from "../../src/todo-attempt-guard/guarded-todo.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import { createStage, expectSame, type Restart, type Stage, type Step } from "../support/lives.js";
import { property } from "../support/properties.js";

type GuardStep = Step<GuardEvent>;

const VALIDATION = 1_000;
const RETENTION = 10_000;
/** Claims closer together than that are twins. */
const TURN = 2_000;

const todo: fc.Arbitrary<GuardedTodo> = fc.record({
  session: fc.constant("session"),
  todo: fc.constant("Write tests"),
  maxRetryAttempts: fc.integer({ min: 1, max: 5 }),
  validationTimeout: fc.constant(VALIDATION),
  retention: fc.constant(RETENTION),
  onGuardFailure: fc.constantFrom("block", "allow"),
  rememberCompleted: fc.boolean(),
  rules: fc.constantFrom(2, 2, undefined),
});

const toolUseId = fc.nat(7).map((n) => `tool-${n}`);
const call = fc.record(
  { type: fc.constant("CLAIM" as const), toolUseId, unchecked: fc.constant(true as const) },
  { requiredKeys: ["type", "toolUseId"] },
);
const told = fc.tuple(call, fc.constantFrom("list" as const, "report" as const));
const claim: fc.Arbitrary<GuardEvent> = fc.oneof(
  { arbitrary: call, weight: 3 },
  { arbitrary: told.map(([one, from]) => ({ ...one, from })), weight: 1 },
);
const judgement: fc.Arbitrary<GuardEvent> = fc.oneof(
  fc.record({ type: fc.constantFrom("PASSED" as const, "HAPPENED" as const), toolUseId }),
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
  { type: "HEARD" },
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
  .oneof(
    fc.nat(VALIDATION),
    fc.constantFrom(VALIDATION - 1, VALIDATION, TURN - 1, TURN, RETENTION - 1, RETENTION),
  )
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
      const attempt = () => stage.snapshot()?.context.attempt ?? 0;
      for (const one of steps) {
        const before = { told: stage.told.length, state: stage.state(), attempt: attempt() };
        stage.take(one);
        const told = stage.told.slice(before.told).map(({ emitted }) => emitted.type);
        validations += told.filter((type) => type === "guard.validate").length;
        // What another todo's block held up is given back.
        if (attempt() === before.attempt - 1) validations -= 1;
        const isNew = before.state === "remembered" && stage.state() !== "remembered";
        if (attempt() === 0 || isNew) validations = 0;
        mostValidations = Math.max(mostValidations, validations);
        mostAttempts = Math.max(mostAttempts, attempt());
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
        stage.take(one);
        for (const { toolUseId: id } of stage.snapshot()?.context.claims ?? []) claimed.add(id);
      }
      stage.outwait();
      expect(["over", "exhausted"]).toContain(stage.state());
      const answered = new Set(verdicts(stage).map((verdict) => verdict.toolUseId));
      expectSame(
        [...claimed].filter((id) => !answered.has(id)),
        [],
      );
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
          // What was no claim, but old news, may be one at another time.
          const { claims = [] } = noisy.snapshot()?.context ?? {};
          const { event } = one;
          const isKept =
            "toolUseId" in event && claims.some((claim) => claim.toolUseId === event.toolUseId);
          if (changed && isKept) said.push(event);
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

  const overruling = judgement.filter(({ type }) => type !== "HAPPENED");
  const untilDecided = fc.array(
    fc.oneof(send(call), send(overruling), restart, fc.constant<GuardStep>({ do: "wait", ms: 50 })),
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
      // Unless another todo blocks the same write, every claim passes.
      for (const { verdict } of verdicts(stage).slice(given)) {
        expect(["approved", "withheld"]).toContain(verdict.kind);
      }
      stage.send({ type: "CLAIM", toolUseId: "fresh" });
      expect(verdicts(stage).at(-1)?.verdict).toMatchObject({ kind: "approved" });
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

  const today = todo.map((guarded) => ({ ...guarded, rules: 2 as const }));
  const claiming = fc.array(
    fc.oneof(
      { arbitrary: send(call), weight: 5 },
      { arbitrary: send(judgement), weight: 3 },
      { arbitrary: wait, weight: 2 },
      { arbitrary: restart, weight: 1 },
    ),
    { maxLength: 25, size: "max" },
  );

  property(
    "counts no claim that nobody can have made after reading the verdict on the one before",
    [today, claiming],
    (guarded, steps) => {
      const stage = createStage(guardMachine, guarded);
      for (const one of steps) {
        const before = stage.snapshot()?.context;
        const changed = one.do === "send" ? stage.send(one.event) : stage.take(one);
        const after = stage.snapshot()?.context;
        if (!changed || !before || !after || after.attempt <= before.attempt) continue;
        const last = before.claims.filter(({ twinOf }) => twinOf === undefined).at(-1);
        if (!last || stage.state() === "over") continue;
        expect(last.verdict).not.toBeNull();
        const isCleared = last.verdict?.kind === "cleared";
        const since = stage.now() - (last.decidedAt ?? 0);
        if (!isCleared) expect(since).toBeGreaterThanOrEqual(TURN);
      }
    },
  );

  property(
    "gives a twin the verdict of the claim it came with, at any moment before that can be read",
    [today, claiming, fc.nat(TURN - 1), fc.boolean()],
    (guarded, steps, ms, passes) => {
      const stage = play(guarded, steps);
      fc.pre(["reviewing", "blocked", "validating", "unclaimed"].includes(within(stage.state())));
      stage.wait(VALIDATION + TURN);
      fc.pre(stage.state().startsWith("watching."));
      const before = stage.snapshot()?.context.attempt ?? 0;
      fc.pre(before < guarded.maxRetryAttempts);
      stage.send({ type: "CLAIM", toolUseId: "one" });
      stage.send({ type: "CLAIM", toolUseId: "while it waits" });
      stage.send(
        passes
          ? { type: "PASSED", toolUseId: "one" }
          : { type: "FAILED", toolUseId: "one", detail: "because" },
      );
      stage.wait(ms);
      stage.send({ type: "CLAIM", toolUseId: "soon after" });
      const kinds = ["one", "while it waits", "soon after"].map(
        (id) => verdicts(stage).find((verdict) => verdict.toolUseId === id)?.verdict,
      );
      expectSame(kinds[1], kinds[0]);
      expectSame(kinds[2], kinds[0]);
      expect(stage.snapshot()?.context.attempt).toBe(before + 1);
    },
  );

  property(
    "is not used up by a claim that another todo's block held up",
    [today, claiming, fc.constantFrom("WITHHELD" as const, "OVERRULED" as const)],
    (guarded, steps, type) => {
      const stage = play(guarded, steps);
      fc.pre(stage.state().startsWith("watching.") && stage.state() !== "watching.validating");
      stage.wait(TURN);
      fc.pre(stage.state() !== "over");
      const before = stage.snapshot()?.context.attempt ?? 0;
      fc.pre(before > 0 && before < guarded.maxRetryAttempts);
      stage.send({ type: "CLAIM", toolUseId: "held up" });
      if (type === "OVERRULED") stage.send({ type: "PASSED", toolUseId: "held up" });
      stage.send({ type, toolUseId: "held up", detail: "'another'" });
      expect(stage.snapshot()?.context.attempt).toBe(before);
      expect(stage.state()).toBe("watching.blocked");
      expect(verdicts(stage).at(-1)?.verdict).toMatchObject({ kind: "withheld", attempt: before });
    },
  );
});

/** The innermost state. */
const within = (state: string): string => state.split(".").at(-1) ?? state;
