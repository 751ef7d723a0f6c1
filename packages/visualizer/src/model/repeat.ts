import type { JournalEntry } from "@readback/core";
import type { Applied, Host, HostState, KeptDeadline, Moved } from "@readback/core/host";
import type { AnyStateMachine, EventObject } from "xstate";
import { isRecorded, recordedIn } from "./recorded-state.js";

/** Reports of invoked and spawned actors: XState sends these itself, so no outsider may. */
const OF_ACTORS = ["xstate.done.actor.", "xstate.error.actor.", "xstate.snapshot."];

const isOfActor = (type: string) => OF_ACTORS.some((start) => type.startsWith(start));

/** Whether a machine listens to actors that it starts. */
export function hasActors(machine: AnyStateMachine): boolean {
  return (machine.events as readonly string[]).some(isOfActor);
}

/** The state, unless there is none or it is over: then a name may live again. */
export function live(state: HostState | undefined): HostState | undefined {
  return state?.snapshot.status === "active" ? state : undefined;
}

/** The event an entry was written for. */
export function eventOf({ event, payload }: JournalEntry): EventObject {
  return { ...payload, type: event };
}

/** The id of the deadline whose passing an entry tells of; `undefined` for an event from outside. */
export function deadlineIn({ deadline, event }: JournalEntry): string | undefined {
  return deadline ?? (event.startsWith("xstate.") && !isOfActor(event) ? event : undefined);
}

/** Repeats the transition of an entry as core's host does; it also takes what actors reported. */
export function repeat(
  host: Host,
  state: HostState | undefined,
  entry: JournalEntry,
): Applied | undefined {
  const { event: id, time: at } = entry;
  const recorded = recordedIn(entry);
  if (recorded && isRecorded(host.machine)) {
    return { state: host.restore(recorded), emitted: [], custom: [] };
  }
  if (!isOfActor(id) || !hasActors(host.machine)) return host.apply(state, entry);
  return state && host.apply(first({ id, at, event: eventOf(entry) }, state), entry);
}

/** Lets one deadline of a state pass, whichever would be the next. */
export function pass(
  host: Host,
  instance: string,
  state: HostState,
  deadline: KeptDeadline,
  now: number,
): Moved | undefined {
  const moved = host.due(instance, first(deadline, state), now);
  return moved && { ...moved, entry: complete(moved.entry) };
}

/** Sends an event, also one that an actor reports. */
export function send(
  host: Host,
  instance: string,
  state: HostState,
  event: EventObject,
  now: number,
): Moved | undefined {
  if (isOfActor(event.type) && hasActors(host.machine)) {
    return pass(host, instance, state, { id: event.type, at: now, event }, now);
  }
  const moved = host.send(instance, state, event, now);
  return moved && { ...moved, entry: complete(moved.entry) };
}

/** An entry of a machine that counts no attempts, as one that used none of none. */
export function complete(entry: JournalEntry): JournalEntry {
  const { attempt, bound, cause }: Partial<JournalEntry> = entry;
  return { ...entry, attempt: attempt ?? 0, bound: bound ?? 0, cause: cause ?? null };
}

function first(deadline: KeptDeadline, { snapshot, deadlines }: HostState): HostState {
  const others = deadlines.filter(({ id }) => id !== deadline.id);
  return { snapshot, deadlines: [deadline, ...others] };
}
