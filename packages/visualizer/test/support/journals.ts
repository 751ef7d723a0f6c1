import { fc } from "@fast-check/vitest";
import type { JournalEntry } from "@readback/core";
import { createHost, type Host, type HostState, type Moved } from "@readback/core/host";
import type { AnyStateMachine, EventObject } from "xstate";
import { throughJson } from "../../../core/test/support/crash.js";
import { SAMPLES } from "../../../core/test/support/machine-samples.js";

export { SAMPLES, throughJson };

/** An event, milliseconds that pass with every deadline on time, or milliseconds asleep. */
export type Happening = EventObject | number | { readonly sleep: number };

/** What happens to an instance: nothing an outsider could not do. */
export function happeningsOf(events: fc.Arbitrary<EventObject>): fc.Arbitrary<Happening[]> {
  const outside = events.filter(({ type }) => !type.startsWith("xstate."));
  const ms = fc.constantFrom(1, 5, 10, 20, 50, 100, 1_000);
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: outside },
      { weight: 2, arbitrary: ms },
      { weight: 1, arbitrary: ms.map((sleep) => ({ sleep })) },
    ),
    { maxLength: 30 },
  );
}

/** Plays happenings and writes the journal of it, each entry as it comes out of a file. */
export function journalOf(
  machine: AnyStateMachine,
  input: unknown,
  happenings: readonly Happening[],
  instance = "it",
): JournalEntry[] {
  const host: Host = createHost(machine);
  const entries: JournalEntry[] = [];
  let now = 1_000;
  let state: HostState | undefined;
  const take = (moved: Moved | undefined): boolean => {
    if (!moved) return false;
    entries.push(throughJson(moved.entry));
    ({ state } = moved);
    return true;
  };
  /** Each deadline when it is due, or now when it is overdue. */
  const pass = (until: number) => {
    for (;;) {
      const next = host.next(state as HostState);
      if (next === undefined || next > until) return;
      now = Math.max(now, next);
      take(host.due(instance, state as HostState, now));
    }
  };
  take(host.start(instance, input as never, now));
  for (const one of happenings) {
    if (typeof one === "number") {
      const until = now + one;
      pass(until);
      now = until;
    } else if ("sleep" in one) now += one.sleep as number;
    else take(host.send(instance, state as HostState, one as EventObject, now));
  }
  return entries;
}

/** What is kept of a state, as JSON. */
export function keptOf(machine: AnyStateMachine, state: HostState | undefined): unknown {
  return state && throughJson(createHost<AnyStateMachine>(machine).keep(state));
}
