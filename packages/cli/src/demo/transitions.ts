import type { JournalEntry } from "@readback/core";
import type { Cause } from "@readback/core/host";

/** A journal entry, and what of it is new. */
export interface Transition {
  /** `null` when the instance starts. */
  readonly from: string | null;
  readonly to: string;
  readonly event: string;
  /** The attempt this entry began. */
  readonly attempt: { readonly number: number; readonly bound: number } | null;
  /** The cause this entry brought. */
  readonly cause: Cause | null;
  /** The outcome this entry decided, unless the state says it already. */
  readonly outcome: string | null;
}

/** Reads journal entries as they come and tells what each one changed. */
export function createTransitions(): (entry: JournalEntry) => Transition {
  const last = new Map<string, JournalEntry>();
  return (entry) => {
    const { instance, from, to, event, attempt, bound, cause, outcome } = entry;
    const before = last.get(instance);
    if (entry.done) last.delete(instance);
    else last.set(instance, entry);
    return {
      from,
      to,
      event,
      attempt: attempt > 0 && attempt !== before?.attempt ? { number: attempt, bound } : null,
      cause: cause === before?.cause ? null : cause,
      outcome: outcome === undefined || outcome === to ? null : outcome,
    };
  };
}

/** What of a transition is worth a note beside it. */
export function notesOf({ attempt, outcome, cause }: Transition): string {
  const notes = [
    attempt && `attempt ${attempt.number} of ${attempt.bound}`,
    outcome,
    cause && `by ${cause}`,
  ];
  return notes.filter((note) => note !== null).join(" · ");
}
