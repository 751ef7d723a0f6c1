import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import { type AnyStateMachine, createActor, SimulatedClock } from "xstate";
import type { Bounded } from "../../src/bounded.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { SAMPLES } from "../support/machine-samples.js";
import { property } from "../support/properties.js";

const timersOf = (machine: AnyStateMachine): readonly string[] =>
  (machine.events as string[]).filter((type) => type.startsWith("xstate.after."));

/** A forged event fires a timer that is pending, early; see decision 35. */
describe.each(SAMPLES.map((sample) => [sample.machine.id, sample] as const))(
  "forged timers of %s",
  (_, { machine, inputs, events }) => {
    const run = (input: unknown) =>
      createActor(machine, { input, clock: new SimulatedClock() } as never).start();
    const boundsOf = (actor: ReturnType<typeof run>) => actor.getSnapshot().context as Bounded;

    property(
      "under a plain actor never pass for a person",
      [inputs, fc.array(fc.constantFrom(...timersOf(machine)), { maxLength: 20 })],
      (input, forged) => {
        const actor = run(input);
        for (const type of forged)
          if (actor.getSnapshot().status === "active") actor.send({ type });
        expect(boundsOf(actor).cause).not.toBe("human");
      },
    );

    property(
      "under a plain actor never allow an attempt too many",
      [inputs, fc.array(events, { maxLength: 30 })],
      (input, story) => {
        const actor = run(input);
        for (const event of story) {
          if (actor.getSnapshot().status !== "active") break;
          actor.send(event);
          const { attempt, bound } = boundsOf(actor);
          expect(attempt).toBeLessThanOrEqual(bound);
        }
      },
    );

    it("change nothing in the runtime", () => {
      const runtime = createRuntime([machine]);
      const [input] = fc.sample(inputs, 1);
      runtime.start(machine, "one", input as never);
      const before = runtime.snapshot("one");
      for (const type of timersOf(machine)) runtime.send("one", { type } as never);
      expect(runtime.snapshot("one") === before).toBe(true);
      runtime.stop();
    });
  },
);
