import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
  type ExecutableActionObject,
  type StateValue,
} from "xstate";
import { interpret } from "./interpreter/interpreter.js";

/** A delayed event the machine wants sent to itself. */
export interface Schedule {
  /** Absent when the machine gave it none. */
  readonly id: string | undefined;
  readonly delay: number;
  readonly event: EventObject;
}

/** The outcome of one pure transition: the next snapshot, and the effects as data. */
export interface Step {
  readonly snapshot: AnyMachineSnapshot;
  /** Timers to set (an object) or to cancel (its id), in order. */
  readonly timers: readonly (Schedule | string)[];
  readonly emitted: readonly EventObject[];
  /** Custom actions someone added with `machine.provide`. */
  readonly custom: readonly ExecutableActionObject[];
}

/** Runs one machine purely, event by event. */
export interface Stepper {
  readonly machine: AnyStateMachine;
  start(input: unknown): Step;
  /** `undefined` when the machine has no transition for the event: nothing happened. */
  next(snapshot: AnyMachineSnapshot, event: EventObject): Step | undefined;
  /** The snapshot of an instance, from what is kept of it. Throws when that cannot be one. */
  restore(value: StateValue, context: unknown): AnyMachineSnapshot;
}

/** One serves all runtimes: a transition calls nothing, so none begins while another runs. */
const interpreted = new WeakMap<AnyStateMachine, Stepper>();

/**
 * XState runs every machine, except one that asks for the interpreter by name, in its root's
 * `meta: { interpreter: "readback" }`. What that cannot run (someone gave the machine an action it
 * does not know, say) runs on XState all the same.
 */
export function createStepper(machine: AnyStateMachine): Stepper {
  if (machine.config.meta?.interpreter !== "readback") return createXStateStepper(machine);
  const known = interpreted.get(machine);
  if (known) return known;
  try {
    const stepper = interpret(machine, createEmptyActor());
    interpreted.set(machine, stepper);
    return stepper;
  } catch {
    return createXStateStepper(machine);
  }
}

/**
 * XState's own `transition()` builds a new inert actor scope for every call, which costs several
 * times the transition itself; here one scope serves all instances of a machine.
 */
export function createXStateStepper(machine: AnyStateMachine): Stepper {
  let actions: ExecutableActionObject[] = [];
  const self = createEmptyActor();
  const scope = {
    self,
    system: self.system,
    id: machine.id,
    sessionId: machine.id,
    logger: () => {},
    defer: () => {},
    emit: () => {},
    stopChild: () => {},
    actionExecutor: (action: ExecutableActionObject) => {
      actions.push(action);
    },
  } as unknown as Parameters<AnyStateMachine["transition"]>[2];

  const stepTo = (snapshot: AnyMachineSnapshot): Step => {
    const timers: (Schedule | string)[] = [];
    const emitted: EventObject[] = [];
    const custom: ExecutableActionObject[] = [];
    for (const action of actions) {
      // biome-ignore lint/suspicious/noExplicitAny: the parameters of XState's built-in actions
      const params = action.params as any;
      if (action.type === "xstate.raise") {
        // Without a delay it has come already.
        if (params.delay !== undefined) timers.push(params as Schedule);
      } else if (action.type === "xstate.cancel") timers.push(params.sendId as string);
      else if (action.type === "xstate.emit") emitted.push(params.event as EventObject);
      else custom.push(action);
    }
    return { snapshot, timers, emitted, custom };
  };

  return {
    machine,
    start(input) {
      actions = [];
      return stepTo(machine.getInitialSnapshot(scope, input));
    },
    next(snapshot, event) {
      actions = [];
      const after = machine.transition(snapshot, event, scope) as AnyMachineSnapshot;
      // Re-entering a state gives the same snapshot, but sets its timers again.
      return after === snapshot && actions.length === 0 ? undefined : stepTo(after);
    },
    restore: (value, context) =>
      // It cannot know the machine's context type; what was kept is what it was.
      machine.resolveState({ value, context } as never) as AnyMachineSnapshot,
  };
}
