import {
  askMachine,
  guardMachine,
  instructionMachine,
  type JournalEntry,
  verifyMachine,
} from "@readback/core";
import { createReplay } from "@readback/core/host";

/** What a journal says against the machines: each a sentence. */
interface Verdict {
  readonly instances: number;
  /** Entries that are missing or double, or that do not follow from the ones before. */
  readonly broken: readonly string[];
  readonly beyondBound: readonly string[];
  readonly early: readonly string[];
  readonly doubled: readonly string[];
  /** How much later than its deadline a timer was, at most, in milliseconds. */
  readonly latest: number;
}

/** Reads a whole journal, as the pure machines would have written it. */
export function verdictOf(entries: readonly JournalEntry[]): Verdict {
  const replay = createReplay([askMachine, guardMachine, instructionMachine, verifyMachine]);
  const byInstance = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const story = byInstance.get(entry.instance);
    if (story) story.push(entry);
    else byInstance.set(entry.instance, [entry]);
  }
  const broken: string[] = [];
  const beyondBound: string[] = [];
  const early: string[] = [];
  const doubled: string[] = [];
  let latest = 0;
  for (const [instance, story] of byInstance) {
    story.sort((a, b) => Number(a.sequence) - Number(b.sequence));
    const outcomes = new Set<string>();
    let timers: JournalEntry["timers"] = [];
    for (const [index, entry] of story.entries()) {
      const { sequence, attempt, bound, event, deadline, time, outcome, generation = 1 } = entry;
      const at = `${instance}, entry ${index + 1}, ${event}`;
      if (sequence !== index + 1) broken.push(`${at}: its number is ${sequence}`);
      if (!replay.apply(entry)) broken.push(`${at}: does not follow`);
      if (attempt > bound) beyondBound.push(`${at}: attempt ${attempt} of ${bound}`);
      const due = timers?.find(({ id }) => id === (deadline ?? event));
      if (due && time < due.at) early.push(`${at}: ${due.at - time} ms early`);
      if (due) latest = Math.max(latest, time - due.at);
      if (outcome !== undefined) {
        if (outcomes.has(String(generation))) doubled.push(at);
        outcomes.add(String(generation));
      }
      timers = entry.timers ?? [];
    }
  }
  return { instances: byInstance.size, broken, beyondBound, early, doubled, latest };
}
