import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock, sendTo, setup } from "xstate";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import {
  type GuardEvent,
  type GuardedTodo,
  guardMachine,
} from "../../src/todo-attempt-guard/machine.js";

const input: GuardedTodo = {
  session: "session",
  todo: "Write tests",
  maxRetryAttempts: 2,
  validationTimeout: 1_000,
  retention: 10_000,
  onGuardFailure: "block",
};
const claim = (toolUseId: string): GuardEvent => ({ type: "CLAIM", toolUseId });

describe("the guard machine, under XState's own actors", () => {
  it("runs as it is, timers included", () => {
    const clock = new SimulatedClock();
    const actor = createActor(guardMachine, { input, clock });
    const verdicts: string[] = [];
    actor.on("guard.verdict", ({ verdict }) => verdicts.push(verdict.kind));
    actor.start();
    actor.send(claim("1"));
    actor.send(claim("2"));
    expect(actor.getSnapshot().value).toEqual({ watching: "validating" });
    clock.increment(1_000);
    actor.send(claim("3"));
    expect(verdicts).toEqual(["review", "guard_failed", "exhausted"]);
    expect(actor.getSnapshot().value).toBe("exhausted");
    actor.send({ type: "APPROVE" });
    clock.increment(10_000);
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "forgotten" });
  });

  it("goes on from a persisted snapshot", () => {
    const first = createActor(guardMachine, { input }).start();
    first.send(claim("1"));
    const snapshot = JSON.parse(JSON.stringify(first.getPersistedSnapshot()));
    const second = createActor(guardMachine, { input, snapshot }).start();
    second.send(claim("1"));
    second.send(claim("2"));
    expect(second.getSnapshot().context).toMatchObject({ attempt: 2, bound: 2 });
  });

  it("takes other delays and guards with `provide`, here and in the runtime", () => {
    const impatient = guardMachine.provide({ delays: { validationTimeout: 10 } });
    const clock = new SimulatedClock();
    const actor = createActor(impatient, { input, clock }).start();
    const simulated = createSimulatedClock();
    const runtime = createRuntime([impatient], { clock: simulated });
    runtime.start(impatient, "one", input);
    for (const event of [claim("1"), claim("2")]) {
      actor.send(event);
      runtime.send("one", event);
    }
    clock.increment(10);
    simulated.advance(10);
    expect(actor.getSnapshot().value).toEqual({ watching: "blocked" });
    expect(runtime.snapshot("one")?.value).toEqual({ watching: "blocked" });
    expect(runtime.snapshot("one")?.context).toEqual(actor.getSnapshot().context);
  });

  it("is invoked by a parent machine, which learns when it is over", () => {
    const parent = setup({
      types: { events: {} as GuardEvent },
      actors: { guard: guardMachine },
    }).createMachine({
      initial: "guarding",
      states: {
        guarding: {
          invoke: { id: "guard", src: "guard", input, onDone: "over" },
          on: { "*": { actions: sendTo("guard", ({ event }) => event) } },
        },
        over: { type: "final" },
      },
    });
    const actor = createActor(parent).start();
    actor.send({ type: "APPROVE" });
    expect(actor.getSnapshot().children.guard?.getSnapshot().value).toBe("approved");
    actor.send({ type: "COMPLETED" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "over" });
  });
});
