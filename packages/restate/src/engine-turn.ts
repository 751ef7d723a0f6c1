import { type Clock, type Journal, type JournalEntry, ReadbackError } from "@readback/core";
import { checkpointOf, createHost, type HostOptions, type KeptState } from "@readback/core/host";
import type { ObjectContext } from "@restatedev/restate-sdk";
import type { AnyStateMachine } from "xstate";
import { type Alarm, alarmFor, type Wakeable } from "./alarm.js";
import { type Journaling, journaled } from "./journaling.js";
import { type Kept, park, parkedIn, restoredFrom } from "./kept.js";
import type { Wake } from "./names.js";
import { forbiddenSize } from "./refusals.js";

// A session's todos, or a queue's instructions, are many instances with rules between them. Those rules are
// in core's own handles; so a key of the cluster hosts such a handle for the length of one step.

/** What is kept of one of the instances of a key. */
interface KeptInPlace extends Kept {
  /** Those that moved last come last. */
  readonly place: number;
}

/** A handle of core, as far as a step needs it. */
interface Engine {
  readonly runtime: { checkpoints(): Iterable<JournalEntry>; stop(): void };
  recover(): unknown;
}

const INSTANCE = "i:";
const ALARM = "alarm";
/** The latest place that an instance of a key has taken. */
export const PLACE = "place";
const SET_ASIDE =
  "what was known about it could not be read, and is set aside: a person has to approve or reset it";
/** Most instances that one key may hold: a step reads all of them. */
const MOST = 2_000;

/** What a step knows beside the handle. */
interface Beside {
  /** What was set aside takes no events until it is taken out here. */
  readonly parked: Set<string>;
  /** When an instance moved last, as it was before the step; `undefined`: it is new. */
  placeOf(instance: string): number | undefined;
}

/** Hosts a handle of core on the keys of an object. */
export interface EngineTurns<E> {
  /** One step. What was set aside takes no events until it is taken out of `parked`. */
  take<R>(context: ObjectContext, act: (engine: E, beside: Beside) => R): Promise<Awaited<R>>;
  wake(context: ObjectContext, wake: Wake): Promise<void>;
}

/** What makes the handle of one step. */
export type MakeEngine<E> = (host: HostOptions, context: ObjectContext) => E;

export function createEngineTurns<E extends Engine>(
  machine: AnyStateMachine,
  self: Wakeable,
  journaling: Journaling,
  make: MakeEngine<E>,
): EngineTurns<E> {
  const host = createHost(machine);

  /** What is kept, as a journal of checkpoints. What cannot be read is set aside. */
  async function read(context: ObjectContext, now: number) {
    const ids = (await context.stateKeys()).filter((key) => key.startsWith(INSTANCE));
    const known: {
      readonly id: string;
      readonly kept: KeptInPlace;
      readonly entry: JournalEntry;
    }[] = [];
    // All of them are asked for before the first is waited for.
    const reading = ids.map((key) => [key, context.get<KeptInPlace>(key)] as const);
    for (const [key, one] of reading) {
      const kept = await one;
      const id = key.slice(INSTANCE.length);
      if (!kept) continue;
      try {
        known.push({
          id,
          kept,
          entry: checkpointOf(now, { id, ...restoredFrom(host, id, kept, now) }),
        });
      } catch (error) {
        await park(context, machine, id, { kept, error, at: now });
        context.clear(key);
      }
    }
    return known.sort((one, other) => one.kept.place - other.kept.place);
  }

  async function take<R>(
    context: ObjectContext,
    act: (engine: E, beside: Beside) => R,
    isWoken: boolean,
  ): Promise<Awaited<R>> {
    const now = await context.date.now();
    const known = await read(context, now);
    const parked = await parkedIn(context);
    const moves = new Map(known.map(({ id, kept }) => [id, kept.moves]));
    const entries: JournalEntry[] = [];
    const journal: Journal = {
      append(entry) {
        // It would begin again as if nothing had been counted.
        if (parked.has(entry.instance)) throw new ReadbackError("invalid_state", SET_ASIDE);
        const sequence = entry.from === null ? 1 : (moves.get(entry.instance) ?? 0) + 1;
        moves.set(entry.instance, sequence);
        entries.push({ ...entry, sequence });
        return [];
      },
      *read() {
        for (const { entry } of known) yield entry;
      },
      subscribe: () => () => {},
    };
    const engine = make({ journal, clock: frozenAt(now) }, context);
    engine.recover();
    const result = await act(engine, {
      parked,
      placeOf: (instance) => known.find(({ id }) => id === instance)?.kept.place,
    });
    await keep(context, engine, { entries, moves, known: known.length });
    journaled(context, journaling, entries);
    const alarm = (await context.get<Alarm>(ALARM)) ?? undefined;
    const next = alarmFor(context, self, nextIn(engine), { alarm, isWoken, now });
    if (!next && alarm) context.clear(ALARM);
    else if (next !== alarm) context.set(ALARM, next);
    engine.runtime.stop();
    return result;
  }

  /** Keeps the instances that moved, and forgets those that are over. */
  async function keep(
    context: ObjectContext,
    { runtime }: Engine,
    {
      entries,
      moves,
      known,
    }: {
      readonly entries: readonly JournalEntry[];
      readonly moves: ReadonlyMap<string, number>;
      readonly known: number;
    },
  ): Promise<void> {
    if (entries.length === 0) return;
    const live = new Map([...runtime.checkpoints()].map((entry) => [entry.instance, entry]));
    if (live.size > MOST && live.size > known) throw forbiddenSize(MOST);
    let place = (await context.get<number>(PLACE)) ?? 0;
    const moved = new Set(entries.map(({ instance }) => instance).reverse());
    for (const id of [...moved].reverse()) {
      const entry = live.get(id);
      if (!entry) {
        context.clear(INSTANCE + id);
        continue;
      }
      place += 1;
      const { value, context: about, deadlines } = entry.payload as unknown as KeptState;
      const kept: KeptInPlace = {
        definition: entry.definition as string,
        state: { value, context: about, deadlines },
        moves: moves.get(id) ?? 0,
        place,
      };
      context.set(INSTANCE + id, kept);
    }
    context.set(PLACE, place);
  }

  return {
    take: (context, act) => take(context, act, false),
    async wake(context, { generation }) {
      const alarm = await context.get<Alarm>(ALARM);
      if (alarm?.generation === generation) await take(context, () => {}, true);
    },
  };
}

/** The next deadline of all instances. */
function nextIn({ runtime }: Engine): number | undefined {
  let next: number | undefined;
  for (const { payload } of runtime.checkpoints()) {
    const { deadlines } = payload as unknown as KeptState;
    for (const { at } of deadlines) if (next === undefined || at < next) next = at;
  }
  return next;
}

/** Time stands still during a step; what falls due later is the alarm's. */
function frozenAt(now: number): Clock {
  return { now: () => now, setTimeout: () => 0, clearTimeout: () => {} };
}
