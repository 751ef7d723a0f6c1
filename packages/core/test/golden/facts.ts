import { retryEvents } from "../../src/formats.js";
import { type JournalEntry, journalStatistics } from "../../src/index.js";
import { STAGES } from "./golden-files.js";
import { asJson, listJournal, type Seen, type Step, stageTime } from "./stage.js";

/** Does something in a new process that finds `entries`, at the moment `at`. */
export async function seenAfter(
  machine: string,
  entries: readonly JournalEntry[],
  at: number,
  fact: { readonly with?: Step; readonly do: readonly Step[] },
): Promise<readonly Seen[]> {
  const journal = listJournal(entries);
  const make = STAGES[machine];
  if (!make) throw new Error(`There is no machine ${machine}`);
  const stage = make({ journal, time: stageTime(at), settings: fact.with ?? {}, ids: "new" });
  const seen: Seen[] = [];
  for (const step of fact.do) seen.push(await stage.perform(step));
  return seen;
}

/** What a journal says has happened. */
export function historyOf(entries: readonly JournalEntry[]): Seen {
  const [counted] = journalStatistics(entries).values();
  if (!counted) return {};
  const { attempts, exhausted, outcomes, causes } = counted;
  return asJson({
    attempts,
    exhausted,
    outcomes: Object.fromEntries(outcomes),
    causes: Object.fromEntries(causes),
    tasks: [...retryEvents(entries)].map(({ timestamp: _, ...event }) =>
      // How long the text is depends on its words.
      event.event === "feedback_injected" ? { ...event, feedback_lines: undefined } : event,
    ),
  });
}

/**
 * What is compared of what was seen. More dialogs may be closed than were then, and one that nobody
 * knows may be told a better reason.
 */
export function comparable(seen: Seen, expected: Seen): Seen {
  const told = (seen.closed ?? {}) as Readonly<Record<string, unknown>>;
  const wanted = (expected.closed ?? {}) as Readonly<Record<string, unknown>>;
  const closed = Object.entries(wanted).map(([request, reason]) => {
    const isTold = reason === "unknown_request" && request in told;
    return [request, isTold ? reason : told[request]];
  });
  const { closed: _, ...rest } = seen;
  return asJson({ ...rest, closed: Object.fromEntries(closed) });
}
