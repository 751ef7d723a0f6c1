import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { median, quantile } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 0.001;
const percent = (share) => `${(share * 100).toFixed(3)} %`;

/** What it costs to wait for others to write. */
export const idle = {
  number: 12,
  title: "Following an idle journal",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const subjects = { idle: ["shared/idle", { folder, ms: quick ? 3_000 : 10_000 }] };
      const shares = await withSubjects(subjects, async (started) => {
        // Not timed: V8 tidies up after the start.
        await interleave(started, 1, () => {});
        return (await interleave(started, quick ? 3 : 6, show.rounds)).idle;
      });
      const share = median(shares);
      return [
        {
          measure: "Following an idle journal, share of one core",
          result: `${percent(share)} (at most ${percent(quantile(shares, 1))})`,
          goal: `< ${percent(goal)}`,
          ok: share < goal,
        },
      ];
    }),
};
