import { interleave } from "../lib/interleave.mjs";
import { bytes, count, median, micros, ratioOf, showRatio } from "../lib/numbers.mjs";
import { startSubject, withSubjects } from "../lib/subject.mjs";

const callGoal = 1.3;
const heldGoal = 1.5;
/** Heartbeat, deadlines, patience, and whatever the SDK has: not one for each call. */
const timersGoal = 10;

/** `ask_user` on stdio, beside a trivial tool of the same server and client. */
export const mcp = {
  number: 11,
  title: "ask_user through MCP on stdio",
  async run({ quick, show }) {
    return [...(await callRows(quick, show)), ...(await pendingRows(quick, show))];
  },
};

function callRows(quick, show) {
  const subjects = { both: ["mcp/calls", { warmUp: quick ? 10 : 40 }] };
  return withSubjects(subjects, async (started) => {
    const { both } = await interleave(started, quick ? 9 : 31, show.rounds);
    const ask = both.map((times) => times.ask);
    const trivial = both.map((times) => times.trivial);
    const ratio = ratioOf(ask, trivial);
    return [
      {
        measure: "ask_user, answered at once, to a trivial tool (client and server)",
        result: showRatio(ratio),
        goal: `≤ ${callGoal} ×`,
        ok: ratio.middle <= callGoal,
      },
      { measure: "  for scale: ask_user", result: micros(median(ask)) },
      { measure: "  for scale: the trivial tool", result: micros(median(trivial)) },
    ];
  });
}

async function pendingRows(quick, show) {
  const calls = quick ? 2_000 : 10_000;
  const found = {};
  for (const [name, tool] of [
    ["ask", "ask_user"],
    ["trivial", "trivial"],
  ]) {
    show(`${count(calls)} pending calls of ${tool}`);
    const subject = await startSubject("mcp/pending", { tool, calls, progress: true });
    found[name] = await subject.step();
    subject.stop();
  }
  const ratio = found.ask.held / found.trivial.held;
  return [
    {
      measure: `Heap per pending ask_user, ${count(calls)} of them, to a pending trivial call`,
      result: `${ratio.toFixed(2)} × (${bytes(found.ask.held)} to ${bytes(found.trivial.held)})`,
      goal: `≤ ${heldGoal} ×`,
      ok: ratio <= heldGoal,
    },
    {
      measure: `Timers in a server with ${count(calls)} pending asks that get progress`,
      result: String(found.ask.timers),
      goal: `≤ ${timersGoal}`,
      ok: found.ask.timers <= timersGoal,
    },
  ];
}
