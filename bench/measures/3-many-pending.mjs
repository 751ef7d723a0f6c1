import { interleave } from "../lib/interleave.mjs";
import { count, median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const populationsOf = (quick) => [1, 1_000, quick ? 10_000 : 100_000];
/** What two equal subjects may differ by on a busy machine. */
const noise = 1.25;

/** An event costs the same however many asks wait. */
export const manyPending = {
  number: 3,
  title: "One event among many pending asks",
  async run({ quick, show }) {
    const rounds = quick ? 9 : 41;
    const populations = populationsOf(quick);
    const activity = await measured("activity", populations, rounds, show);
    const answer = await measured("answer", populations, rounds, show);
    return [
      ...rowsOf("ACTIVITY on one and the same ask", part(activity, "sameAsk"), noise),
      ...rowsOf("A new ask, RENDERED, ANSWER", part(answer, "newAsk"), noise),
      ...rowsOf("ACTIVITY on any ask", part(activity, "anyAsk")),
      ...rowsOf("RENDERED, ANSWER of any ask, and a new one", part(answer, "anyAsk")),
    ];
  },
};

function measured(name, populations, rounds, show) {
  const subjects = Object.fromEntries(
    populations.map((pending) => [pending, [`pending/${name}`, { pending }]]),
  );
  show(`${name}: starting the asks`);
  return withSubjects(subjects, (started) => interleave(started, rounds, show.rounds));
}

function rowsOf(label, times, goal) {
  const [one, ...many] = Object.keys(times).map(Number);
  return [
    { measure: `${label}, 1 pending`, result: micros(median(times[one])) },
    ...many.map((pending) => {
      const ratio = ratioOf(times[pending], times[one]);
      return {
        measure: `${label}, ${count(pending)} pending, to 1 pending`,
        result: showRatio(ratio),
        ...(goal && { goal: `≤ ${goal} × (noise)`, ok: ratio.middle <= goal }),
      };
    }),
  ];
}

/** One of the times that each step returns, by population. */
const part = (steps, name) =>
  Object.fromEntries(
    Object.entries(steps).map(([pending, all]) => [pending, all.map((times) => times[name])]),
  );
