import { interleave } from "../lib/interleave.mjs";
import { median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 1.2;

/** From a key to the frame that a terminal was given. */
export const dialog = {
  number: 15,
  title: "A key in the terminal dialog",
  run({ quick, show }) {
    const options = { warmUp: quick ? 500 : 2_000 };
    const subjects = { dialog: ["terminal/dialog", options], clack: ["terminal/clack", options] };
    return withSubjects(subjects, async (started) => {
      const found = await interleave(started, quick ? 15 : 61, show.rounds);
      const ratio = ratioOf(found.dialog, found.clack);
      return [
        {
          measure: "Key to painted frame, to @clack/core with the same frame, drawn beforehand",
          result: showRatio(ratio),
          goal: `≤ ${goal} ×`,
          ok: ratio.middle <= goal,
        },
        { measure: "  for scale: the dialog", result: micros(median(found.dialog)) },
        { measure: "  for scale: @clack/core", result: micros(median(found.clack)) },
      ];
    });
  },
};
