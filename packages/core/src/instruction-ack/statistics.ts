import { mustBeEntries, mustBeEntry } from "../given.js";
import type { JournalEntry } from "../journal/entry.js";
import { mustFit } from "../must-fit.js";
import { createReplay, type Replay } from "../runtime/replay.js";
import { type InstructionContext, instructionMachine, repeatedIn } from "./machine.js";

/** Counts of tracked instructions. */
export interface InstructionStats {
  /** Dispatches, repetitions included. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Dispatches that were repetitions. */
  readonly retried: number;
  readonly failed: number;
  /** `retried / sent`, 0 when nothing was sent. */
  readonly retryRate: number;
}

/** Counts, still to be made statistics of. */
export type InstructionCounts = {
  -readonly [K in keyof Omit<InstructionStats, "retryRate">]: number;
};

const COUNTS = {
  sent: "number",
  acknowledged: "number",
  retried: "number",
  failed: "number",
} as const;

/** Counts as they are told. */
export function statsOf(counts: InstructionCounts): InstructionStats {
  mustFit(counts, COUNTS, "counts of statsOf");
  const { sent, acknowledged, retried, failed } = counts;
  const retryRate = sent === 0 ? 0 : retried / sent;
  return { sent, acknowledged, retried, failed, retryRate };
}

/** Reads a journal as statistics of its instructions: of those that are still in it. */
export function instructionStats(entries: Iterable<JournalEntry>): InstructionStats {
  mustBeEntries(entries, "journal");
  const counted = createInstructionCounts();
  for (const entry of entries) counted.add(entry);
  return statsOf(counted.counts);
}

/** Counts while a journal is read. */
export function createInstructionCounts() {
  const replay = createReplay([instructionMachine]);
  const counts: InstructionCounts = { sent: 0, acknowledged: 0, retried: 0, failed: 0 };
  return {
    counts,
    add(entry: JournalEntry): void {
      mustBeEntry(entry, "journal entry");
      if (entry.machine !== instructionMachine.id) return;
      const had = totalsIn(replay, entry.instance);
      if (!replay.apply(entry)) return;
      if (entry.outcome === "acknowledged") counts.acknowledged += 1;
      if (entry.outcome === "unacknowledged") counts.failed += 1;
      // Of what ends here nothing more is known: its end was no dispatch.
      if (entry.done) return;
      const has = totalsIn(replay, entry.instance);
      counts.sent += has.sent - had.sent;
      counts.retried += has.retried - had.retried;
      counts.failed += has.failed - had.failed;
    },
  };
}

function totalsIn({ instances }: Replay, id: string) {
  const snapshot = instances.get(id)?.snapshot;
  if (!snapshot) return { sent: 0, retried: 0, failed: 0 };
  const context = snapshot.context as InstructionContext;
  const { dispatches, failures = Number(snapshot.matches("failed")) } = context;
  return { sent: dispatches.length, retried: repeatedIn(context), failed: failures };
}
