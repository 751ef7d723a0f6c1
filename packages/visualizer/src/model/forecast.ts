import type { JournalEntry } from "@readback/core";
import { createHost, type HostState, mustFit, stateName } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";
import { candidatesAt } from "./candidates.js";
import { mustBeAt } from "./must-be.js";
import { pass } from "./repeat.js";
import { duration, eventWords, moment } from "./words.js";

/** A deadline that will pass. */
export interface ForecastStep {
  readonly at: number;
  /** The entry it would write. */
  readonly entry: JournalEntry;
  readonly state: HostState;
}

/** What happens by time alone, and where that ends. */
export interface Forecast {
  readonly steps: readonly ForecastStep[];
  /**
   * `over`: it ends; `waits`: nothing is due any more, and it takes an event; `repeats`: it comes to a
   * state it was in before; `goes on`: there is more than was looked at.
   */
  readonly end: "over" | "waits" | "repeats" | "goes on";
  readonly state: HostState;
  /** What would lead on from there. */
  readonly waitsFor: readonly string[];
  readonly sentences: readonly string[];
}

const MOST_STEPS = 200;

/**
 * What happens when nothing more comes: which deadline passes when, and where that ends. The clock is
 * a number, and nothing is done.
 * @example
 * forecast(askMachine, state, Date.now()).sentences;
 */
export function forecast(
  machine: AnyStateMachine,
  from: HostState,
  now: number,
  options: { readonly until?: number } = {},
): Forecast {
  mustBeAt(machine, from, "forecast");
  mustFit(options, {}, "options of forecast");
  const { until = Number.POSITIVE_INFINITY } = options;
  const host = createHost(machine);
  const steps: ForecastStep[] = [];
  const seen = new Set<string>([likenessOf(from, now)]);
  let state = from;
  let at = now;
  let end: Forecast["end"] | undefined;
  while (!end) {
    const [next] = state.deadlines;
    if (state.snapshot.status !== "active") end = "over";
    else if (!next) end = "waits";
    else if (next.at > until || steps.length >= MOST_STEPS) end = "goes on";
    else {
      at = Math.max(at, next.at);
      const moved = pass(host, "forecast", state, next, at);
      if (!moved) break;
      ({ state } = moved);
      steps.push({ at, entry: moved.entry, state });
      const likeness = likenessOf(state, at);
      if (seen.has(likeness)) end = "repeats";
      seen.add(likeness);
    }
  }
  const waitsFor = end === "over" ? [] : eventsFrom(machine, state, at);
  const made = { steps, end: end ?? "goes on", state, waitsFor };
  return { ...made, sentences: sentencesOf(made, now) };
}

/** What makes two states the same: where it is, what it knows, and how long everything still takes. */
function likenessOf({ snapshot, deadlines }: HostState, now: number): string {
  const left = deadlines.map(({ id, at }) => [id, at - now]);
  try {
    return JSON.stringify([snapshot.value, snapshot.context, left]);
  } catch {
    // Nothing is like it.
    return `${now}`;
  }
}

function eventsFrom(machine: AnyStateMachine, state: HostState, now: number): readonly string[] {
  const open = candidatesAt(machine, state, now).filter(
    ({ trigger, isForbidding, guard }) =>
      (trigger === "event" || trigger === "actor") && !isForbidding && guard?.result !== "fails",
  );
  return [...new Set(open.map(({ event }) => event))];
}

function sentencesOf(made: Omit<Forecast, "sentences">, now: number): readonly string[] {
  const { steps, end, state, waitsFor } = made;
  const lines = steps.map(
    ({ at, entry }) =>
      `In ${duration(at - now)} (${moment(at)}), ${eventWords(entry.event)} leads from ${entry.from} to ${entry.to}.`,
  );
  const here = stateName(state.snapshot.value);
  const hopes = waitsFor.length > 0 ? ` It waits for ${waitsFor.map(eventWords).join(", ")}.` : "";
  const ends = {
    over: `It ends in ${here}.`,
    waits: `Then nothing happens by itself: it stays in ${here}.${hopes}`,
    repeats: `From ${here} it goes round again, until an event comes.`,
    "goes on": `There is more to come after ${here}.`,
  };
  return [...lines, ends[end]];
}
