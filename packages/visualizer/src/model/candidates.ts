import type { HostState } from "@readback/core/host";
import { mustFit } from "@readback/core/host";
import type { AnyStateMachine, AnyStateNode, EventObject, StateValue } from "xstate";
import {
  actionsOf,
  activeNodes,
  type DefinedTransition,
  nameOf,
  targetsOf,
  transitionsFor,
  transitionsOf,
} from "./definition.js";
import { type Asked, type GuardReport, reportOf } from "./guard-report.js";
import { mustBeAt } from "./must-be.js";

/** What sets a transition off: an event, a delay, nothing (`always`), an actor, or a final state within. */
export type Trigger = "event" | "delay" | "always" | "actor" | "done";

/** A transition that the machine may take where it is. */
export interface Candidate {
  /** The same in every process, such as `open.presenting RENDERED 0`. */
  readonly id: string;
  /** The state it is a transition of; the machine's id for one of its root. */
  readonly state: string;
  readonly trigger: Trigger;
  /** As the definition has it, such as `RENDERED`, `note.*` or `xstate.after.…`; empty for `always`. */
  readonly event: string;
  /** The states it leads to; none when it stays. */
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  /** Whether it does nothing at all, which is how a definition forbids an event. */
  readonly isForbidding: boolean;
  readonly guard: GuardReport | null;
  /** When its delay is over, in milliseconds since the epoch; `null` when it has none that runs. */
  readonly due: number | null;
}

/** What became of a candidate when an event came. */
export type Verdict =
  | "taken"
  | "guard fails"
  | "guard throws"
  /** One that is asked first was taken. */
  | "another is taken"
  /** Its guard, or one that is asked before it, was asked in an app that is only watched. */
  | "only the app knows";

/** A transition that could be taken, and whether it would be. */
export interface JudgedCandidate extends Candidate {
  readonly verdict: Verdict;
}

/** Every transition of the states it is in, inner states first, with what each guard says now. */
export function candidatesAt(
  machine: AnyStateMachine,
  state: HostState,
  now: number,
): readonly Candidate[] {
  mustBeAt(machine, state, "candidatesAt");
  if (state.snapshot.status !== "active") return [];
  return [...activeNodes(machine, state.snapshot.value)]
    .reverse()
    .flatMap(transitionsOf)
    .map((one) => {
      const event = stamped({ type: one.event }, now);
      return candidateOf(one, state, {
        machine,
        snapshot: state.snapshot,
        event,
        isOnlyName: true,
      });
    });
}

/** The transitions that an event may take, in the order in which they are asked, and which it takes. */
export function judged(
  machine: AnyStateMachine,
  state: HostState,
  event: EventObject,
  now: number,
): readonly JudgedCandidate[] {
  mustBeAt(machine, state, "judged");
  mustFit(event, { type: "text" }, "event of judged");
  const { snapshot } = state;
  if (snapshot.status !== "active") return [];
  const asked: Asked = { machine, snapshot, event: stamped(event, now), isOnlyName: false };
  const found: JudgedCandidate[] = [];

  /** Asks a state's own transitions; whether one is taken, asking went wrong, or nobody here can tell. */
  function ask(node: AnyStateNode, within: Verdict | undefined): Verdict | undefined {
    let over = within;
    for (const one of transitionsFor(node, event.type)) {
      const candidate = candidateOf(one, state, asked);
      const verdict = over ?? verdictOn(candidate.guard);
      found.push({ ...candidate, verdict });
      if (verdict === "taken" || verdict === "guard throws") over = "another is taken";
      if (verdict === "only the app knows") over = verdict;
    }
    return over;
  }
  /** Inner states first; of states side by side, each for itself. */
  function walk(node: AnyStateNode, value: StateValue | undefined): Verdict | undefined {
    const keys = typeof value === "string" ? [value] : Object.keys(value ?? {});
    let over: Verdict | undefined;
    for (const key of keys) {
      const child = node.states[key];
      const within = typeof value === "string" ? undefined : value?.[key];
      const inner = child && walk(child, within);
      if (over !== "another is taken") over = inner ?? over;
    }
    return ask(node, over);
  }
  walk(machine.root, snapshot.value);
  return found;
}

/** Whether an event would do anything: XState's own `snapshot.can(event)`. */
export function canTake(candidates: readonly JudgedCandidate[]): boolean {
  return candidates.some(({ verdict, isForbidding }) => verdict === "taken" && !isForbidding);
}

function candidateOf(one: DefinedTransition, { deadlines }: HostState, asked: Asked): Candidate {
  const { id, node, event, definition } = one;
  const { target, actions, guard } = definition;
  return {
    id,
    state: nameOf(node),
    trigger: triggerOf(event),
    event,
    targets: targetsOf(definition),
    actions: actionsOf(definition),
    isForbidding: target === undefined && actions.length === 0,
    guard: guard === undefined ? null : reportOf(guard, asked),
    due: deadlines.find((deadline) => deadline.event.type === event)?.at ?? null,
  };
}

/** As a host does it, for a machine reads no clock. */
function stamped(event: EventObject, at: number): EventObject {
  return Object.assign({}, event, { at });
}

function triggerOf(event: string): Trigger {
  if (event === "") return "always";
  if (event.startsWith("xstate.after.")) return "delay";
  if (event.startsWith("xstate.done.state.")) return "done";
  return event.startsWith("xstate.") ? "actor" : "event";
}

function verdictOn(guard: GuardReport | null): Verdict {
  if (guard === null || guard.result === "holds") return "taken";
  if (guard.result === "unseen") return "only the app knows";
  return guard.result === "throws" ? "guard throws" : "guard fails";
}
