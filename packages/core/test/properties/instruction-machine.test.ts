import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import type { EventObject } from "xstate";
import type { TrackedInstruction } from "../../src/instruction-ack/instruction.js";
import { type InstructionEvent, instructionMachine } from "../../src/instruction-ack/machine.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createStage, expectSame, type Restart, type Stage, type Step } from "../support/lives.js";
import { property } from "../support/properties.js";

type InstructionStep = Step<InstructionEvent>;
type InstructionStage = Stage<typeof instructionMachine>;

const EXPIRY = 10_000;
const CONTENT = "Check for the CLI";

const instruction: fc.Arbitrary<TrackedInstruction> = fc.record({
  id: fc.constant("one"),
  content: fc.constant(CONTENT),
  maxRetries: fc.nat(4),
  expiresAfter: fc.constant(EXPIRY),
  whenFailed: fc.constantFrom(undefined, "wait", "wait", "end"),
});

const event: fc.Arbitrary<InstructionEvent> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ type: "DISPATCHED" } as const) },
  { weight: 5, arbitrary: fc.constant({ type: "TICK" } as const) },
  { weight: 2, arbitrary: fc.boolean().map((idle) => ({ type: "TICK" as const, idle })) },
  { weight: 3, arbitrary: fc.constant({ type: "REDRIVE" } as const) },
  { weight: 1, arbitrary: fc.constant({ type: "ACKNOWLEDGE" } as const) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(undefined, "human", "policy")
      .map((by) => ({ type: "DISCARD" as const, ...(by && { by }) })),
  },
  { weight: 1, arbitrary: fc.constant({ type: "REDRIVE", trackedAs: "another" } as const) },
);
const wait = fc.oneof(fc.nat(EXPIRY), fc.constantFrom(EXPIRY - 1, EXPIRY));
const step: fc.Arbitrary<InstructionStep> = fc.oneof(
  { weight: 12, arbitrary: event.map((one) => ({ do: "send" as const, event: one })) },
  { weight: 1, arbitrary: wait.map((ms) => ({ do: "wait" as const, ms })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom<Restart[]>("history", "checkpoints")
      .map((from) => ({ do: "restart" as const, from })),
  },
);
const story = fc.array(step, { maxLength: 30, size: "max" });

function play(input: TrackedInstruction, steps: readonly InstructionStep[]): InstructionStage {
  const stage = createStage(instructionMachine, input);
  for (const one of steps) stage.take(one);
  return stage;
}

const told = (stage: InstructionStage, type: string) =>
  stage.told.filter(({ emitted }) => emitted.type === type);

/** What the seed says of the text of each dispatch, the first included. */
const URGENCY = ["", "", "**IMPORTANT:** ", "**URGENT:** ", "**URGENT:** "];

describe("a tracked instruction", () => {
  property(
    "is dispatched at most 1 + maxRetries times until a person redrives it, ever more urgently",
    [instruction, story],
    (input, steps) => {
      const stage = createStage(instructionMachine, input);
      /** The texts the agent got, one list per count. */
      const counts: string[][] = [[]];
      for (const one of steps) {
        const copies = stage.told.flatMap(({ emitted }) =>
          emitted.type === "instruction.queue" ? [emitted.text] : [],
        );
        const changed = one.do === "send" ? stage.send(one.event) : stage.take(one);
        if (!changed || one.do !== "send") continue;
        if (one.event.type === "DISPATCHED") counts.at(-1)?.push(copies.at(-1) ?? "never queued");
        if (one.event.type === "REDRIVE" && !one.event.trackedAs) counts.push([]);
      }
      for (const texts of counts) {
        expectSame(
          texts,
          URGENCY.slice(0, texts.length).map((prefix) => `${prefix}${CONTENT}`),
        );
        if (texts.length > 1 + input.maxRetries) expect.fail(`${texts.length} dispatches`);
      }
      const kept = stage.snapshot()?.context.dispatches.map(({ text }) => text);
      expectSame(kept ?? counts.flat(), counts.flat());
    },
  );

  property(
    "ends once, as acknowledged or discarded, and nothing changes it after that",
    [instruction, story, fc.boolean(), story],
    (input, steps, isAcknowledged, later) => {
      const stage = play(input, steps);
      if (isAcknowledged) stage.send({ type: "ACKNOWLEDGE" });
      else {
        stage.wait(EXPIRY);
        stage.send({ type: "DISCARD" });
      }
      expectSame(stage.state(), "over");
      const entries = stage.journal.entries();
      const heard = stage.told.length;
      for (const one of later) if (one.do !== "restart") stage.take(one);
      expectSame(stage.journal.entries(), entries);
      expectSame(stage.told.length, heard);
      const ends = entries.filter(({ done }) => done);
      expectSame(ends.length <= 1, true);
      expectSame(told(stage, "instruction.acknowledged").length <= 1, true);
    },
  );

  property(
    "left alone, has failed visibly or is over: nothing waits forever",
    [instruction, story],
    (input, steps) => {
      const stage = play(input, steps);
      const wasOver = stage.state() === "over";
      stage.outwait();
      const isKept = !wasOver && input.whenFailed !== "end";
      expectSame(stage.state(), isKept ? "failed" : "over");
      if (!wasOver) expectSame(told(stage, "instruction.failed").length > 0, true);
    },
  );

  property(
    "behaves after any number of restarts as if there had been none",
    [instruction, story],
    (input, steps) => {
      const undisturbed = play(
        input,
        steps.filter((one) => one.do !== "restart"),
      );
      const restarted = play(input, steps);
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

  property("is rebuilt from its journal exactly as it is", [instruction, story], (input, steps) => {
    const stage = play(input, steps);
    const replay = createReplay([instructionMachine]);
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

  /** What means nothing in each state. */
  const MEANINGLESS: Record<string, readonly string[]> = {
    "tracked.queued": ["TICK", "REDRIVE", "DISCARD"],
    "tracked.awaitingAck": ["DISPATCHED", "REDRIVE", "DISCARD", "TICK"],
    failed: ["DISPATCHED", "TICK"],
    over: ["DISPATCHED", "TICK", "ACKNOWLEDGE", "REDRIVE", "DISCARD"],
  };
  const FORGED = [
    "xstate.init",
    "xstate.stop",
    "xstate.after.expiresAfter.instruction-ack.tracked",
    "xstate.done.state.instruction-ack",
    "readback.start",
    "readback.checkpoint",
    "acknowledge",
    "",
  ];
  const noise = fc.nat(20).map((pick) => ({ do: "noise" as const, pick }));

  property(
    "takes no notice of repeated, late, misplaced or forged events",
    [instruction, fc.array(fc.oneof(step, noise), { maxLength: 40, size: "max" })],
    (input, steps) => {
      const quiet = createStage(instructionMachine, input);
      const noisy = createStage(instructionMachine, input);
      for (const one of steps) {
        if (one.do !== "noise") {
          quiet.take(one);
          noisy.take(one);
          continue;
        }
        const types = [...(MEANINGLESS[noisy.state()] ?? []), ...FORGED];
        const type = types[one.pick % types.length] as string;
        // A tick while something else waits to be handed over means nothing.
        const forged = {
          type,
          idle: false,
          at: 7,
          value: "acknowledged",
          context: {},
        } as EventObject;
        if (noisy.send(forged)) expect.fail(`${type} changed something in ${noisy.state()}`);
      }
      expectSame(noisy.journal.entries(), quiet.journal.entries());
      expectSame(noisy.told, quiet.told);
      expectSame(noisy.deadlines(), quiet.deadlines());
    },
  );
});
