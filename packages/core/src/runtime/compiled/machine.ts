import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  cancel,
  type EventObject,
  matchesState,
  raise,
  type StateValue,
} from "xstate";
import { holds, select, selectAlways } from "./guards.js";
import { CompiledSnapshot } from "./snapshot.js";
import { type Loose, type State, statesOf } from "./states.js";

/** `machine.getInitialSnapshot` and `machine.transition`, quicker. */
export interface CompiledMachine {
  start(input: unknown): AnyMachineSnapshot;
  next(snapshot: AnyMachineSnapshot, event: EventObject): AnyMachineSnapshot;
  /** The snapshot a state value and a context stand for; `undefined` when nothing can rest there. */
  restore(value: StateValue, context: unknown): AnyMachineSnapshot | undefined;
}

/**
 * Works out once what XState works out in every transition: which states are left and entered, and
 * their value and tags. Guards and actions run as in XState, in the same order, with the same
 * arguments; `test/runtime/compiled.test.ts` compares the two step by step.
 * `undefined` when the machine has what {@link statesOf} does not work out.
 */
export function compile(machine: AnyStateMachine, scope: Loose): CompiledMachine | undefined {
  const states = statesOf(machine);
  if (!states) return undefined;
  const { initial, move, of } = states;
  const { self, system } = scope;

  // Of the transition that runs: one at a time, for transitions call nothing.
  let context: Loose;
  let raised: EventObject[] = [];
  let queued: Loose[] = [];

  const enqueue = Object.assign((action: Loose) => queued.push(action), {
    assign: (assignment: Loose) => queued.push({ type: "xstate.assign", assignment, resolve }),
    emit: (event: Loose) => queued.push({ type: "xstate.emit", event, resolve }),
    raise: (...args: Loose) => queued.push((raise as Loose)(...args)),
    cancel: (...args: Loose) => queued.push((cancel as Loose)(...args)),
    sendTo: refuse,
    sendParent: refuse,
    spawnChild: refuse,
    stopChild: refuse,
  });

  const viewOf = ({ value }: State) => ({
    machine,
    context,
    value,
    matches: (other: Loose) => matchesState(other, value),
  });

  function run(actions: readonly Loose[], event: EventObject, state: State): void {
    for (const action of actions) {
      const isReady = typeof action === "function" || action.resolve !== undefined;
      const name = typeof action === "string" ? action : action.type;
      const found = isReady ? action : machine.implementations.actions[name];
      const given = isReady ? undefined : action.params;
      const params = typeof given === "function" ? given({ context, event }) : given;
      const args = { context, event, self, system };
      if (!found?.resolve) {
        const type = name ?? (action.name || "(anonymous)");
        scope.actionExecutor({ type, info: args, params, exec: found });
      } else if (found.type === "xstate.assign") {
        context = assigned(found.assignment, args, params);
      } else if (found.type === "xstate.enqueueActions") {
        const check = (guard: Loose) => holds(guard, viewOf(state), context, event);
        queued = [];
        // Name by name: V8 copies an object slowly.
        found.collect({ context, event, self, system, enqueue, check }, params);
        run(queued, event, state);
      } else if (found.type === "xstate.emit") {
        const emitted = typeof found.event === "function" ? found.event(args, params) : found.event;
        scope.actionExecutor({ type: found.type, info: args, params: { event: emitted } });
      } else {
        const extra = { internalQueue: raised };
        const made = found.resolve(scope, { machine, context }, args, params, found, extra)[1];
        const exec = found.execute?.bind(null, scope, made);
        scope.actionExecutor({ type: found.type, info: args, params: made, exec });
      }
    }
  }

  /** Goes on from a state until nothing moves by itself. */
  function settle(from: State, event: EventObject): AnyMachineSnapshot {
    let state = from;
    let cause = event;
    while (state.leaf.type !== "final") {
      let transition = state.hasAlways && selectAlways(viewOf(state), state, context, cause);
      if (!transition) {
        const next = raised.shift();
        if (!next) return snapshotOf(state, "active", undefined);
        cause = next;
        transition = select(viewOf(state), state, context, cause);
      }
      if (transition) state = take(state, transition, cause);
    }
    const output = outputOf(state.leaf);
    for (const { exit } of state.chain) run(exit, cause, state);
    return snapshotOf(state, "done", output);
  }

  function take(state: State, transition: Loose, event: EventObject): State {
    const { actions, next } = move(state, transition);
    run(actions, event, state);
    return next;
  }

  function outputOf({ id }: AnyStateNode): unknown {
    const output = machine.root.output as Loose;
    if (typeof output !== "function") return output;
    return output({ context, event: { type: `xstate.done.state.${id}` }, self });
  }

  const snapshotOf = (state: State, status: "active" | "done", output: unknown) =>
    new CompiledSnapshot(machine, state, context, status, output) as Loose;

  return {
    start(input) {
      raised = [];
      const given = (machine.config as Loose).context ?? {};
      context = typeof given === "function" ? given({ input, self, spawn: refuse }) : given;
      const event = { type: "xstate.init", input } as EventObject;
      run(initial.actions, event, initial.next);
      return settle(initial.next, event);
    },
    next(snapshot, event) {
      raised = [];
      ({ context } = snapshot);
      const state = stateOf(snapshot);
      const transition = select(snapshot, state, context, event);
      if (!transition) return snapshot;
      const next = take(state, transition, event);
      const isStill = next === state && context === snapshot.context && raised.length === 0;
      return isStill && !state.hasAlways ? snapshot : settle(next, event);
    },
    restore(value, kept) {
      const state = states.at(value);
      if (!state || state.leaf.type === "final") return undefined;
      context = kept;
      return snapshotOf(state, "active", undefined);
    },
  };

  function stateOf(snapshot: Loose): State {
    if (snapshot instanceof CompiledSnapshot) return snapshot.state;
    // Made by XState.
    return of(snapshot._nodes.find(({ type }: AnyStateNode) => type !== "compound"));
  }
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

function resolve(): void {}

function refuse(): never {
  throw new Error("A hosted machine has no actors around it: it can neither spawn nor send");
}
