import { timesOfViews } from "../../packages/mcp/bench/views.mjs";
import { median, ratioOf, showRatio } from "../lib/numbers.mjs";

const shownGoal = 1.5;
const answerGoal = 1;
const millis = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** A question inside a chat client, beside the page. */
export const views = {
  number: 25,
  title: "A question inside a chat client",
  async run({ quick, show }) {
    const rounds = quick ? 6 : 24;
    const times = await timesOfViews(rounds, (done) => show.rounds(done, rounds));
    const of = (name) => times.map((round) => round[name]);
    const shown = ratioOf(of("view"), of("page"));
    const answered = ratioOf(of("answer"), of("call"));
    return [
      {
        measure: "From a tool's input to the acknowledgement in a mounted view, to the page's",
        result: showRatio(shown),
        goal: `≤ ${shownGoal} ×`,
        ok: shown.middle <= shownGoal,
      },
      { measure: "  for scale: the view", result: millis(median(of("view"))) },
      { measure: "  for scale: the page", result: millis(median(of("page"))) },
      {
        measure:
          "From the click in a view to the result of the call, to a call of the view and back",
        result: showRatio(answered),
        goal: `≤ ${answerGoal} ×`,
        ok: answered.middle <= answerGoal,
      },
      { measure: "  for scale: a call of the view and back", result: millis(median(of("call"))) },
    ];
  },
};
