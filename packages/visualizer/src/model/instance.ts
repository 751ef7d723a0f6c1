import type { JournalEntry } from "@readback/core";
import type { AnyStateMachine } from "xstate";
import { Sequence } from "./sequence.js";
import { createTrack, KEYFRAME_EVERY, type Track } from "./track.js";

/** What a list shows of an instance, from what its entries say. */
export interface InstanceSummary {
  /** `machine/instance`, for links. */
  readonly key: string;
  readonly machine: string;
  readonly instance: string;
  /** Entries there have been, the forgotten ones included. */
  readonly entries: number;
  readonly startedAt: number;
  readonly movedAt: number;
  /** The state that the latest entry names. */
  readonly state: string;
  readonly attempt: number;
  readonly bound: number;
  /** Which life this is, where one instance has several. */
  readonly generation: number;
  readonly cause: JournalEntry["cause"];
  readonly outcome: string | null;
  readonly isExhausted: boolean;
  readonly isDone: boolean;
}

/** One instance in the store: its entries, and its track once somebody looks at it. */
export class StoredInstance {
  readonly key: string;
  /** The number of its latest record. */
  record = 0;
  readonly #definition: AnyStateMachine | undefined;
  #entries: JournalEntry[] = [];
  /** The size of each. */
  #sizes: number[] = [];
  #track: Track | undefined;
  /** Entries that are no more. */
  #forgotten = 0;
  #latest: JournalEntry | undefined;
  /** Kept until the next entry: a list asks all instances again and again. */
  #summary: InstanceSummary | undefined;
  // Field by field, not as an object for each entry: there may be a million.
  #startedAt = 0;
  #instance = "";
  #outcome: string | null = null;
  #isExhausted = false;

  constructor(key: string, definition: AnyStateMachine | undefined) {
    this.key = key;
    this.#definition = definition;
  }

  get summary(): InstanceSummary {
    this.#summary ??= this.#summed();
    return this.#summary;
  }

  #summed(): InstanceSummary {
    const {
      machine,
      time,
      to,
      attempt,
      bound,
      generation = 1,
      cause,
    } = this.#latest as JournalEntry;
    return {
      key: this.key,
      machine,
      instance: this.#instance,
      entries: this.#forgotten + this.kept,
      startedAt: this.#startedAt,
      movedAt: time,
      state: to,
      attempt,
      bound,
      generation,
      cause,
      outcome: this.#outcome,
      isExhausted: this.#isExhausted,
      isDone: this.isDone,
    };
  }

  get isDone(): boolean {
    return this.#latest?.done === true;
  }

  /** Entries in memory. */
  get kept(): number {
    return this.#entries.length;
  }

  readonly sequence = new Sequence();

  /** What its entries in memory take, in bytes of a journal. */
  bytes = 0;

  /** Whether its track can be made again. */
  get isWhole(): boolean {
    return this.#forgotten === 0;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  get movedAt(): number {
    return this.#latest?.time ?? 0;
  }

  /** Takes an entry, which is the record of that number and has so many bytes. */
  add(entry: JournalEntry, instance: string, record: number, bytes: number): void {
    this.record = record;
    this.bytes += bytes;
    this.#sizes.push(bytes);
    this.#summary = undefined;
    this.#entries.push(entry);
    this.#track?.add(entry);
    const before = this.#latest;
    const { generation = 1, outcome, exhausted, to, time } = entry;
    const isSameLife =
      before !== undefined && !before.done && (before.generation ?? 1) === generation;
    if (!before) this.#startedAt = time;
    this.#instance = instance;
    this.#outcome = outcome ?? (isSameLife ? this.#outcome : null);
    const stays = before?.to === to || this.#outcome === "exhausted";
    this.#isExhausted = exhausted === true || (isSameLife && this.#isExhausted && stays);
    this.#latest = entry;
  }

  /** Folds the entries, or gives what was folded. `undefined` without a definition of the machine. */
  track(): Track | undefined {
    if (this.#definition) this.#track ??= createTrack(this.#definition, this.#entries);
    return this.#track;
  }

  /** Lets the track go; it is made again when somebody looks. */
  close(): void {
    if (this.isWhole) this.#track = undefined;
  }

  /** Whether something is let go when it is halved: no more than what comes before a state that its track keeps. */
  get hasHalves(): boolean {
    return this.kept > (this.#definition ? 2 * KEYFRAME_EVERY : 1);
  }

  /** Lets go of the older half of its entries. What came before stays, as the state it led to. */
  forgetHalf(): void {
    const track = this.track();
    const half = this.kept >> 1;
    const before = track?.first ?? 0;
    track?.forgetBefore(before + half);
    const gone = track ? track.first - before : half;
    this.#entries = this.#entries.slice(gone);
    for (const size of this.#sizes.splice(0, gone)) this.bytes -= size;
    this.#forgotten += gone;
  }
}
