import { fc } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  and,
  createEmptyActor,
  createMachine,
  type EventObject,
  initialTransition,
  log,
  sendTo,
  spawnChild,
  stateIn,
  transition,
} from "xstate";
import { createHost } from "../../src/runtime/host.js";
import { interpret } from "../../src/runtime/interpreter/interpreter.js";
import { createStepper, type Step } from "../../src/runtime/stepper.js";
import { anyPlan, EVENTS, machineOf } from "../support/any-machine.js";
import { lampMachine } from "../support/lamp-machine.js";
import { expectSame } from "../support/lives.js";
import { SAMPLES } from "../support/machine-samples.js";
import { property } from "../support/properties.js";

describe("the interpreter steps as XState's own transition does", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    const happening = fc.array(events, { maxLength: 15 });
    property(machine.id, [inputs, happening], (input, list) => compare(machine, input, list));
  }

  const happening = fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constantFrom(...EVENTS), by: fc.nat(3) }) },
      { weight: 1, arbitrary: fc.nat(50) },
    ),
    { maxLength: 12 },
  );
  property("any machine", [anyPlan, fc.nat(3), happening], (plan, input, list) => {
    const machine = machineOf(plan);
    const delays = (machine.events as string[]).filter((type) => type.startsWith("xstate.after"));
    const events = list.flatMap((one) => {
      if (typeof one !== "number") return [one];
      const type = delays[one % delays.length];
      return type === undefined ? [] : [{ type }];
    });
    compare(machine, input, events);
  });
});

/** Steps a machine both ways, and looks at everything after each step. */
function compare(machine: AnyStateMachine, input: unknown, happening: readonly EventObject[]) {
  const stepper = interpret(machine, createEmptyActor());
  let [expected, actions] = initialTransition(machine, input as never);
  let step: Step | undefined = stepper.start(input);
  expectSame(viewOf(step), viewOf(stepFrom(expected, actions)));
  let { snapshot } = step;
  for (const [index, sent] of happening.entries()) {
    if (snapshot.status !== "active") break;
    const stamped = { ...sent, at: 1_000 + index };
    expect(snapshot.can(stamped)).toBe(expected.can(stamped));
    const before = expected;
    [expected, actions] = transition(machine, expected, stamped);
    step = stepper.next(snapshot, stamped);
    // Nothing happened, or something did: both agree.
    expect(step === undefined).toBe(before === expected && actions.length === 0);
    snapshot = step?.snapshot ?? snapshot;
    expectSame(viewOf(step ?? stepFrom(snapshot, [])), viewOf(stepFrom(expected, actions)));
    // What is kept of it is enough.
    const { value, context } = snapshot;
    if (snapshot.status === "active") snapshot = stepper.restore(value, context);
  }
}

interface AnyAction {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: the parameters of XState's built-in actions
  readonly params: any;
}

function stepFrom(snapshot: AnyMachineSnapshot, actions: readonly unknown[]): Step {
  const all = actions as readonly AnyAction[];
  return {
    snapshot,
    timers: all.flatMap(({ type, params }) => {
      if (type === "xstate.cancel") return [params.sendId];
      return type === "xstate.raise" && params.delay !== undefined ? [params] : [];
    }),
    emitted: all.flatMap(({ type, params }) => (type === "xstate.emit" ? [params.event] : [])),
    custom: all.filter(({ type }) => !type.startsWith("xstate.")) as unknown as Step["custom"],
  };
}

function viewOf({ snapshot, timers, emitted, custom }: Step) {
  const { value, context, status, output, tags } = snapshot;
  return {
    ...{ value, context, status, output, timers, emitted },
    tags: [...tags].sort(),
    meta: snapshot.getMeta(),
    isEnd: snapshot.matches("end" as never),
    custom: custom.map(({ type, params, exec, info }) => {
      const { context: seen, event: by } = info;
      return { type, params, exec, seen, by };
    }),
  };
}

/** Changes of a config that make it one the interpreter does not know. */
const unknown: readonly (readonly [string, object])[] = [
  ["parallel", { type: "parallel", initial: undefined }],
  ["history", { states: { a: {}, b: { type: "history" } } }],
  ["`invoke`", { invoke: { src: "it" } }],
  ["`onDone`", { states: { a: { onDone: "b" }, b: {} } }],
  ["listens to *", { on: { "*": ".a" } }],
  ["final within", { states: { a: { initial: "b", states: { b: { type: "final" } } } } }],
  ["no states", { initial: undefined, states: undefined }],
  ["several targets", { on: { GO: { target: [".a", ".a"] } } }],
  ["xstate.log", { entry: log("hello") }],
  ["xstate.sendTo", { states: { a: { entry: sendTo("it", { type: "HI" }) } } }],
  ["xstate.spawnChild", { on: { GO: { actions: ["spawns"] } } }],
  ["like stateIn", { on: { GO: { guard: stateIn("a"), target: ".a" } } }],
  ["like stateIn", { on: { GO: { guard: and(["isIn" as never]), target: ".a" } } }],
  ['no guard "none"', { on: { GO: { guard: "none", target: ".a" } } }],
];
const named = { actions: { spawns: spawnChild("it" as never) }, guards: { isIn: stateIn("a") } };

describe("the interpreter", () => {
  it.each(unknown)("refuses a machine by name: %s. That machine runs on XState", (what, config) => {
    const machine = createMachine(
      {
        id: "m",
        meta: { interpreter: "readback" },
        context: { attempt: 0, bound: 1, cause: null },
        initial: "a",
        states: { a: {} },
        ...config,
      } as never,
      named as never,
    );
    expect(() => interpret(machine, createEmptyActor())).toThrow(
      expect.objectContaining({
        code: "not_interpretable",
        message: expect.stringContaining(what),
      }),
    );
    expect(createStepper(machine).machine).toBe(machine);
  });

  it("runs our own machines, and no machine that does not ask for it", () => {
    for (const { machine } of SAMPLES) {
      expect(() => interpret(machine, createEmptyActor())).not.toThrow();
      expect(machine.config.meta).toMatchObject({ interpreter: "readback" });
    }
    const { snapshot } = createHost(lampMachine).start("lamp", {}, 0).state;
    expect(snapshot.constructor).toBe(Object);
  });
});
