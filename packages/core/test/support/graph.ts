import {
  type ActorLogic,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  createEmptyActor,
  type EventFromLogic,
  type EventObject,
  type ExecutableActionObject,
  type InputFrom,
  type InspectionEvent,
  SimulatedClock,
  type SnapshotFrom,
} from "xstate";
import {
  adjacencyMapToArray,
  getAdjacencyMap,
  getShortestPaths,
  getStateNodes,
} from "xstate/graph";
import { stateName } from "../../src/journal/state-name.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";

/** What to explore. Inputs and events are samples, chosen so that the graph is small and whole. */
export interface Exploration<M extends AnyStateMachine> {
  readonly machine: M;
  readonly inputs: readonly InputFrom<M>[];
  /** The events that may come in a state; those the machine ignores there are welcome. */
  events(snapshot: SnapshotFrom<M>): readonly EventFromLogic<M>[];
  /** The part of the context that guards read: snapshots that agree in it behave alike. */
  key(context: SnapshotFrom<M>["context"]): unknown;
  /** Events that a clock around the machine sends, beside the machine's own deadlines. */
  readonly clockEvents?: readonly EventFromLogic<M>["type"][];
}

/** Everything that can be reached from the initial states. */
export interface Explored<M extends AnyStateMachine> {
  /** Ids of all state nodes, and of those that were entered. */
  readonly states: Coverage;
  /** Names of all transitions, and of those that were taken. */
  readonly transitions: Coverage;
  /** Every reachable situation, by key. */
  readonly places: ReadonlyMap<string, Place>;
  /** A shortest path for each transition. */
  readonly paths: readonly Path<M>[];
}

interface Coverage {
  readonly all: readonly string[];
  readonly reached: ReadonlySet<string>;
}

interface Place {
  readonly state: string;
  readonly isFinal: boolean;
  /** Whether a deadline is due. */
  readonly isTimed: boolean;
  /** The keys of where time alone can lead next. */
  readonly byTime: Set<string>;
}

interface Path<M extends AnyStateMachine> {
  readonly input: InputFrom<M>;
  readonly steps: readonly PathStep[];
}

interface PathStep {
  readonly event: EventObject;
  /** How long the event takes to come, in milliseconds: 0 unless it is `TIME`. */
  readonly wait: number;
  readonly taken: readonly string[];
  readonly state: string;
}

/** The next deadline passes. */
const TIME: EventObject = { type: "TIME" };

/** The logic made here has its own scope and looks at no other. */
const NO_SCOPE = undefined as never;

/** A machine's snapshot with its deadlines, and what the event before it did. */
interface Moment {
  readonly status: "active" | "done";
  readonly output: undefined;
  readonly error: undefined;
  readonly snapshot: AnyMachineSnapshot;
  /** The next one first. */
  readonly due: readonly {
    readonly id: string;
    readonly in: number;
    readonly event: EventObject;
  }[];
  readonly taken: readonly string[];
  /** State nodes passed through, transient ones included. */
  readonly entered: readonly string[];
}

/** Follows every event from every situation, until nothing new turns up. */
export function explore<M extends AnyStateMachine>(exploration: Exploration<M>): Explored<M> {
  const { machine, inputs, key, clockEvents = [] } = exploration;
  const names = transitionNames(machine);
  const logic = timed(machine, names);
  const byTime = new Set<string>([TIME.type, ...clockEvents]);
  const entered = new Set<string>();
  const taken = new Set<string>();
  const places = new Map<string, Place>();
  const paths: Path<M>[] = [];

  for (const [index, input] of inputs.entries()) {
    const keyOf = ({ snapshot, due }: Moment) =>
      JSON.stringify([
        index,
        snapshot.value,
        key(snapshot.context),
        due.map(({ id, in: wait }) => [id, wait]),
      ]);
    const options = {
      input,
      events: ({ snapshot }: Moment) =>
        snapshot.status === "active"
          ? [TIME, ...exploration.events(snapshot as SnapshotFrom<M>)]
          : [],
      serializeState: keyOf,
    };
    const first = logic.getInitialSnapshot(NO_SCOPE, input);
    places.set(keyOf(first), placeOf(first));
    for (const id of first.entered) entered.add(id);
    for (const name of first.taken) taken.add(name);
    const edges = adjacencyMapToArray(getAdjacencyMap(logic, options));
    for (const { state, nextState } of edges) {
      for (const id of [...state.entered, ...nextState.entered]) entered.add(id);
      for (const moment of [state, nextState]) {
        if (!places.has(keyOf(moment))) places.set(keyOf(moment), placeOf(moment));
      }
    }
    for (const { state, event, nextState } of edges) {
      const next = keyOf(nextState);
      if (byTime.has(event.type) && next !== keyOf(state))
        places.get(keyOf(state))?.byTime.add(next);
    }
    const ways = new Map(
      getShortestPaths<typeof logic>(logic, options).map(({ state, steps }) => [
        keyOf(state),
        steps.slice(1).map(({ event }) => event), // the first is XState's own
      ]),
    );
    for (const { state, event, nextState } of edges) {
      if (nextState.taken.every((name) => taken.has(name))) continue;
      for (const name of nextState.taken) taken.add(name);
      paths.push({
        input,
        steps: walked(logic, input, [...(ways.get(keyOf(state)) ?? []), event]),
      });
    }
  }
  const nodes = getStateNodes(machine.root).map(({ id }) => id);
  return {
    states: { all: nodes, reached: entered },
    transitions: { all: [...names.values()], reached: taken },
    places,
    paths,
  };
}

/** What time alone ends in, whatever the order of its events; `endless` where it goes in circles. */
export function endsOfTime({ places }: Explored<AnyStateMachine>): ReadonlySet<string> {
  const ends = new Map<string, ReadonlySet<string>>();
  const from = (key: string): ReadonlySet<string> => {
    const known = ends.get(key);
    if (known) return known;
    const { state, byTime } = places.get(key) as Place;
    ends.set(key, new Set([`endless: ${state}`])); // as long as it is being looked at
    const found = new Set(
      byTime.size === 0 ? [state] : [...byTime].flatMap((next) => [...from(next)]),
    );
    ends.set(key, found);
    return found;
  };
  return new Set([...places.keys()].flatMap((key) => [...from(key)]));
}

/** What XState's own actor does along a path, in the form of the path's steps. */
export function walkedByActor<M extends AnyStateMachine>(machine: M, path: Path<M>): PathStep[] {
  const names = transitionNames(machine);
  const clock = new SimulatedClock();
  let taken: string[] = [];
  const actor = createActor(machine as AnyStateMachine, {
    input: path.input,
    clock,
    inspect: (inspected) => taken.push(...namesIn(inspected, names)),
  }).start();
  return path.steps.map(({ event, wait }) => {
    taken = [];
    if (event.type === TIME.type) clock.increment(wait);
    else actor.send(event);
    return { event, wait, taken, state: stateName(actor.getSnapshot().value) };
  });
}

/** The states that the runtime's journal names along a path. */
export function statesInRuntime<M extends AnyStateMachine>(machine: M, path: Path<M>): string[] {
  const clock = createSimulatedClock();
  const runtime = createRuntime([machine as AnyStateMachine], { clock });
  runtime.start(machine, "it", path.input);
  return path.steps.map(({ event, wait }) => {
    if (event.type === TIME.type) clock.advance(wait);
    else runtime.send("it", event);
    return [...runtime.journal.read()].at(-1)?.to ?? "";
  });
}

/** The machine as logic that has its deadlines in its snapshot and knows one more event: `TIME`. */
function timed(
  machine: AnyStateMachine,
  names: ReadonlyMap<AnyTransitionDefinition, string>,
): ActorLogic<Moment, EventObject, unknown> {
  let actions: ExecutableActionObject[] = [];
  let taken: string[] = [];
  let entered: string[] = [];
  const self = createEmptyActor();
  self.system.inspect((inspected) => {
    taken.push(...namesIn(inspected, names));
    if (inspected.type === "@xstate.microstep") entered.push(...nodesOf(inspected.snapshot));
  });
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

  function moment(step: () => AnyMachineSnapshot, before: Moment["due"]): Moment {
    actions = [];
    taken = [];
    entered = [];
    const snapshot = step();
    const isOver = snapshot.status !== "active";
    return {
      status: isOver ? "done" : "active",
      output: undefined,
      error: undefined,
      snapshot,
      due: isOver ? [] : dueAfter(before, actions),
      taken,
      entered: [...entered, ...nodesOf(snapshot)],
    };
  }

  return {
    getInitialSnapshot: (_, input) => moment(() => machine.getInitialSnapshot(scope, input), []),
    transition({ snapshot, due }, event) {
      const [first, ...rest] = due;
      if (event.type !== TIME.type) {
        return moment(() => machine.transition(snapshot, event, scope), due);
      }
      if (!first) return moment(() => snapshot, due);
      const left = rest.map((one) => ({ ...one, in: one.in - first.in }));
      return moment(() => machine.transition(snapshot, first.event, scope), left);
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

function dueAfter(due: Moment["due"], actions: readonly ExecutableActionObject[]): Moment["due"] {
  let after = due;
  for (const { type, params } of actions) {
    // biome-ignore lint/suspicious/noExplicitAny: the parameters of XState's built-in actions
    const { id, sendId, delay, event } = (params ?? {}) as any;
    if (type === "xstate.cancel") after = after.filter((one) => one.id !== sendId);
    if (type === "xstate.raise") {
      after = [...after.filter((one) => one.id !== id), { id, in: delay, event }];
    }
  }
  return [...after].sort((a, b) => a.in - b.in);
}

/** `state / event [which of how many] → target` of every transition a machine has. */
function transitionNames(machine: AnyStateMachine): ReadonlyMap<AnyTransitionDefinition, string> {
  const names = new Map<AnyTransitionDefinition, string>();
  for (const node of [machine.root, ...getStateNodes(machine.root)]) {
    for (const candidates of [...node.transitions.values(), node.always ?? []]) {
      for (const [index, candidate] of candidates.entries()) {
        const { eventType } = candidate;
        const event =
          eventType === ""
            ? "always"
            : eventType.replace(/^xstate\.after\./, "after ").replace(`.${node.id}`, "");
        const which = candidates.length > 1 ? ` [${index + 1} of ${candidates.length}]` : "";
        const target = candidate.target?.map(({ path }) => path.join(".")).join(", ") ?? "(stays)";
        const from = node === machine.root ? "(any)" : node.path.join(".");
        names.set(candidate, `${from} / ${event}${which} → ${target}`);
      }
    }
  }
  return names;
}

function namesIn(
  inspected: InspectionEvent,
  names: ReadonlyMap<AnyTransitionDefinition, string>,
): readonly string[] {
  if (inspected.type !== "@xstate.microstep") return [];
  return inspected._transitions.flatMap((transition) => names.get(transition) ?? []);
}

function nodesOf(snapshot: unknown): readonly string[] {
  // biome-ignore lint/suspicious/noExplicitAny: XState keeps the nodes of a snapshot to itself
  return (snapshot as any)._nodes.map(({ id }: { id: string }) => id);
}

function placeOf({ snapshot, status, due }: Moment): Place {
  return {
    state: stateName(snapshot.value),
    isFinal: status === "done",
    isTimed: due.length > 0,
    byTime: new Set(),
  };
}

function walked(
  logic: ActorLogic<Moment, EventObject, unknown>,
  input: unknown,
  events: readonly EventObject[],
): readonly PathStep[] {
  let moment = logic.getInitialSnapshot(NO_SCOPE, input);
  return events.map((event) => {
    const wait = event.type === TIME.type ? (moment.due[0]?.in ?? 0) : 0;
    moment = logic.transition(moment, event, NO_SCOPE);
    return { event, wait, taken: moment.taken, state: stateName(moment.snapshot.value) };
  });
}
