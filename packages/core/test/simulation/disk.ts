import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import type { Clock } from "../../src/runtime/clock.js";
import { throughJson } from "../support/crash.js";
import type { Random } from "./random.js";

/** How long it takes at most until a process sees what another one wrote, in milliseconds. */
export const LATENCY = 20;

/** What happens at the next write, whoever writes. */
export type Fault =
  /** There is no room: nothing is written. */
  | "full"
  /** The writer is killed in the middle: half a record, which nobody can read. */
  | "torn"
  /** The writer is killed when the record is written, and before it can act on that. */
  | "written"
  /** The power goes before the record is safe: others may have read it, and it is gone. */
  | "power";

interface Written {
  readonly entry: JournalEntry;
  /** From when on others see it. What came before is seen before. */
  readonly visibleAt: number;
}

/** The journal as one process sees it. */
export interface ProcessJournal extends Journal {
  /** Whether it has read all there is. */
  isUpToDate(): boolean;
  /** Whether it has had the time, since the journal was last deleted, to write again what it knows. */
  hasRestored(): boolean;
}

interface DiskOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Told of every entry that is in the journal now. */
  readonly onEntry: (entry: JournalEntry) => void;
  /** Told of every entry that there was no room for. */
  readonly onRefusal: (entry: JournalEntry) => void;
  /** Told which process dies in its write; `undefined`: all of them. */
  readonly onDeath: (process: string | undefined) => void;
  /** Others act between a write and its sync. */
  readonly beforeSync: () => void;
  /** Told what is left when the end of the journal is lost. */
  readonly onLoss: (left: readonly JournalEntry[]) => void;
}

/** One journal on one disk, as several processes see it. */
export function createDisk(options: DiskOptions) {
  const { clock, random, onEntry, onRefusal, onDeath, beforeSync, onLoss } = options;
  let written: Written[] = [];
  /** Which journal this is: one that was deleted, or cut, is another one. */
  let edition = 0;
  /** The first edition that came after the latest deletion. */
  let begun = 0;
  /** Whoever had read this much of the last edition goes on in the next one. */
  let cut: { readonly had: number; readonly has: number } | undefined;
  let intrude: (() => void) | undefined;
  let fault: { readonly kind: Fault; readonly hits: (entry: JournalEntry) => boolean } | undefined;
  /** What goes through JSON costs time: some stories are enough to know that it makes no difference. */
  const kept: (entry: JournalEntry) => JournalEntry = random.chance(0.2) ? throughJson : asItIs;
  const dead = new Set<string>();
  const watchers = new Map<() => void, string>();

  function announce(writer: string, at: number): void {
    for (const [listener, name] of watchers) {
      if (name === writer) continue;
      clock.setTimeout(() => watchers.has(listener) && listener(), at - clock.now());
    }
  }

  function put(entry: JournalEntry, writer: string, latency: number): void {
    const before = written.at(-1)?.visibleAt ?? 0;
    const visibleAt = Math.max(before, clock.now() + latency);
    written.push({ entry: kept(entry), visibleAt });
    announce(writer, visibleAt);
    onEntry((written.at(-1) as Written).entry);
  }

  function losePower(): never {
    const length = written.length;
    beforeSync();
    // Whoever has written since has made it safe, too.
    if (written.length === length) {
      written.pop();
      onLoss(written.map(({ entry }) => entry));
    }
    onDeath(undefined);
    throw new Error("The power is gone");
  }

  return {
    get entries(): readonly JournalEntry[] {
      return written.map(({ entry }) => entry);
    },
    get isEmpty() {
      return written.length === 0;
    },
    /** At the next write, or the next one that it hits, this happens; `undefined`: nothing does. */
    fail(next: Fault | undefined, hits: (entry: JournalEntry) => boolean = () => true) {
      fault = next && { kind: next, hits };
    },
    /** Does this just before the next entry is written: somebody else is quicker. */
    beforeNextAppend(act: (() => void) | undefined) {
      intrude = act;
    },
    /** Nothing a dead process does has any effect, and it hears nothing. */
    bury(name: string) {
      dead.add(name);
      for (const [listener, of] of watchers) if (of === name) watchers.delete(listener);
    },
    delete() {
      written = [];
      edition += 1;
      begun = edition;
      cut = undefined;
      announce("", clock.now() + random.below(LATENCY));
    },
    /** Checkpoints take the place of what was; whoever had not read all of it has missed something. */
    compact(checkpoints: Iterable<JournalEntry>) {
      const had = written.length;
      written = [];
      for (const entry of checkpoints) {
        written.push({ entry: kept(entry), visibleAt: clock.now() });
      }
      cut = { had, has: written.length };
      edition += 1;
      announce("", clock.now() + random.below(LATENCY));
    },
    /** The journal as one process sees it. */
    open(name: string): ProcessJournal {
      let seen = 0;
      let own = edition;
      let restored = edition;
      let owes = false;
      const isSame = () => {
        if (own === edition) return true;
        if (!cut || own !== edition - 1 || own < begun || seen !== cut.had) return false;
        own = edition;
        seen = cut.has;
        return true;
      };
      const mustLive = () => {
        if (dead.has(name)) throw new Error(`The process ${name} is dead`);
        if (isSame()) return;
        // Compacted since or not: what was deleted is not in it.
        const lost = own < begun ? "deleted" : "behind";
        throw Object.assign(new Error("The journal is lost"), { lost });
      };
      const news = (isVisible: (one: Written) => boolean) => {
        mustLive();
        const others: JournalEntry[] = [];
        for (let next = written[seen]; next && isVisible(next); next = written[seen]) {
          others.push(next.entry);
          seen += 1;
        }
        return others;
      };
      const isVisible = ({ visibleAt }: Written) => visibleAt <= clock.now();
      const die = (): never => {
        onDeath(name);
        throw new Error(`The process ${name} is killed`);
      };
      return {
        append(entry) {
          const act = intrude;
          intrude = undefined;
          act?.();
          mustLive();
          const happens = fault?.hits(entry) ? fault.kind : undefined;
          if (happens) fault = undefined;
          if (happens === "full") {
            owes ||= restored < begun;
            onRefusal(entry);
            throw Object.assign(new Error("The disk is full"), { code: "disk_full" });
          }
          if (happens === "torn") die();
          const others = news(() => true);
          put(entry, name, happens === "power" ? 0 : random.below(LATENCY));
          seen = written.length;
          owes = false;
          if (happens === "power") losePower();
          return happens === "written" ? die() : others;
        },
        catchUp() {
          const others = news(isVisible);
          // Whoever finds the journal lost writes before it looks again.
          restored = own;
          return others;
        },
        read() {
          // What a process has seen or written itself stays visible to it.
          const known = isSame() ? seen : 0;
          own = edition;
          seen = 0;
          return news((one) => seen < known || isVisible(one));
        },
        subscribe: () => () => {},
        watch(listener) {
          const once = () => listener();
          watchers.set(once, name);
          return () => watchers.delete(once);
        },
        processes: { self: name, isGone: (other) => dead.has(other) },
        isUpToDate: () => isSame() && seen === written.length,
        hasRestored: () => restored >= begun && !owes,
      };
    },
  };
}

const asItIs = (entry: JournalEntry) => entry;
