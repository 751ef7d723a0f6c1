import type { JournalEntry } from "@readback/core";
import {
  checkpointOf,
  createHost,
  definitionOf,
  type Host,
  type Moved,
  START_EVENT,
  stateName,
} from "@readback/core/host";
import { mustBeStore, mustBeTrack } from "./must-be.js";
import { isRecorded, recordedIn } from "./recorded-state.js";
import { complete, deadlineIn, eventOf, pass, send } from "./repeat.js";
import { Sequence } from "./sequence.js";
import type { Store } from "./store.js";
import type { Moment, Track } from "./track.js";

/** A field of an entry that the machine would write differently today. */
export interface FieldDifference {
  readonly field: keyof JournalEntry;
  readonly written: unknown;
  readonly now: unknown;
}

/** The first entry that is not what the machine would write today. */
export interface ProofDifference {
  readonly n: number;
  readonly entry: JournalEntry;
  /** Empty when the machine would not write it at all: the event does nothing there today. */
  readonly fields: readonly FieldDifference[];
}

/** Whether a history is what its machine makes of it. */
export interface Proof {
  /** Entries that were compared. */
  readonly compared: number;
  /** Entries of an earlier version, or of a machine that runs elsewhere: understood, and not compared. */
  readonly translated: number;
  /** Entries that changed nothing when they were written either: others had come first. */
  readonly stale: number;
  /** Entries whose writer went by another definition of the machine than today's. */
  readonly ofAnotherDefinition: number;
  readonly differs: ProofDifference | null;
  /** The first entry before which others are gone, and which: then nothing is proven from there on. */
  readonly missing: { readonly n: number; readonly what: string } | null;
  /** Entries that could not be folded because others before them are gone. */
  readonly unfolded: number;
  /** Where the history ended as it was written, and where it ends today. */
  readonly end: { readonly written: string; readonly now: string };
  readonly endsElsewhere: boolean;
}

const FIELDS = ["from", "to", "attempt", "bound", "cause", "outcome", "done"] as const;
/** Fields that earlier versions did not write: compared where they are there. */
const LATER_FIELDS = ["generation", "exhausted", "told"] as const;

/**
 * Folds a history again and compares every entry with the one the machine writes today.
 * @example
 * const { differs, endsElsewhere } = prove(createTrack(askMachine, entries));
 */
export function prove(track: Track): Proof {
  mustBeTrack(track, "prove");
  const host = createHost(track.machine);
  const today = definitionOf(track.machine);
  const sequence = new Sequence();
  let [compared, translated, stale, unfolded, ofAnotherDefinition] = [0, 0, 0, 0, 0];
  let differs: ProofDifference | null = null;
  let missing: Proof["missing"] = null;
  let end = { written: "", now: "" };
  /** Where the instance was by what was written: `null` before its beginning and after its end. */
  let believed: string | null = null;
  for (let n = track.first; n < track.length; n += 1) {
    const moment = track.at(n);
    const { entry, fate, after } = moment;
    if (entry.definition !== undefined && entry.definition !== today) ofAnotherDefinition += 1;
    const isUnknown = n === track.first && n > 0;
    const gone = goneBefore(moment, sequence);
    if (gone !== null && !isUnknown) missing ??= { n, what: gone };
    // How the instance stood is not known there: whether it would have moved is not, either.
    const isUnfolded = missing !== null && fate === "ignored";
    // One that says it moved the instance from where it was: if that is ignored, the machine has changed.
    const isMove = entry.from === believed && entry.from !== entry.to;
    const isStale = fate === "ignored" && !isUnfolded && !isMove;
    if (isUnfolded) unfolded += 1;
    else if (isStale) stale += 1;
    else if (fate === "translated" || recordedIn(entry)) translated += 1;
    else if (!isUnknown) {
      compared += 1;
      differs ??= differenceIn(host, moment);
    }
    const now = after ? stateName(after.snapshot.value) : "";
    if (isStale) continue;
    end = { written: fate === "translated" ? now : entry.to, now };
    believed = entry.done ? null : end.written;
  }
  const counts = { compared, translated, stale, unfolded, ofAnotherDefinition };
  return { ...counts, differs, missing, end, endsElsewhere: end.written !== end.now };
}

/** Which entries are not there that came before this one, in words; `null` when none is known to be gone. */
function goneBefore({ n, entry, instance, fate }: Moment, sequence: Sequence): string | null {
  // Counted by the names under which they were written.
  if (entry.instance !== instance) return null;
  const problem = sequence.take(entry, []);
  if (problem) return problem.what;
  const isLate = n === 0 && entry.sequence === undefined && fate === "ignored";
  return isLate && entry.event !== START_EVENT ? "how it began is not there" : null;
}

function differenceIn(host: Host, moment: Moment): ProofDifference | null {
  const { n, entry, fate } = moment;
  const made = fate === "ignored" ? undefined : madeToday(host, moment);
  if (!made) return { n, entry, fields: [] };
  const written = complete(entry);
  const names = [...FIELDS, ...LATER_FIELDS.filter((field) => entry[field] !== undefined)];
  const fields = names
    .map((field) => ({ field, written: written[field], now: made[field] }))
    .filter((one) => JSON.stringify(one.written) !== JSON.stringify(one.now));
  return fields.length > 0 ? { n, entry, fields } : null;
}

/** The entry that the machine writes today where this one was written. */
function madeToday(host: Host, moment: Moment): JournalEntry | undefined {
  const { entry, instance, before, after } = moment;
  const { time, event, payload } = entry;
  if (event === "readback.checkpoint") {
    return after && complete(ofCheckpoint(entry, checkpointOf(time, { ...after, id: instance })));
  }
  if (event === "readback.start") {
    return complete(host.start(instance, payload?.input as never, time).entry);
  }
  if (!before) return undefined;
  const id = deadlineIn(entry);
  const due = id === undefined ? undefined : before.deadlines.find((one) => one.id === id);
  const moved: Moved | undefined = due
    ? pass(host, instance, before, due, time)
    : send(host, instance, before, eventOf(entry), time);
  return moved?.entry;
}

/** A checkpoint says again what an entry before it decided, or leaves it out. */
function ofCheckpoint({ outcome, exhausted }: JournalEntry, made: JournalEntry): JournalEntry {
  return { ...made, outcome, exhausted };
}

/** A run that is not, or does not end, as it was written. */
export interface CheckedRun {
  readonly key: string;
  readonly proof: Proof;
}

/** What today's machines make of a whole journal. */
export interface JournalCheck {
  readonly runs: number;
  readonly entries: number;
  /** Entries whose writers went by another definition of their machine than today's. */
  readonly ofAnotherDefinition: number;
  /** Runs with an entry that differs. */
  readonly differing: readonly CheckedRun[];
  /** Runs that would now end elsewhere; they differ, too. */
  readonly elsewhere: readonly CheckedRun[];
  /** Runs of machines whose definition, or whose functions, were not given. */
  readonly unchecked: readonly string[];
}

/** Proves every run of a journal: an old journal on a new definition, for instance. */
export function checkJournal(store: Store): JournalCheck {
  mustBeStore(store, "checkJournal", ["track"]);
  const differing: CheckedRun[] = [];
  const elsewhere: CheckedRun[] = [];
  const unchecked: string[] = [];
  let [runs, entries, ofAnotherDefinition] = [0, 0, 0];
  for (const { key } of [...store.machines.values()].flat()) {
    const track = store.track(key);
    // States that were recorded are taken as they were: that proves nothing.
    if (!track || isRecorded(track.machine)) {
      unchecked.push(key);
      continue;
    }
    const proof = prove(track);
    runs += 1;
    ofAnotherDefinition += proof.ofAnotherDefinition;
    entries += proof.compared + proof.translated + proof.stale;
    if (proof.differs) differing.push({ key, proof });
    if (proof.endsElsewhere) elsewhere.push({ key, proof });
  }
  return { runs, entries, ofAnotherDefinition, differing, elsewhere, unchecked };
}
