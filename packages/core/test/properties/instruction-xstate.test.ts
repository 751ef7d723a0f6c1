import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock, sendTo, setup } from "xstate";
import type { TrackedInstruction } from "../../src/instruction-ack/instruction.js";
import { type InstructionEvent, instructionMachine } from "../../src/instruction-ack/machine.js";
import { createRuntime } from "../../src/runtime/runtime.js";

const input: TrackedInstruction = {
  id: "one",
  content: "Check for the CLI",
  maxRetries: 1,
  expiresAfter: 10_000,
};

describe("the instruction machine, under XState's own actors", () => {
  it("runs as it is, timers included", () => {
    const clock = new SimulatedClock();
    const actor = createActor(instructionMachine, { input, clock });
    const texts: string[] = [];
    actor.on("instruction.queue", ({ text }) => texts.push(text));
    actor.start();
    for (const type of ["DISPATCHED", "TICK", "DISPATCHED", "TICK"] as const) actor.send({ type });
    expect(texts).toEqual(["Check for the CLI", "Check for the CLI"]);
    expect(actor.getSnapshot()).toMatchObject({ value: "failed", context: { attempt: 2 } });
    const ages = actor.getSnapshot().context.dispatches.map(({ at }) => Date.now() - at);
    expect(ages.every((age) => age >= 0 && age < 60_000)).toBe(true);
    actor.send({ type: "REDRIVE" });
    clock.increment(9_999);
    expect(actor.getSnapshot().value).toEqual({ tracked: "queued" });
    clock.increment(1);
    expect(actor.getSnapshot()).toMatchObject({ value: "failed", context: { cause: "timer" } });
    actor.send({ type: "ACKNOWLEDGE" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "acknowledged" });
  });

  it("takes another rule with `provide`, here and in the runtime", () => {
    const patient = instructionMachine.provide({ guards: { hasAttemptsLeft: () => true } });
    const actor = createActor(patient, { input }).start();
    const runtime = createRuntime([patient]);
    runtime.start(patient, "one", input);
    for (let turn = 0; turn < 5; turn += 1) {
      for (const type of ["DISPATCHED", "TICK"] as const) {
        actor.send({ type });
        runtime.send("one", { type });
      }
    }
    expect(actor.getSnapshot().context.attempt).toBe(5);
    expect(runtime.snapshot("one")?.context.attempt).toBe(5);
    runtime.stop();
  });

  it("is invoked by a parent machine, which learns when it is over", () => {
    const parent = setup({
      types: { events: {} as InstructionEvent },
      actors: { instruction: instructionMachine },
    }).createMachine({
      initial: "instructing",
      states: {
        instructing: {
          invoke: { id: "instruction", src: "instruction", input, onDone: "takenUp" },
          on: { "*": { actions: sendTo("instruction", ({ event }) => event) } },
        },
        takenUp: { type: "final" },
      },
    });
    const actor = createActor(parent).start();
    actor.send({ type: "DISPATCHED" });
    expect(actor.getSnapshot().children.instruction?.getSnapshot().context.attempt).toBe(1);
    actor.send({ type: "ACKNOWLEDGE" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "takenUp" });
  });
});
