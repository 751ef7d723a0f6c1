import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import type { Clock } from "../../src/runtime/clock.js";
import { throughJson } from "./crash.js";

interface SharedJournalOptions {
  /** With a clock, whoever watches hears of what others write. */
  readonly clock?: Clock;
  /** How long that takes, in milliseconds. Default 1. */
  readonly latency?: () => number;
}

/** A journal that several processes write: each has its own view of it, and learns of the others. */
export function createSharedJournal({ clock, latency = () => 1 }: SharedJournalOptions = {}) {
  let entries: JournalEntry[] = [];
  /** Which journal this is: one that was deleted, or cut, is another one. */
  let edition = 0;
  let lost: "deleted" | "behind" = "deleted";
  let intrude: (() => void) | undefined;
  let isFull = false;
  const dead = new Set<string>();
  const watchers = new Map<() => void, string>();

  function announce(writer: string): void {
    for (const [listener, name] of watchers) {
      if (name === writer) continue;
      clock?.setTimeout(() => {
        if (watchers.has(listener)) listener();
      }, latency());
    }
  }

  function change(how: typeof lost, to: readonly JournalEntry[]): void {
    entries = [...to];
    edition += 1;
    lost = how;
    announce("");
  }

  return {
    get entries(): readonly JournalEntry[] {
      return entries;
    },
    /** Does this just before the next entry is written: another process is quicker. */
    beforeNextAppend(act: () => void) {
      intrude = act;
    },
    /** The disk has no room for the next entry, or (`false`) it has again. */
    failNextAppend(fails = true) {
      isFull = fails;
    },
    /** The process is gone: nothing it does from now on has any effect, and it hears nothing. */
    kill(name: string) {
      dead.add(name);
      for (const [listener, of] of watchers) if (of === name) watchers.delete(listener);
    },
    /** Somebody deletes the journal. */
    delete: () => change("deleted", []),
    /** Checkpoints take the place of what was; whoever had not read all of it has missed something. */
    compact: (checkpoints: Iterable<JournalEntry>) =>
      change("behind", [...checkpoints].map(throughJson)),
    view(name?: string): Journal {
      let seen = 0;
      let own = edition;
      const mustLive = () => {
        if (name !== undefined && dead.has(name)) throw new Error(`The process ${name} is dead`);
        if (own !== edition) throw Object.assign(new Error("The journal is lost"), { lost });
      };
      const news = () => {
        mustLive();
        const others = entries.slice(seen).map(throughJson);
        seen = entries.length;
        return others;
      };
      const journal: Journal = {
        append(entry) {
          mustLive();
          if (isFull) {
            isFull = false;
            throw Object.assign(new Error("The disk is full"), { code: "disk_full" });
          }
          const act = intrude;
          intrude = undefined;
          act?.();
          const others = news();
          entries.push(throughJson(entry));
          seen = entries.length;
          announce(name ?? "");
          return others;
        },
        catchUp: news,
        read() {
          own = edition;
          seen = entries.length;
          return entries.map(throughJson);
        },
        subscribe: () => () => {},
      };
      if (name === undefined) return journal;
      return {
        ...journal,
        processes: { self: name, isGone: (other) => dead.has(other) },
        ...(clock && {
          watch(listener: () => void) {
            const once = () => listener();
            watchers.set(once, name);
            return () => watchers.delete(once);
          },
        }),
      };
    },
  };
}
