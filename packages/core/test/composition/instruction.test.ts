import { describe, expect, it } from "vitest";
import { assign, createActor, SimulatedClock, sendTo, setup, waitFor } from "xstate";
import { nextText } from "../../src/formats.js";
import type { InstructionOutput } from "../../src/host.js";
import { createInstruction, instructionMachine } from "../../src/index.js";

const input = createInstruction("Read AGENTS.md", { id: "i1", maxRetries: 1 });

/** The machine with hands: a copy that belongs in the queue is handed to the agent at once. */
function handing(texts: string[]) {
  return instructionMachine.provide({
    actions: {
      queue: ({ context, self }) => {
        texts.push(nextText(context));
        self.send({ type: "DISPATCHED" });
      },
    },
  });
}

/** A parent that gives one instruction and goes on when it is over. */
function onboardingOf(machine: typeof instructionMachine) {
  return setup({
    types: {
      context: {} as { instructed: InstructionOutput | null },
      events: {} as { type: "MINUTE" } | { type: "READ" },
    },
    actors: { instruct: machine },
  }).createMachine({
    context: { instructed: null },
    initial: "instructing",
    states: {
      instructing: {
        on: {
          MINUTE: { actions: sendTo("instruct", { type: "TICK", idle: true }) },
          READ: { actions: sendTo("instruct", { type: "ACKNOWLEDGE" }) },
        },
        invoke: {
          id: "instruct",
          src: "instruct",
          input,
          onDone: [
            {
              guard: ({ event }) => event.output.outcome === "acknowledged",
              target: "ready",
              actions: assign({ instructed: ({ event }) => event.output }),
            },
            { target: "ignored", actions: assign({ instructed: ({ event }) => event.output }) },
          ],
        },
      },
      ready: { type: "final" },
      ignored: { type: "final" },
    },
  });
}

describe("a parent machine that invokes the instruction machine", () => {
  it("goes on when the agent has taken it up", () => {
    const texts: string[] = [];
    const actor = createActor(onboardingOf(handing(texts))).start();
    actor.send({ type: "MINUTE" });
    actor.send({ type: "READ" });
    expect(texts).toEqual(["Read AGENTS.md", "Read AGENTS.md"]);
    const { value, context } = actor.getSnapshot();
    expect(value).toBe("ready");
    expect(context.instructed).toMatchObject({
      outcome: "acknowledged",
      cause: "system",
      attempts: 2,
    });
    const ages = context.instructed?.dispatches.map(({ at }) => Date.now() - at) ?? [];
    expect(ages.every((age) => age >= 0 && age < 60_000)).toBe(true);
  });

  it("learns that it never was", () => {
    const actor = createActor(onboardingOf(handing([]))).start();
    for (let minute = 0; minute < 2; minute += 1) actor.send({ type: "MINUTE" });
    expect(actor.getSnapshot()).toMatchObject({
      status: "done",
      value: "ignored",
      context: { instructed: { outcome: "failed", cause: "policy", attempts: 2 } },
    });
  });

  it("learns that it is too old, on XState's simulated clock", () => {
    const clock = new SimulatedClock();
    const actor = createActor(onboardingOf(instructionMachine), { clock }).start();
    clock.increment(24 * 60 * 60_000);
    expect(actor.getSnapshot().context.instructed).toMatchObject({
      outcome: "failed",
      cause: "timer",
      attempts: 0,
    });
  });
});

describe("the instruction machine", () => {
  it("is spawned, one for each text, and told that somebody should know", async () => {
    const pages: string[] = [];
    const loud = instructionMachine.provide({
      actions: { tellFailed: ({ context }) => pages.push(context.instruction.content) },
    });
    const briefing = setup({
      types: { context: {} as { over: number } },
      actors: { instruct: loud },
    }).createMachine({
      context: ({ spawn }) => {
        for (const content of ["Read AGENTS.md", "Run the linter"]) {
          const made = createInstruction(content, { maxRetries: 0 });
          const child = spawn("instruct", { id: made.id, input: made });
          child.send({ type: "DISPATCHED" });
          child.send({ type: content.startsWith("Read") ? "ACKNOWLEDGE" : "TICK" });
        }
        return { over: 0 };
      },
      initial: "waiting",
      states: {
        waiting: {
          on: {
            "xstate.done.actor.*": [
              { guard: ({ context }) => context.over === 1, target: "briefed" },
              { actions: assign({ over: ({ context }) => context.over + 1 }) },
            ],
          },
        },
        briefed: { type: "final" },
      },
    });
    const { value } = await waitFor(
      createActor(briefing).start(),
      ({ status }) => status === "done",
    );
    expect([value, pages]).toEqual(["briefed", ["Run the linter"]]);
  });

  it("with `whenFailed: wait` waits for a person, and tells who let it go", () => {
    const waiting = createInstruction("Read AGENTS.md", { maxRetries: 0, whenFailed: "wait" });
    const ended = (by: "human" | "policy") => {
      const actor = createActor(instructionMachine, { input: waiting }).start();
      actor.send({ type: "DISPATCHED" });
      actor.send({ type: "TICK" });
      expect(actor.getSnapshot().value).toBe("failed");
      actor.send({ type: "DISCARD", by });
      return actor.getSnapshot().output;
    };
    expect(ended("human")).toMatchObject({ outcome: "discarded", cause: "human", trackedAs: null });
    expect(ended("policy")).toMatchObject({ outcome: "discarded", cause: "policy" });
  });
});
