import { timesOfViews } from "../../packages/mcp/bench/views.mjs";
import { interleave } from "../lib/interleave.mjs";
import { median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const shownGoal = 1.5;
const answerGoal = 1;
const withoutGoal = 1.05;
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
        measure: "  for scale: the first question of a new page",
        result: millis(median(of("first"))),
      },
      {
        measure:
          "From the click in a view to the result of the call, to a call of the view and back",
        result: showRatio(answered),
        goal: `≤ ${answerGoal} ×`,
        ok: answered.middle <= answerGoal,
      },
      { measure: "  for scale: a call of the view and back", result: millis(median(of("call"))) },
      ...(await rowsWithoutApps(quick, show)),
    ];
  },
};

/** What views cost a client that has none. */
function rowsWithoutApps(quick, show) {
  const warmUp = quick ? 10 : 40;
  const subjects = {
    offered: ["mcp/calls", { warmUp, server: ["views"] }],
    plain: ["mcp/calls", { warmUp }],
  };
  return withSubjects(subjects, async (started) => {
    const { offered, plain } = await interleave(started, quick ? 9 : 31, show.rounds);
    const ratio = ratioOf(
      offered.map(({ ask }) => ask),
      plain.map(({ ask }) => ask),
    );
    return [
      {
        measure:
          "ask_user of a client without views, where a server offers them, to where it does not",
        result: showRatio(ratio),
        goal: `≤ ${withoutGoal} ×`,
        ok: ratio.middle <= withoutGoal,
      },
      {
        measure: "  for scale: where it does not",
        result: micros(median(plain.map((one) => one.ask))),
      },
    ];
  });
}
