import type { JournalEntry } from "@readback/core";
import { createHost, type HostState, type Moved } from "@readback/core/host";
import type { ObjectContext } from "@restatedev/restate-sdk";
import type { AnyStateMachine, EmittedFrom, EventFromLogic, InputFrom } from "xstate";
import { alarmFor, type Wakeable } from "./alarm.js";
import { type Journaling, journaled } from "./journaling.js";
import { type Kept, keptOf, park, restoredFrom } from "./kept.js";
import type { Wake } from "./names.js";

const STATE = "state";

/** One object of the cluster that hosts one instance of a machine. */
export interface Turns<M extends AnyStateMachine> {
  /** Lets the instance of this key move: what is due comes first. */
  take(context: ObjectContext, act?: (turn: Turn<M>) => void): Promise<Taken<M>>;
  /** A wake-up call: one that was replaced changes nothing. */
  wake(context: ObjectContext, wake: Wake): Promise<Taken<M> | undefined>;
  /** The state as it is kept, for handlers that only look. `undefined`: there is none, or none that can be read. */
  look(context: Pick<ObjectContext, "get" | "key">): Promise<HostState<M> | undefined>;
}

/** What a step came to. */
export interface Taken<M extends AnyStateMachine> {
  readonly emitted: readonly EmittedFrom<M>[];
  /** The state before could not be read, and was set aside. */
  readonly parked: boolean;
  readonly before: HostState<M> | undefined;
  readonly after: HostState<M> | undefined;
}

/** One step of one instance. */
interface Turn<M extends AnyStateMachine> {
  readonly now: number;
  readonly state: HostState<M> | undefined;
  start(input: InputFrom<M>): void;
  send(event: EventFromLogic<M>): boolean;
}

/**
 * Hosts the instances of a machine, one for each key: reads the state, lets it move, and keeps what
 * comes of it. The machine decides; a step costs one read, and one durable look at the clock.
 */
export function createTurns<M extends AnyStateMachine>(
  machine: M,
  self: Wakeable,
  journaling: Journaling,
): Turns<M> {
  const host = createHost(machine);

  async function take(
    context: ObjectContext,
    act: (turn: Turn<M>) => void,
    { kept, now, isWoken }: { kept: Kept | null; now: number; isWoken: boolean },
  ) {
    const { key } = context;
    const emitted: EmittedFrom<M>[] = [];
    const entries: JournalEntry[] = [];
    let moves = kept?.moves ?? 0;
    let parked = false;
    let state: HostState<M> | undefined;
    try {
      state = kept ? restoredFrom(host, key, kept, now) : undefined;
    } catch (error) {
      // Nobody may be blocked by what no version at hand can read.
      parked = true;
      await park(context, machine, key, { kept, error, at: now });
      context.clear(STATE);
    }

    function make(moved: Moved<M> | undefined): boolean {
      if (!moved) return false;
      state = moved.state;
      emitted.push(...moved.emitted);
      moves += 1;
      entries.push({ ...moved.entry, sequence: moves });
      return true;
    }
    const passDue = () => {
      while (state && make(host.due(key, state, now)));
    };

    const before = state;
    passDue();
    act({
      now,
      get state() {
        return isOver(state) ? undefined : state;
      },
      start: (input) => {
        moves = 0;
        make(host.start(key, input, now));
      },
      send: (event) => state !== undefined && make(host.send(key, state, event, now)),
    });
    passDue();

    if (entries.length > 0) journaled(context, journaling, entries);
    if (state && !isOver(state)) {
      const set = parked ? undefined : kept?.alarm;
      const alarm = alarmFor(context, self, host.next(state), { alarm: set, isWoken, now });
      if (entries.length > 0 || alarm !== set)
        context.set(STATE, { ...keptOf(host, state, moves), ...(alarm && { alarm }) });
    } else if (entries.length > 0) context.clear(STATE);
    return { emitted, parked, before, after: state };
  }

  return {
    async take(context, act = () => {}) {
      // Both at once: what is waited for alone is one more turn with the server.
      const reading = context.get<Kept>(STATE);
      const clock = context.date.now();
      return take(context, act, { kept: await reading, now: await clock, isWoken: false });
    },
    async wake(context, { generation }) {
      const kept = await context.get<Kept>(STATE);
      if (kept?.alarm?.generation !== generation) return undefined;
      return take(context, () => {}, { kept, now: await context.date.now(), isWoken: true });
    },
    async look(context) {
      const kept = await context.get<Kept>(STATE);
      try {
        return kept ? restoredFrom(host, context.key, kept) : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

const isOver = (state: HostState | undefined): boolean => state?.snapshot.status !== "active";
