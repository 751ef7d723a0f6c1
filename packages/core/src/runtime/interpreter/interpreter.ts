import type { AnyMachineSnapshot, AnyStateMachine, EventObject, StateValue } from "xstate";
import type { Schedule, Step, Stepper } from "../stepper.js";
import { choose, holds } from "./guards.js";
import { ACTIONS, refuseUnknown } from "./refuse.js";
import { InterpretedSnapshot } from "./snapshot.js";
import { type Loose, type Move, State, type Transition } from "./states.js";

/**
 * Runs a machine from its public `config` and `implementations`, several times as quickly as XState:
 * which states a transition leaves and enters is worked out once. Guards and actions run as in
 * XState, in the same order, with the same arguments; `test/runtime/interpreter.test.ts` compares
 * the two step by step. Throws when the machine has anything it does not know.
 */
export function interpret(machine: AnyStateMachine, self: Loose): Stepper {
  const { config, implementations, isForInterpreter } = machine as Loose;
  // A machine that nothing else could run is one that was checked when it was built.
  if (!isForInterpreter) refuseUnknown(machine);
  const { system } = self;
  const root = new State(machine, config);
  const begin = root.enter(undefined);

  // Of the transition that runs: one at a time, for transitions call nothing.
  let context: Loose;
  let raised: EventObject[] = [];
  let timers: (Schedule | string)[] = [];
  let emitted: EventObject[] = [];
  let custom: Loose[] = [];
  let queued: Loose[] = [];

  const enqueue = Object.assign((action: Loose) => void queued.push(action), {
    assign: (assignment: Loose) => queued.push({ type: "xstate.assign", assignment }),
    emit: (event: Loose) => queued.push({ type: "xstate.emit", event }),
    raise: (event: Loose, more: Loose) => queued.push({ type: "xstate.raise", event, ...more }),
    cancel: (sendId: Loose) => queued.push({ type: "xstate.cancel", sendId }),
    sendTo: refuse,
    sendParent: refuse,
    spawnChild: refuse,
    stopChild: refuse,
  });

  const resolved = (given: Loose, args: Loose, params: Loose) =>
    typeof given === "function" ? given(args, params) : given;

  function run(actions: readonly Loose[], event: EventObject): void {
    for (const action of actions) {
      // What is here already, by XState or by the state; or a name.
      const isHere = typeof action === "function" || ACTIONS.has(action.type);
      const found = isHere ? action : implementations.actions[action.type ?? action];
      const args = { context, event, self, system };
      const params = isHere ? undefined : resolved(action.params, { context, event }, undefined);
      switch (found?.type) {
        case "xstate.assign":
          context = assigned(found.assignment, args, params);
          break;
        case "xstate.emit":
          emitted.push(resolved(found.event, args, params));
          break;
        case "xstate.enqueueActions":
          collect(found, event, params);
          break;
        case "xstate.raise":
          schedule(found, args, params);
          break;
        case "xstate.cancel":
          timers.push(resolved(found.sendId, args, params));
          break;
        default: {
          const type = isHere ? action.name || "(anonymous)" : (action.type ?? action);
          custom.push({ type, info: args, params, exec: found });
        }
      }
    }
  }

  function collect(found: Loose, event: EventObject, params: Loose): void {
    const check = (guard: Loose) => holds(guard, machine, context, event);
    queued = [];
    // Name by name: V8 copies an object slowly.
    found.collect({ context, event, self, system, enqueue, check }, params);
    run(queued, event);
  }

  function schedule({ event: given, id, delay: named }: Loose, args: Loose, params: Loose): void {
    const event = resolved(given, args, params);
    const found = typeof named === "string" ? implementations.delays[named] : named;
    const delay = resolved(found, args, params);
    if (typeof delay === "number") timers.push({ event, id, delay });
    else raised.push(event);
  }

  function take({ actions, next }: Move, event: EventObject): State {
    run(actions, event);
    return next;
  }

  /** Goes on from a state until nothing moves by itself. */
  function settle(from: State, event: EventObject): InterpretedSnapshot {
    let state = from;
    let cause = event;
    let mayMoveAlone = true;
    while (!state.isFinal) {
      const before = state;
      const contextBefore = context;
      let taken: Transition | undefined = mayMoveAlone
        ? choose(state.always, machine, context, cause)
        : undefined;
      const isAlone: boolean = taken !== undefined;
      if (!taken) {
        const next = raised.shift();
        if (!next) return new InterpretedSnapshot(state, context, undefined);
        cause = next;
        taken = choose(state.transitionsOn(cause.type), machine, context, cause);
      }
      if (taken) state = take(state.move(taken), cause);
      // One that changed nothing would be taken forever.
      mayMoveAlone = !isAlone || state !== before || context !== contextBefore;
    }
    const output = outputOf(state, cause);
    for (const { exit } of state.chain) run(exit, cause);
    return new InterpretedSnapshot(state, context, output);
  }

  function outputOf({ id, config: final }: State, event: EventObject): unknown {
    if (config.output === undefined) return undefined;
    const output = resolved(final.output, { context, event, self }, undefined);
    const done = { type: `xstate.done.state.${id}`, output };
    return resolved(config.output, { context, event: done, self }, undefined);
  }

  function clear(): void {
    raised = [];
    timers = [];
    emitted = [];
    custom = [];
  }

  const stepTo = (snapshot: InterpretedSnapshot): Step => ({
    snapshot: snapshot as unknown as AnyMachineSnapshot,
    timers,
    emitted,
    custom,
  });

  return {
    machine,
    start(input) {
      clear();
      context = resolved(config.context ?? {}, { input, self, spawn: refuse }, undefined);
      const event = { type: "xstate.init", input } as EventObject;
      return stepTo(settle(take(begin, event), event));
    },
    next(given, event) {
      clear();
      const before = given as unknown as InterpretedSnapshot;
      ({ context } = before);
      const { state } = before;
      const transition = choose(state.transitionsOn(event.type), machine, context, event);
      // Also an event for which there is no transition may let one happen that needs none.
      if (!transition && state.always.length === 0) return undefined;
      const after = settle(transition ? take(state.move(transition), event) : state, event);
      const isStill = after.state === state && after.context === before.context;
      if (!isStill) return stepTo(after);
      return timers.length + emitted.length + custom.length > 0 ? stepTo(before) : undefined;
    },
    restore(value, kept) {
      return new InterpretedSnapshot(at(root, value), kept, undefined) as never;
    },
  };
}

/** The state a value names. */
function at(root: State, value: StateValue): State {
  let state: State | undefined = root;
  let rest: StateValue | undefined = value;
  while (state && rest !== undefined) {
    const keys: readonly string[] = typeof rest === "string" ? [rest] : Object.keys(rest);
    const [key = "", ...others] = keys;
    state = others.length > 0 ? undefined : state.states.get(key);
    rest = typeof rest === "string" ? undefined : rest[key];
  }
  if (state && state !== root) return state.resting;
  throw new Error(`it has no state ${JSON.stringify(value)}`);
}

function assigned(assignment: Loose, args: Loose, params: Loose): Loose {
  if (typeof assignment === "function") return { ...args.context, ...assignment(args, params) };
  const next = { ...args.context };
  for (const key in assignment) {
    const made = assignment[key];
    next[key] = typeof made === "function" ? made(args, params) : made;
  }
  return next;
}

function refuse(): never {
  throw new Error("A hosted machine has no actors around it: it can neither spawn nor send");
}
