import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  initialTransition,
  transition,
} from "xstate";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import { instructionMachine } from "../../src/instruction-ack/machine.js";
import { createStepper, type Step } from "../../src/runtime/step.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";
import { property } from "../support/properties.js";

const one = <T>(...values: T[]) => fc.constantFrom(...values);
const event = (types: readonly string[], rest: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: one(...types), ...rest }) as fc.Arbitrary<EventObject>;

describe("a stepper steps as XState's own transition does", () => {
  stepsAlike(
    askMachine,
    fc.record({
      askId: one("ask"),
      requestBase: one("own"),
      session: one("s"),
      title: one(null),
      questions: one([]),
      maxRetries: fc.nat(3),
      retry: one("agent", "host"),
      receipt: fc.boolean(),
      times: fc.record({
        renderTimeout: one(10),
        responseTimeout: one(20),
        responseCap: one(30),
        queueCap: one(40),
        idleWindow: one(50),
        lateAnswerWindow: one(0, 60),
      }),
    }),
    event(eventsOf(askMachine), {
      requestId: one("own.1", "own.2", "own.3", "foreign.1"),
      askId: one("ask", "ask", "foreign"),
      answers: one([]),
      hint: one("none"),
    }),
  );
  stepsAlike(
    guardMachine,
    fc.record({
      session: one("s"),
      todo: one("Write tests"),
      maxRetryAttempts: fc.integer({ min: 1, max: 3 }),
      validationTimeout: one(10),
      retention: one(20),
      onGuardFailure: one("block", "allow"),
    }),
    event(eventsOf(guardMachine), { toolUseId: one("1", "2", "3", "4"), detail: one("none") }),
  );
  stepsAlike(
    instructionMachine,
    fc.record({
      id: one("i"),
      content: one("Check for the CLI"),
      maxRetries: fc.nat(3),
      expiresAfter: one(10),
    }),
    event(eventsOf(instructionMachine), {}),
  );
  stepsAlike(
    verifyMachine,
    fc.record({
      task: one({ id: "t", name: "t" }),
      settings: fc.record({
        maxAttempts: fc.integer({ min: 1, max: 3 }),
        retryDelay: one(5),
        executeTimeout: one(10),
        verifyTimeout: one(20),
        stuckAfter: one(null, 2),
      }),
      previous: one([]),
    }),
    event(eventsOf(verifyMachine), {
      failure: one("verification_failed", "architect_rejected"),
      reason: one("permission_denied"),
      report: one({ error: "no" }),
      detail: one("none"),
      response: one({ action: "skip" }, { action: "abort" }, { action: "retry" }),
    }),
  );
});

/** Every event the machine knows, its own deadlines included. */
function eventsOf(machine: AnyStateMachine): readonly string[] {
  return machine.events as string[];
}

function stepsAlike(
  machine: AnyStateMachine,
  inputs: fc.Arbitrary<unknown>,
  events: fc.Arbitrary<EventObject>,
): void {
  property(machine.id, [inputs, fc.array(events, { maxLength: 15 })], (input, happening) => {
    const stepper = createStepper(machine);
    let [expected, actions] = initialTransition(machine, input as never);
    let step: Step | undefined = stepper.start(input);
    expect(viewOf(step)).toEqual(viewOf(stepFrom(expected, actions)));
    let { snapshot } = step;
    for (const [index, sent] of happening.entries()) {
      if (snapshot.status !== "active") break;
      const stamped = { ...sent, at: 1_000 + index };
      [expected, actions] = transition(machine, expected, stamped);
      step = stepper.next(snapshot, stamped);
      snapshot = step?.snapshot ?? snapshot;
      const made = step ?? stepFrom(snapshot, []);
      expect(viewOf(made)).toEqual(viewOf(stepFrom(expected, actions)));
    }
  });
}

function stepFrom(snapshot: AnyMachineSnapshot, actions: readonly unknown[]): Step {
  const all = actions as { readonly type: string; readonly params: Record<string, never> }[];
  return {
    snapshot,
    timers: all.flatMap(({ type, params }) =>
      type === "xstate.raise" ? [params] : type === "xstate.cancel" ? [params.sendId] : [],
    ) as unknown as Step["timers"],
    emitted: all.flatMap(({ type, params }) =>
      type === "xstate.emit" ? [params.event as unknown as EventObject] : [],
    ),
    custom: [],
  };
}

function viewOf({ snapshot, timers, emitted }: Step) {
  const { value, context, status, output, tags } = snapshot;
  return { value, context, status, output, tags: [...tags], timers, emitted };
}
