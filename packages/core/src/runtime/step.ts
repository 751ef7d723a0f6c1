import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createEmptyActor,
  type EventObject,
  type ExecutableActionObject,
  type StateValue,
} from "xstate";
import { compile } from "./compiled/machine.js";

/** What ended an instance or moved it last: a person, a clock, a rule, or the system around it. */
export type Cause = "human" | "timer" | "policy" | "system";

/** What every machine here keeps in its context, so that any host can report progress. */
export interface Bounded {
  /** Attempts used so far, counted from 1. */
  readonly attempt: number;
  /** Attempts allowed. */
  readonly bound: number;
  readonly cause: Cause | null;
}

/** A delayed event the machine wants sent to itself. */
interface Schedule {
  readonly id: string;
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
  /** The snapshot of a live instance, from what a checkpoint keeps of it. Throws when that cannot be one. */
  restore(value: StateValue, context: unknown): AnyMachineSnapshot;
}

/**
 * XState's own `transition()` builds a new inert actor scope for every call, which costs several
 * times the transition itself; here one scope serves all instances of a machine.
 */
export function createStepper(machine: AnyStateMachine): Stepper {
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
      if (action.type === "xstate.raise") timers.push(params as Schedule);
      else if (action.type === "xstate.cancel") timers.push(params.sendId as string);
      else if (action.type === "xstate.emit") emitted.push(params.event as EventObject);
      else custom.push(action);
    }
    return { snapshot, timers, emitted, custom };
  };

  const compiled = compile(machine, scope);
  const { start, next } = compiled ?? {
    start: (input) => machine.getInitialSnapshot(scope, input),
    next: (snapshot, event) => machine.transition(snapshot, event, scope) as AnyMachineSnapshot,
  };

  return {
    machine,
    start(input) {
      actions = [];
      return stepTo(start(input));
    },
    next(snapshot, event) {
      actions = [];
      const after = next(snapshot, event);
      // Re-entering a state gives the same snapshot, but sets its timers anew.
      return after === snapshot && actions.length === 0 ? undefined : stepTo(after);
    },
    restore: (value, context) =>
      compiled?.restore(value, context) ??
      // It cannot know the machine's context type; a checkpoint keeps what it was.
      (machine.resolveState({ value, context } as never) as AnyMachineSnapshot),
  };
}

/** One string per state, however many entries name it. */
const names = new Map<string, string>();
const nameByValue = new WeakMap<object, string>();

/** A state value as one name: `presenting.rendering`. */
export function stateName(value: AnyMachineSnapshot["value"]): string {
  if (typeof value === "string") return value;
  const known = nameByValue.get(value);
  if (known !== undefined) return known;
  const made = nameOf(value);
  const name = names.get(made) ?? made;
  names.set(name, name);
  nameByValue.set(value, name);
  return name;
}

function nameOf(value: Exclude<AnyMachineSnapshot["value"], string>): string {
  return Object.entries(value)
    .map(([parent, child]) => (child ? `${parent}.${stateName(child)}` : parent))
    .join("+");
}

/** The event with the moment it happened, for a machine reads no clock. */
export function stamped(event: EventObject, at: number): EventObject {
  // Ten times as quick as a spread.
  return Object.assign({ type: event.type }, event, { at });
}
