import type { JournalEntry } from "@readback/core";
import { createHost, type HostState, type Moved, mustFit } from "@readback/core/host";
import type { AnyStateMachine, EventObject } from "xstate";
import { complete, pass, send } from "./repeat.js";

/** An event and when it came, in milliseconds since the epoch. */
export interface TimedEvent {
  readonly at: number;
  readonly event: EventObject;
}

/** What is known of a run of any XState machine: what it started with, and the events it was sent. */
export interface RecordedRun {
  readonly instance: string;
  readonly startedAt: number;
  readonly input?: unknown;
  /** In order. Its own delays need not be listed: they happen when they are due. */
  readonly events: readonly TimedEvent[];
  /** Until when delays happen. Default: the time of the last event. */
  readonly until?: number;
}

/** A run as entries of a journal. */
export interface JournalOfRun {
  readonly entries: readonly JournalEntry[];
  /** The events that changed nothing, and the entry after which each came. */
  readonly unheard: readonly (TimedEvent & { readonly after: number })[];
}

/** A machine that raises delayed events at one moment forever must not hang anybody. */
const MOST_DELAYS = 10_000;

const RUN = {
  instance: "text",
  startedAt: "number",
  events: [{ at: "number", event: { type: "text" } }],
} as const;

/**
 * Makes the journal of a run, for any XState v5 machine. Nothing is executed: actors that the machine
 * invokes do not run, and what they reported is sent as it was recorded (`xstate.done.actor.…`).
 * @example
 * const { entries } = journalOfRun(lightMachine, { instance: "hall", startedAt: 0, events: [{ at: 5, event: { type: "ON" } }] });
 */
export function journalOfRun(machine: AnyStateMachine, run: RecordedRun): JournalOfRun {
  const host = createHost(machine);
  mustFit(run, RUN, "recorded run");
  const { instance, startedAt, input, events } = run;
  const started: Moved = host.start(instance, input as never, startedAt);
  const entries: JournalEntry[] = [complete(started.entry)];
  const unheard: (TimedEvent & { readonly after: number })[] = [];
  let state: HostState = started.state;

  function take(moved: Moved | undefined): boolean {
    if (!moved) return false;
    entries.push(moved.entry);
    ({ state } = moved);
    return true;
  }
  function wait(until: number): void {
    for (let count = 0; count < MOST_DELAYS; count += 1) {
      const [next] = state.deadlines;
      if (!next || next.at > until) return;
      take(pass(host, instance, state, next, next.at));
    }
  }

  for (const { at, event } of events) {
    wait(at);
    if (!take(send(host, instance, state, event, at))) {
      unheard.push({ at, event, after: entries.length - 1 });
    }
  }
  wait(run.until ?? events.at(-1)?.at ?? startedAt);
  return { entries, unheard };
}
