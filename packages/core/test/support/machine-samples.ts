import { fc } from "@fast-check/vitest";
import type { AnyStateMachine, EventObject } from "xstate";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import { instructionMachine } from "../../src/instruction-ack/machine.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";
import { verifyMachine } from "../../src/verify-retry-escalate/machine.js";

/** What one of our machines can be put through. */
export interface Sample {
  readonly machine: AnyStateMachine;
  readonly inputs: fc.Arbitrary<unknown>;
  /** Every event the machine knows, its own deadlines included. */
  readonly events: fc.Arbitrary<EventObject>;
}

const one = <T>(...values: T[]) => fc.constantFrom(...values);
const event = (types: readonly string[], rest: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ type: one(...types), ...rest }) as fc.Arbitrary<EventObject>;

const sample = (
  machine: AnyStateMachine,
  inputs: Sample["inputs"],
  events: Sample["events"],
): Sample => ({ machine, inputs, events });

/** All four machines. */
export const SAMPLES: readonly Sample[] = [
  sample(
    askMachine,
    fc.record({
      ask: fc.record({
        askId: one("ask"),
        requestBase: one("own"),
        session: one("s"),
        from: one(null),
        title: one(null),
        questions: one([]),
        maxRetries: fc.nat(3),
        retry: one("agent", "host"),
        concurrency: one("queue", "reject", "replace"),
        times: fc.record({
          renderTimeout: one(10),
          responseTimeout: one(20),
          responseCap: one(30),
          queueCap: one(40),
          idleWindow: one(50),
          lateAnswerWindow: one(0, 60),
          memory: one(0, 70),
        }),
      }),
      call: fc.record({ caller: one("a"), others: fc.nat(1) }),
      at: one(0),
    }),
    event(eventsOf(askMachine), {
      requestId: one("own.1", "own.2", "own.3", "foreign.1"),
      caller: one("a", "b"),
      patience: one(undefined, 15),
      others: fc.nat(1),
      how: one(undefined, "gone", "stopping"),
      answers: one([]),
      problem: one("wrong"),
      hint: one("none"),
    }),
  ),
  sample(
    guardMachine,
    fc.record({
      session: one("s"),
      todo: one("Write tests"),
      maxRetryAttempts: fc.integer({ min: 1, max: 3 }),
      validationTimeout: one(10),
      retention: one(20),
      onGuardFailure: one("block", "allow"),
      rememberCompleted: fc.boolean(),
      rules: one(2, undefined),
    }),
    event(eventsOf(guardMachine), {
      toolUseId: one("1", "2", "3", "4"),
      from: one(undefined, "list", "report"),
      detail: one("none"),
      at: one(0, 1_000, 5_000),
    }),
  ),
  sample(
    instructionMachine,
    fc.record({
      id: one("i"),
      content: one("Check for the CLI"),
      maxRetries: fc.nat(3),
      expiresAfter: one(10),
    }),
    event(eventsOf(instructionMachine), {}),
  ),
  sample(
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
  ),
];

function eventsOf(machine: AnyStateMachine): readonly string[] {
  return machine.events as string[];
}
