import { type HostState, stateName } from "@readback/core/host";
import type { Candidate } from "../model/candidates.js";
import { differences } from "../model/context-diff.js";
import { takenBy } from "../model/coverage.js";
import { forecast } from "../model/forecast.js";
import { microstepsIn } from "../model/recorded-state.js";
import { judgedAt } from "../model/recorded-verdicts.js";
import type { Track } from "../model/track.js";
import { waitsFor } from "../model/waits-for.js";
import { whatNext, whyHere } from "../model/why.js";
import { chartNames } from "./chart-names.js";
import { momentRow, wordsOf } from "./moment-row.js";
import type { ForecastView, MomentView } from "./moment-view.js";
import { plainOf } from "./plain.js";
import { plainCandidates, plainDifferences, plainEntry } from "./plain-parts.js";

/** All there is to know about one moment of a history. */
export function explained(track: Track, n: number, now: number): MomentView {
  const { machine } = track;
  const names = chartNames(machine);
  const moment = track.at(n);
  const { entry, before, after, understood, emitted, fate } = moment;
  const here = whyHere(track, n);
  const next = after && whatNext(machine, after, now);
  const named = <C extends Candidate>(list: readonly C[] = []) =>
    plainCandidates(list).map((one) => ({ ...one, transition: names.transition(one.id) }));
  const isAsWritten = understood.length === 1 && understood[0] === entry;
  return {
    row: momentRow(n, entry, fate),
    entry: plainEntry(entry),
    understood: isAsWritten ? null : understood.map(plainEntry),
    state: after ? stateName(after.snapshot.value) : entry.to,
    waitsFor: after ? waitsFor(machine, after) : null,
    context: plainOf(after?.snapshot.context ?? null),
    changes: plainDifferences(
      differences(before?.snapshot.context ?? {}, after?.snapshot.context ?? {}),
    ),
    emitted: emitted.map((one) => plainOf(one) as Record<string, unknown>),
    lights: {
      current: names.current(after),
      fired: takenBy(machine, moment).map(names.transition),
    },
    whyHere: { by: here.by.n, sentences: here.sentences, candidates: named(here.candidates) },
    judged: named(judgedAt(machine, moment)),
    microsteps: microstepsIn(entry) ?? [],
    whatNext: {
      sentences: next?.sentences ?? [],
      candidates: named(next?.candidates),
      deadlines: (next?.deadlines ?? []).map(({ at, event: { type } }) => ({
        at,
        event: type,
        words: wordsOf(type),
      })),
    },
    forecast: forecastOf(track, after, now),
    problem: after
      ? null
      : "This entry leads nowhere today: entries before it are gone, or the machine has changed since.",
  };
}

function forecastOf(track: Track, state: HostState | undefined, now: number): ForecastView {
  if (!state) return { end: "over", steps: [], state: "", waitsFor: [], sentences: [] };
  const names = chartNames(track.machine);
  const {
    end,
    steps,
    sentences,
    waitsFor: hopes,
    state: last,
  } = forecast(track.machine, state, now);
  return {
    end,
    steps: steps.map(({ at, entry, state: then }) => ({
      at,
      words: wordsOf(entry.event),
      from: entry.from,
      to: entry.to,
      attempt: entry.attempt,
      current: names.current(then),
    })),
    state: stateName(last.snapshot.value),
    waitsFor: hopes,
    sentences,
  };
}
