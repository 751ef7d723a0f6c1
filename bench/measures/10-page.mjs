import { elementSize, timesToVisible } from "../../packages/web/bench/page.mjs";
import { kilobytes, median, quantile } from "../lib/numbers.mjs";

const sizeGoal = 25_000;
const timeGoal = 100;
const millis = (value) => `${value.toFixed(0)} ms`;

/** The question page in a real browser. */
export const questionPage = {
  number: 10,
  title: "The question page",
  async run({ quick, show }) {
    const size = await elementSize();
    const rounds = quick ? 10 : 50;
    const times = await timesToVisible(rounds, (done) => show.rounds(done, rounds));
    return [
      {
        measure: "From the event to a visible question on a warm page, acknowledged",
        result: `${millis(median(times))} (90 % within ${millis(quantile(times, 0.9))})`,
        goal: `< ${millis(timeGoal)}`,
        ok: median(times) < timeGoal,
      },
      {
        measure: "Size of the question element (min+gzip)",
        result: kilobytes(size),
        goal: `< ${kilobytes(sizeGoal)}`,
        ok: size < sizeGoal,
      },
    ];
  },
};
