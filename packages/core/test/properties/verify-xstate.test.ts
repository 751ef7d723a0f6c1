import { describe, expect, it } from "vitest";
import { createActor, SimulatedClock, sendTo, setup } from "xstate";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import type { VerifyEvent } from "../../src/verify-retry-escalate/events.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";
import type { VerifyInput } from "../../src/verify-retry-escalate/task.js";

const input: VerifyInput = {
  task: { id: "03-01:task-3", name: "Create the class" },
  settings: {
    maxAttempts: 2,
    retryDelay: 100,
    executeTimeout: 1_000,
    verifyTimeout: 1_000,
    stuckAfter: null,
  },
  previous: [],
};
const FAILED: VerifyEvent = {
  type: "FAILED",
  failure: "verification_failed",
  report: { error: "2 tests failed" },
};

describe("the verify machine, under XState's own actors", () => {
  it("runs as it is, timers included", () => {
    const clock = new SimulatedClock();
    const actor = createActor(verifyMachine, { input, clock });
    const heard: string[] = [];
    actor.on("*", ({ type }) => heard.push(type));
    actor.start();
    actor.send({ type: "START" });
    clock.increment(1_000);
    expect(actor.getSnapshot().value).toBe("retrying");
    clock.increment(100);
    actor.send({ type: "EXECUTED" });
    actor.send(FAILED);
    expect(actor.getSnapshot()).toMatchObject({
      value: "escalated",
      context: { attempt: 2, escalation: "max_retries_exceeded" },
    });
    actor.send({ type: "RESPOND", response: { action: "fix", instruction: "use trim" } });
    actor.send({ type: "EXECUTED" });
    actor.send({ type: "PASSED" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "done" });
    expect(heard).toEqual([
      "verify.execute",
      "verify.timeout",
      "verify.execute",
      "verify.verify",
      "verify.escalate",
      "verify.execute",
      "verify.verify",
      "verify.ended",
    ]);
  });

  it("takes other delays with `provide`, here and in the runtime", () => {
    const hasty = verifyMachine.provide({ delays: { executeTimeout: 10, retryDelay: 1 } });
    const clock = new SimulatedClock();
    const actor = createActor(hasty, { input, clock }).start();
    const simulated = createSimulatedClock();
    const runtime = createRuntime([hasty], { clock: simulated });
    runtime.start(hasty, "one", input);
    actor.send({ type: "START" });
    runtime.send("one", { type: "START" });
    for (const ms of [10, 1, 10]) {
      clock.increment(ms);
      simulated.advance(ms);
    }
    expect(actor.getSnapshot()).toMatchObject({ value: "escalated", context: { executions: 2 } });
    expect(runtime.snapshot("one")).toMatchObject({
      value: "escalated",
      context: { executions: 2 },
    });
  });

  it("is invoked by a parent machine, which learns when it is over", () => {
    const parent = setup({
      types: { events: {} as VerifyEvent },
      actors: { verify: verifyMachine },
    }).createMachine({
      initial: "working",
      states: {
        working: {
          invoke: { id: "verify", src: "verify", input, onDone: "finished" },
          on: { "*": { actions: sendTo("verify", ({ event }) => event) } },
        },
        finished: { type: "final" },
      },
    });
    const actor = createActor(parent, { clock: new SimulatedClock() }).start();
    actor.send({ type: "START" });
    actor.send({ type: "EXECUTED" });
    expect(actor.getSnapshot().children.verify?.getSnapshot().value).toBe("verifying");
    actor.send({ type: "PASSED" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "finished" });
  });
});
