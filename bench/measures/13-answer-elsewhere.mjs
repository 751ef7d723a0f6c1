import { withFolder } from "../lib/folder.mjs";
import { quantile } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 20;
const warmUp = 20;
const millis = (value) => `${value.toFixed(1)} ms`;

/** Caller and user interface in two processes on one journal. */
export const answerElsewhere = {
  number: 13,
  title: "An answer given in another process",
  run: ({ quick, show }) =>
    withFolder(async (folder) => {
      const rounds = quick ? 60 : 300;
      const subjects = { page: ["shared/page", { folder }], caller: ["shared/caller", { folder }] };
      const times = await withSubjects(subjects, async ({ page, caller }) => {
        const found = [];
        for (let round = 1; round <= warmUp + rounds; round += 1) {
          const heardAt = await caller.step();
          const took = heardAt - (await page.step());
          if (round > warmUp) found.push(took);
          show.rounds(Math.max(0, round - warmUp), rounds);
        }
        return found;
      });
      const p99 = quantile(times, 0.99);
      return [
        {
          measure: "From the append of an answer to its caller in another process, p99",
          result: `${millis(p99)} (p50 ${millis(quantile(times, 0.5))})`,
          goal: `≤ ${goal} ms`,
          ok: p99 <= goal,
        },
      ];
    }),
};
