import type { AnyStateMachine, EmittedFrom, EventFromLogic, InputFrom } from "xstate";
import type { Journal } from "../../src/journal/entry.js";
import type { Clock } from "../../src/runtime/clock.js";
import { createHost, type HostState, type Moved } from "../../src/runtime/host.js";
import { createReplay } from "../../src/runtime/replay.js";

/** A host in a few lines: a journal, states, a timer for what is due next. It holds no rule. */
export function createBareHost<M extends AnyStateMachine>(
  machine: M,
  { clock, journal }: { readonly clock: Clock; readonly journal: Journal },
  perform: (emitted: EmittedFrom<M>, instance: string) => void,
) {
  const host = createHost(machine);
  const live = new Map<string, HostState<M>>();
  /** How many entries each has. */
  const moves = new Map<string, number>();
  let alarm: unknown;

  function commit(id: string, moved: Moved<M> | undefined): boolean {
    if (!moved) return false;
    const sequence = (moves.get(id) ?? 0) + 1;
    journal.append({ ...moved.entry, sequence });
    moves.set(id, sequence);
    // The one that moved last comes last, as in a replay.
    live.delete(id);
    if (!moved.entry.done) live.set(id, moved.state);
    else moves.delete(id);
    for (const emitted of moved.emitted) perform(emitted, id);
    due();
    return true;
  }
  /** Lets what is due happen, and comes back for what is due next. */
  function due(): void {
    clock.clearTimeout(alarm);
    const times = [...live.values()].flatMap((state) => host.next(state) ?? []);
    const next = Math.min(...times);
    if (next > clock.now()) {
      if (times.length > 0) alarm = clock.setTimeout(due, next - clock.now());
      return;
    }
    for (const [id, state] of live) {
      if (host.next(state) === next) return void commit(id, host.due(id, state, clock.now()));
    }
  }

  return {
    live,
    due,
    start: (id: string, input: InputFrom<M>) => commit(id, host.start(id, input, clock.now())),
    send(id: string, event: EventFromLogic<M>): boolean {
      const state = live.get(id);
      return state !== undefined && commit(id, host.send(id, state, event, clock.now()));
    },
    recover(): void {
      const replay = createReplay([machine]);
      for (const entry of journal.read()) replay.apply(entry);
      for (const { id, snapshot, deadlines, mark } of replay.instances.all()) {
        moves.set(id, mark.moves);
        live.set(id, { snapshot, deadlines } as HostState<M>);
      }
    },
  };
}
