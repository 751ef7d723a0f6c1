import type { EventObject } from "xstate";
import type { InstanceSummary } from "../model/instance.js";
import { type Proof, prove } from "../model/proof.js";
import { isRecorded } from "../model/recorded-state.js";
import { attemptsOf, spansOf } from "../model/spans.js";
import type { Store } from "../model/store.js";
import type { Track } from "../model/track.js";
import { whyNot } from "../model/why.js";
import type { ActionOffer, ActionTaken } from "./action.js";
import { branched, exported } from "./branch-part.js";
import type { ChartView } from "./chart-view.js";
import { compared } from "./compared.js";
import { coveragePart } from "./coverage-part.js";
import { explained } from "./explain.js";
import { createHistories } from "./histories.js";
import { createLedger } from "./ledger-part.js";
import { listed } from "./list.js";
import { partEnd } from "./looked.js";
import { momentRow } from "./moment-row.js";
import { overviewOfAll } from "./overview-of-all.js";
import { plainCandidates, plainProof } from "./plain-parts.js";
import { sampleOf } from "./sample.js";
import { createShelf } from "./shelf.js";
import type { Changed, Reading, Source } from "./source.js";
import { machineRows } from "./status-of.js";
import { NO_DEFINITION, unexplained } from "./unexplained.js";

export interface LocalSourceOptions {
  readonly store: Store;
  /** The picture of a machine; `null` when its definition is not known. */
  readonly charts: (machine: string) => Promise<ChartView | null>;
  readonly now: () => number;
  readonly title?: string;
  readonly places?: readonly string[];
  /** Whether more may come. Default: false. */
  readonly isLive?: boolean;
  /** How far the first reading has come; `null` when it is over. */
  readonly reading?: () => Reading | null;
  /** What a person may do; absent when the page is for reading only. */
  readonly control?: Control;
  /** Makes one file of a run, for the page to save; absent where nobody can. */
  readonly exported?: (key: string, redact: boolean) => Promise<string>;
  /** Unique among the servers that a tab may come across. Default: "0". */
  readonly epoch?: string;
}

/** How a person acts. Every act is journaled as theirs by whoever does it. */
export interface Control {
  offers(instance: InstanceSummary): readonly ActionOffer[];
  act(key: string, action: string, text?: string): Promise<ActionTaken>;
}

/** A source on a store in this process. */
export interface LocalSource extends Source {
  /** To be called when the store has taken entries: listeners are told once for many. */
  changed(): void;
}

const MOST_MOMENTS = 1_000;

/**
 * Makes a source of what a store holds.
 * @example
 * const source = createLocalSource({ store, charts: async () => null, now: Date.now });
 * const { rows } = await source.instances({ filter: { outcome: "open" } });
 */
export function createLocalSource(options: LocalSourceOptions): LocalSource {
  const { store, charts, now, control, epoch = "0", isLive = false } = options;
  const shelf = createShelf(store, now);
  const histories = createHistories(store);
  const ledger = createLedger(store, shelf, now);
  const proofs = createProofs();
  const listeners = new Set<(change: Changed) => void>();
  let isTelling = false;

  const changedTo = (): Changed => ({ epoch, revision: store.records });
  const withTrack = <T>(key: string, make: (track: Track) => T): T | null => {
    const track = store.track(key);
    return track ? make(track) : null;
  };
  /** At the end of a live history it is now; at any other moment the clock of that moment counts. */
  const clockAt = (track: Track, n: number) =>
    n === track.length - 1 ? now() : track.entry(n).time;

  return {
    async status() {
      return {
        ...changedTo(),
        title: options.title ?? "Readback",
        places: options.places ?? [],
        now: now(),
        isLive,
        canAct: control !== undefined,
        canExport: options.exported !== undefined,
        records: store.records,
        reading: options.reading?.() ?? null,
        problems: store.problems.reduce((sum, { count }) => sum + count, 0),
        forgotten: store.forgotten,
        machines: machineRows(store, shelf),
      };
    },
    chart: charts,
    overview: async (filter) => overviewOfAll(store, shelf, filter),
    coverage: async (machine, filter) =>
      coveragePart(store, histories, shelf.all({ ...filter, machine }).get(machine) ?? []),
    instances: async (query) => listed(shelf, store.records, query),
    async instance(key) {
      const summary = store.get(key);
      if (!summary) return null;
      const track = store.track(key);
      return {
        row: shelf.row(summary),
        first: track?.first ?? summary.entries - store.entries(key).length,
        length: summary.entries,
        actions: control?.offers(summary) ?? [],
        problem: track ? null : NO_DEFINITION,
      };
    },
    async moments(key, from, to) {
      const entries = store.entries(key);
      const track = store.track(key);
      const first = (store.get(key)?.entries ?? 0) - entries.length;
      const start = Math.max(first, Math.floor(from));
      const end = Math.min(first + entries.length - 1, Math.floor(to), start + MOST_MOMENTS - 1);
      return entries
        .slice(start - first, Math.max(start, end + 1) - first)
        .map((entry, index) => momentRow(start + index, entry, track?.fate(start + index) ?? null));
    },
    async moment(key, n) {
      const track = store.track(key);
      if (track) {
        const isKnown = Number.isInteger(n) && n >= track.first && n < track.length;
        return isKnown ? explained(track, n, clockAt(track, n)) : null;
      }
      const entries = store.entries(key);
      const entry = entries[n - ((store.get(key)?.entries ?? 0) - entries.length)];
      return entry ? unexplained(n, entry) : null;
    },
    spans: async (key) =>
      withTrack(key, (track) => {
        const spans = spansOf(track);
        return { spans, attempts: attemptsOf(spans).map(({ spans: _, ...attempt }) => attempt) };
      }),
    async path(key) {
      const history = histories.lookAt(key, partEnd());
      if (!history) return null;
      const { visited, taken, upTo } = history;
      return {
        visited: Object.fromEntries(visited),
        taken: Object.fromEntries([...taken].map(([id, { first }]) => [id, first])),
        looked: upTo,
        of: store.get(key)?.entries ?? upTo,
      };
    },
    whyNot: async (key, n, event) =>
      withTrack(key, (track) => {
        const state = track.state(n);
        if (!state) return null;
        const found = whyNot(track.machine, state, eventFrom(event), clockAt(track, n));
        return { ...found, candidates: plainCandidates(found.candidates) };
      }),
    sample: async (key, event) => sampleOf(store, key, event),
    branch: async (key, request) => withTrack(key, (track) => branched(track, request)),
    branchExport: async (key, request) => withTrack(key, (track) => exported(track, request)),
    proof: async (key) =>
      withTrack(key, (track) => (isRecorded(track.machine) ? null : proofs(track))),
    compare: async (a, b) => compared({ store, shelf, now: now() }, a, b),
    ledger: async (query) => ledger(query),
    problems: async () => store.problems,
    entries: async (key) => store.entries(key),
    exported: async (key, redact) =>
      (store.get(key) && (await options.exported?.(key, redact === true))) ?? null,
    async act(key, action, text) {
      const summary = store.get(key);
      const isOffered = summary && control?.offers(summary).some(({ name }) => name === action);
      if (!control || !isOffered) {
        return { isDone: false, message: `${action} is not possible here, or no longer` };
      }
      return control.act(key, action, text);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    changed() {
      if (isTelling) return;
      isTelling = true;
      void Promise.resolve().then(() => {
        isTelling = false;
        for (const listener of [...listeners]) listener(changedTo());
      });
    },
  };
}

/** Every entry is folded for a proof: another one is only made of a history that went on. */
function createProofs(): (track: Track) => Proof {
  const known = new WeakMap<Track, { readonly length: number; readonly proof: Proof }>();
  return (track) => {
    const before = known.get(track);
    if (before?.length === track.length) return before.proof;
    const proof = plainProof(prove(track));
    known.set(track, { length: track.length, proof });
    return proof;
  };
}

/** An event from the page; one without a type is none. */
function eventFrom(event: Readonly<Record<string, unknown>>): EventObject {
  const { type } = event;
  if (typeof type === "string") return { ...event, type };
  throw new TypeError("event: needs a type, such as { type: 'RENDERED' }");
}
