import type { JournalEntry } from "@readback/core";
import { mustBeMachines, mustFit, START_EVENT } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { createFamilies } from "./family.js";
import { type InstanceSummary, StoredInstance } from "./instance.js";
import { type Problem, Problems } from "./problems.js";
import { type ReadEntry, readEntry, readLine } from "./read-entry.js";
import { sizeOf } from "./size-of.js";
import type { Track } from "./track.js";

/** Settings of {@link createStore}. */
export interface StoreOptions {
  /** How many entries are kept in memory. Default: 1,000,000. */
  readonly maxEntries?: number;
  /**
   * How many bytes of entries are kept in memory, counted as a journal has them; in memory they are about twice as
   * large. Default: 512 MiB.
   */
  readonly maxBytes?: number;
  /**
   * How many instances that have not ended are kept when there is no room. Halves of these are forgotten, for which
   * each is folded; more of them would take more memory than their entries. Default: 20,000.
   */
  readonly maxLive?: number;
  /** How many instances are kept folded. Default: 64. */
  readonly maxTracks?: number;
}

/** What is left of the room when histories are halved. */
const LITTLE_LESS = 0.999;

/** The instances of a journal, in bounded memory. */
export interface Store {
  /**
   * Takes an entry of the journal, in its order, with the bytes it has there if they are known. What is none is
   * counted; nothing is thrown.
   */
  add(value: unknown, bytes?: number): void;
  /** As {@link Store.add}, with a line of a journal file. */
  addLine(line: string): void;
  /** Notes what somebody who reads for this store could not read. */
  note(kind: string, what: string): void;
  /** Makes the definition of a machine known that was not known before; only what is added from then on has it. */
  define(machine: AnyStateMachine): void;
  /** Records there have been. */
  readonly records: number;
  /** What could not be shown in full. */
  readonly problems: readonly Problem[];
  /** What had to make room: whole instances with what still came of them, and the oldest entries of others. */
  readonly forgotten: { readonly instances: number; readonly entries: number };
  /** Every instance, by machine; the one that moved last comes last. */
  readonly machines: ReadonlyMap<string, readonly InstanceSummary[]>;
  get(key: string): InstanceSummary | undefined;
  /** The entries of an instance that are still known. */
  entries(key: string): readonly JournalEntry[];
  /** The history of an instance; `undefined` when it, or the definition of its machine, is not known. */
  track(key: string): Track | undefined;
}

/**
 * Makes an empty store. Reading only sorts entries; an instance is folded when somebody looks at it.
 * @example
 * const store = createStore([askMachine, guardMachine]);
 * for (const line of text.split("\n")) store.addLine(line);
 * for (const [machine, instances] of store.machines) console.log(machine, instances.length);
 */
export function createStore(
  machines: readonly AnyStateMachine[],
  options: StoreOptions = {},
): Store {
  mustBeMachines(machines);
  mustFit(options, {}, "store options");
  const { maxEntries = 1_000_000, maxBytes = 512 * 2 ** 20 } = options;
  const { maxLive = 20_000, maxTracks = 64 } = options;
  const definitions = new Map(machines.map((machine) => [machine.id, machine]));
  const familyOf = createFamilies(definitions);
  const problems = new Problems();
  const live = new Map<string, StoredInstance>();
  /** The one that ended last comes last. */
  const finished = new Map<string, StoredInstance>();
  /** The same by machine and instance: what is looked up for each entry should not have to be put together. */
  const byName = new Map<string, Map<string, StoredInstance>>();
  const opened = new Set<StoredInstance>();
  const forgotten = { instances: 0, entries: 0 };
  /** The next that are halved, the largest last. */
  let toHalve: StoredInstance[] = [];
  let records = 0;
  let kept = 0;
  let bytes = 0;

  const find = (key: string) => live.get(key) ?? finished.get(key);

  function take(read: ReadEntry, size: number | undefined): void {
    const record = records;
    records += 1;
    if ("unreadable" in read) problems.note(read.unreadable, record, read.what);
    else put(read.entry, record, size ?? sizeOf(read.entry));
  }

  function put(entry: JournalEntry, record: number, size: number): void {
    const { machine } = entry;
    const definition = definitions.get(machine);
    if (!definition) problems.note(`unknown machine ${machine}`, record, entry.event);
    const instance = familyOf(entry);
    const others = byName.get(machine) ?? new Map<string, StoredInstance>();
    const known = others.get(instance);
    if (!known && forgotten.instances > 0 && entry.event !== START_EVENT) {
      // How it began is forgotten: nothing true can be said of it.
      forgotten.entries += 1;
      return;
    }
    const stored = known ?? new StoredInstance(`${machine}/${instance}`, definition);
    if (!known) byName.set(machine, others.set(instance, stored));
    const wasDone = stored.isDone;
    const problem = instance === entry.instance && stored.sequence.take(entry, stored.entries);
    if (problem) problems.note(problem.kind, record, `${stored.key}: ${problem.what}`);
    stored.add(entry, instance, record, size);
    if (!known || stored.isDone !== wasDone) {
      (wasDone ? finished : live).delete(stored.key);
      (stored.isDone ? finished : live).set(stored.key, stored);
    }
    kept += 1;
    bytes += size;
    if (kept > maxEntries || bytes > maxBytes) makeRoom();
  }

  const isWithin = (part: number) =>
    kept <= Math.floor(part * maxEntries) && bytes <= Math.floor(part * maxBytes);
  /** Down to nine tenths, so that not every entry has to make room for the next. */
  const isEnough = () => isWithin(0.9);

  function makeRoom(): void {
    for (const [key, stored] of finished) {
      if (isEnough()) return;
      finished.delete(key);
      forget(stored);
    }
    forgetLive(() => isEnough() || live.size <= maxLive);
    if (isEnough() || isEnoughHalved()) return;
    // Short histories have no halves, and those of few large entries are large, too.
    forgetLive(() => isEnough() || live.size <= 1);
  }

  /**
   * Halves the longest histories, little by little: what is forgotten has to be folded, and whoever waits for an answer
   * meanwhile should not have to wait for a tenth of all there is.
   */
  function isEnoughHalved(): boolean {
    let isSorted = false;
    while (!isWithin(LITTLE_LESS)) {
      const stored = toHalve.pop();
      if (stored !== undefined) {
        if (live.get(stored.key) === stored) halve(stored);
        continue;
      }
      if (isSorted) return false;
      isSorted = true;
      const long = [...live.values()].filter(({ hasHalves }) => hasHalves);
      long.sort((a, b) => a.bytes - b.bytes || a.kept - b.kept);
      toHalve = long.slice(-Math.ceil(long.length / 10));
    }
    return true;
  }

  function halve(stored: StoredInstance): void {
    const before = { kept: stored.kept, bytes: stored.bytes };
    stored.forgetHalf();
    forgotten.entries += before.kept - stored.kept;
    kept -= before.kept - stored.kept;
    bytes -= before.bytes - stored.bytes;
  }

  /** Those that moved longest ago. */
  function forgetLive(isDone: () => boolean): void {
    if (isDone()) return;
    for (const [key, stored] of [...live].sort(([, a], [, b]) => a.record - b.record)) {
      if (isDone()) return;
      live.delete(key);
      forget(stored);
    }
  }

  function forget(stored: StoredInstance): void {
    const { machine, instance } = stored.summary;
    byName.get(machine)?.delete(instance);
    opened.delete(stored);
    forgotten.instances += 1;
    forgotten.entries += stored.kept;
    kept -= stored.kept;
    bytes -= stored.bytes;
  }

  function open(stored: StoredInstance): Track | undefined {
    opened.delete(stored);
    opened.add(stored);
    for (const oldest of opened) {
      if (opened.size <= maxTracks) break;
      oldest.close();
      opened.delete(oldest);
    }
    return stored.track();
  }

  return {
    add: (value, size) => take(readEntry(value), size),
    addLine(line) {
      const read = readLine(line);
      if (read) take(read, line.length);
    },
    note: (kind, what) => problems.note(kind, records, what),
    define(machine) {
      if (!definitions.has(machine.id)) definitions.set(machine.id, machine);
    },
    get records() {
      return records;
    },
    get problems() {
      return problems.all;
    },
    get forgotten() {
      return { ...forgotten };
    },
    get machines() {
      const all = [...finished.values(), ...live.values()];
      all.sort((a, b) => a.movedAt - b.movedAt || a.record - b.record);
      const byMachine = new Map<string, InstanceSummary[]>();
      for (const { summary: one } of all) {
        const others = byMachine.get(one.machine);
        if (others) others.push(one);
        else byMachine.set(one.machine, [one]);
      }
      return byMachine;
    },
    get: (key) => find(key)?.summary,
    entries: (key) => find(key)?.entries ?? [],
    track(key) {
      const stored = find(key);
      return stored && open(stored);
    },
  };
}
