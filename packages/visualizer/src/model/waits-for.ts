import { type HostState, stateName } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { activeNodes } from "./definition.js";
import { mustBeAt } from "./must-be.js";

/**
 * Who has to do something next: a surface has to show the question (`render`), a person or an agent has
 * to act, a program has to report (`system`), a delay has to pass (`timer`), or nobody. For somebody
 * else's machine it may be an `event` of which nobody has said who sends it.
 */
export type WaitsFor = "render" | "person" | "agent" | "system" | "timer" | "event" | "nobody";

const OURS: Readonly<Record<string, Readonly<Record<string, WaitsFor>>>> = {
  "ask-with-render-ack": {
    "open.presenting.rendering": "render",
    "open.presenting.queued": "person",
    "open.rendered.waiting": "person",
    awaitingRetry: "agent",
    "ended.untold": "agent",
    "ended.listening": "nobody",
    "ended.holding": "agent",
    "ended.handedOver": "agent",
    "ended.received": "nobody",
  },
  "todo-attempt-guard": {
    "watching.unclaimed": "agent",
    "watching.reviewing": "agent",
    "watching.validating": "system",
    "watching.blocked": "agent",
    "watching.allowed": "agent",
    exhausted: "person",
    approved: "agent",
    remembered: "nobody",
  },
  "instruction-ack": {
    "tracked.queued": "system",
    "tracked.awaitingAck": "agent",
    failed: "person",
  },
  "verify-retry-escalate": {
    pending: "system",
    executing: "agent",
    verifying: "system",
    retrying: "timer",
    escalated: "person",
    undecided: "person",
  },
};

/**
 * Who has to do something next. A state of any machine can say so itself, in its `meta`:
 * `meta: { waitsFor: "person" }`.
 */
export function waitsFor(machine: AnyStateMachine, state: HostState): WaitsFor {
  mustBeAt(machine, state, "waitsFor");
  const { snapshot } = state;
  if (snapshot.status !== "active") return "nobody";
  const nodes = [...activeNodes(machine, snapshot.value)].reverse();
  const said = nodes.find(({ meta }) => meta?.waitsFor !== undefined)?.meta.waitsFor;
  if (said) return said;
  const known = OURS[machine.id]?.[stateName(snapshot.value)];
  if (known) return known;
  if (nodes.some(({ invoke }) => invoke.length > 0)) return "system";
  const events = nodes.flatMap((node) => [...node.transitions.keys()]);
  if (events.some((event) => !event.startsWith("xstate."))) return "event";
  return events.some((event) => event.startsWith("xstate.after.")) ? "timer" : "nobody";
}
