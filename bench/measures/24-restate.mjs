import { createAsker } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { createFileJournal } from "@readback/node";
import { timesOnRestate } from "../../packages/restate/bench/lifecycle.mjs";
import { withFolder } from "../lib/folder.mjs";
import { median } from "../lib/numbers.mjs";

const goals = { lifecycle: 0.9, event: 1.2 };
const millis = (value) => `${value.toFixed(1)} ms`;
const questions = [{ id: "q", question: "Which branch do we release?" }];

/** One ask on a Restate server of this machine, and on this machine alone. */
export const onRestate = {
  number: 24,
  title: "One ask on a Restate server",
  async run({ quick }) {
    const rounds = quick ? 5 : 25;
    const { lifecycles, events, costs } = await timesOnRestate({ rounds });
    const local = await localTime(quick ? 50 : 300);
    const [event, empty] = [events.event, events.empty].map(median);
    return [
      ...lifecycles.map(({ width, times }) => {
        const [asked, bare] = [times.asked, times.bare].map(median);
        return {
          measure: `Asks, ${width} at once, to bare objects that read, write and send the same`,
          result: `${(bare / asked).toFixed(2)} of their throughput; ${millis(asked)} to ${millis(bare)} each`,
          goal: `≥ ${goals.lifecycle} ×`,
          ok: bare / asked >= goals.lifecycle,
        };
      }),
      {
        measure: "One event of an ask, to an empty durable call",
        result: `${(event / empty).toFixed(2)} ×; ${millis(event)} to ${millis(empty)}`,
        goal: `≤ ${goals.event} ×`,
        ok: event / empty <= goals.event,
      },
      ...Object.entries(costs).map(([name, { steps, bytes, invocations }]) => ({
        measure: `  for scale: what one ${name === "asked" ? "ask" : "bare lifecycle"} costs`,
        result: `${steps.toFixed(0)} records in the log, ${(bytes / 1_000).toFixed(0)} kB, ${invocations.toFixed(0)} invocations`,
      })),
      {
        measure: "  for scale: one ask with a journal on this disk, each entry synced",
        result: `${millis(local)}, 1/${Math.round(median(lifecycles[0].times.asked) / local)} of one at a time`,
      },
    ];
  },
};

/** The same ask, one after the other, in the runtime of one machine. */
function localTime(asks) {
  return withFolder(async (folder) => {
    const listeners = createBridgeListeners();
    const bridge = {
      ...listeners.methods,
      sendQuestion({ requestId }) {
        listeners.emit("onRenderConfirmed", requestId);
        listeners.emit("onAnswer", requestId, [{ id: "q", values: ["main"] }]);
      },
    };
    const asker = createAsker({ bridge, journal: createFileJournal({ folder }) });
    const times = [];
    for (let ask = 0; ask < asks; ask += 1) {
      const since = performance.now();
      await asker.ask({ questions }, { session: `s${ask}` });
      times.push(performance.now() - since);
    }
    asker.dispose();
    return median(times);
  });
}
