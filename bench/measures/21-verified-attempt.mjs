import { attemptsPerRun } from "../lib/flaky-work.mjs";
import { interleave } from "../lib/interleave.mjs";
import { median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 100;
const ratioGoal = 2;

const subjects = {
  verified: ["verified/run-verified"],
  bare: ["verified/bare"],
  cockatiel: ["verified/cockatiel"],
  pRetry: ["verified/p-retry"],
};

/** What `runVerified` adds to an attempt. */
export const verifiedAttempt = {
  number: 21,
  title: "One attempt of runVerified",
  run: ({ quick, show }) =>
    withSubjects(subjects, async (started) => {
      const times = await interleave(started, quick ? 9 : 41, show.rounds);
      const perAttempt = (name) => median(times[name]) / attemptsPerRun;
      const over = (name) => times[name].map((time, round) => time - times.bare[round]);
      const more = median(over("verified")) / attemptsPerRun;
      const ratio = ratioOf(times.verified, times.cockatiel);
      return [
        {
          measure: "An attempt of runVerified, over a bare loop with the same functions",
          result: micros(more),
          goal: `< ${goal} µs`,
          ok: more < goal,
        },
        {
          measure: "An attempt of runVerified, to cockatiel's retry with timeouts",
          result: showRatio(ratio),
          goal: `≤ ${ratioGoal} ×`,
          ok: ratio.middle <= ratioGoal,
        },
        { measure: "  for scale: runVerified", result: micros(perAttempt("verified")) },
        { measure: "  for scale: cockatiel", result: micros(perAttempt("cockatiel")) },
        { measure: "  for scale: p-retry, no timeouts", result: micros(perAttempt("pRetry")) },
        { measure: "  for scale: a bare loop", result: micros(perAttempt("bare")) },
      ];
    }),
};
