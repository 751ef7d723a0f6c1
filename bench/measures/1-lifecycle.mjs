import { interleave } from "../lib/interleave.mjs";
import { median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 0.4;

const subjects = {
  runtime: ["lifecycle/runtime"],
  actor: ["lifecycle/actor"],
  asker: ["lifecycle/asker"],
  handWritten: ["lifecycle/hand-written"],
  cockatiel: ["lifecycle/cockatiel"],
  pRetry: ["lifecycle/p-retry"],
};

const labels = {
  actor: "the same as an XState actor",
  asker: "the same through createAsker (checked, hashed, a promise)",
  handWritten: "a hand-written Map + Promise + setTimeout (no journal)",
  cockatiel: "cockatiel: retry + timeouts around two promises",
  pRetry: "p-retry: retry around a promise, no timeouts",
};

/** Create, render ack, answer. */
export const lifecycle = {
  number: 1,
  title: "One ask: create, render ack, answer",
  async run({ quick, show }) {
    return withSubjects(subjects, async (started) => {
      const times = await interleave(started, quick ? 9 : 41, show.rounds);
      const ratio = ratioOf(times.runtime, times.actor);
      return [
        {
          measure: "One ask in the runtime, to an XState actor",
          result: showRatio(ratio),
          goal: `≤ ${goal} ×`,
          ok: ratio.middle <= goal,
        },
        { measure: "  for scale: in the runtime", result: micros(median(times.runtime)) },
        ...Object.entries(labels).map(([name, label]) => ({
          measure: `  for scale: ${label}`,
          result: micros(median(times[name])),
        })),
      ];
    });
  },
};
