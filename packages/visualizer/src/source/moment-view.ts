import type { JournalEntry } from "@readback/core";
import type { Candidate, JudgedCandidate } from "../model/candidates.js";
import type { ValueDifference } from "../model/context-diff.js";
import type { Forecast } from "../model/forecast.js";
import type { Microstep } from "../model/recorded-state.js";
import type { Fate } from "../model/track.js";
import type { WaitsFor } from "../model/waits-for.js";

/** An entry in a list. */
export interface MomentRow {
  readonly n: number;
  readonly time: number;
  readonly event: string;
  /** The event as people say it: the delay of a state by its name. */
  readonly words: string;
  readonly from: string | null;
  readonly to: string;
  readonly attempt: number;
  readonly bound: number;
  readonly generation: number;
  readonly cause: JournalEntry["cause"];
  readonly outcome: string | null;
  readonly isExhausted: boolean;
  /** Callers that were told something. */
  readonly told: number;
  /** `null` when the machine's definition is not known. */
  readonly fate: Fate | null;
  /** Whether it came from outside, and so can be skipped, delayed or altered in a branch. */
  readonly isFromOutside: boolean;
}

/** All there is to know about one moment. Values that are too large are cut, and say so. */
export interface MomentView {
  readonly row: MomentRow;
  /** The entry as it was written. */
  readonly entry: JournalEntry;
  /** What it means today, when an upcaster translated it. */
  readonly understood: readonly JournalEntry[] | null;
  readonly state: string;
  readonly waitsFor: WaitsFor | null;
  readonly context: unknown;
  readonly changes: readonly ValueDifference[];
  readonly emitted: readonly Readonly<Record<string, unknown>>[];
  readonly lights: MomentLights;
  readonly whyHere: { readonly by: number } & Explained<JudgedCandidate>;
  /** What this entry's own event met: every transition that was asked, with its verdict. */
  readonly judged: readonly JudgedCandidate[];
  /** The steps of which it was made, where the app that was watched told them. */
  readonly microsteps: readonly Microstep[];
  readonly whatNext: Explained<Candidate> & { readonly deadlines: readonly Due[] };
  readonly forecast: ForecastView;
  /** Why there are no explanations, when that is so. */
  readonly problem: string | null;
}

/** In the names of the chart. */
interface MomentLights {
  readonly current: readonly string[];
  readonly fired: readonly string[];
}

interface Explained<C> {
  readonly sentences: readonly string[];
  readonly candidates: readonly (C & { readonly transition: string })[];
}

interface Due {
  readonly at: number;
  readonly event: string;
  readonly words: string;
}

/** What happens with no more input. */
export interface ForecastView {
  readonly end: Forecast["end"];
  readonly steps: readonly {
    readonly at: number;
    readonly words: string;
    readonly from: string | null;
    readonly to: string;
    readonly attempt: number;
    /** Of the chart: the states it is in then. */
    readonly current: readonly string[];
  }[];
  readonly state: string;
  readonly waitsFor: readonly string[];
  readonly sentences: readonly string[];
}
