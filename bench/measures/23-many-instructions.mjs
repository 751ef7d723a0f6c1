import { interleave } from "../lib/interleave.mjs";
import { count, median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

/** What two equal subjects may differ by on a busy machine. */
const noise = 1.25;

/** An instruction costs the same however many are tracked. */
export const manyInstructions = {
  number: 23,
  title: "One instruction among many tracked",
  async run({ quick, show }) {
    const numbers = [1, 1_000, quick ? 10_000 : 100_000];
    const rounds = quick ? 9 : 41;
    return [
      ...(await rowsOf("beside others that were sent", numbers, { queued: false }, rounds, show)),
      ...(await rowsOf("behind others in the queue", numbers, { queued: true }, rounds, show)),
    ];
  },
};

async function rowsOf(where, numbers, options, rounds, show) {
  const subjects = Object.fromEntries(
    numbers.map((tracked) => [tracked, ["instructions/tracked", { tracked, ...options }]]),
  );
  show(`${where}: starting`);
  const times = await withSubjects(subjects, (started) => interleave(started, rounds, show.rounds));
  const [one, ...many] = numbers;
  // The oldest in a long queue is in no cache any more: memory, which no algorithm avoids.
  const hasGoal = !options.queued;
  return [
    { measure: `Queue, dispatch, acknowledge, alone`, result: micros(median(times[one])) },
    ...many.map((tracked) => {
      const ratio = ratioOf(times[tracked], times[one]);
      return {
        measure: `Queue, dispatch, acknowledge ${where}, ${count(tracked)} tracked, to alone`,
        result: showRatio(ratio),
        ...(hasGoal && { goal: `≤ ${noise} × (noise)`, ok: ratio.middle <= noise }),
      };
    }),
  ];
}
