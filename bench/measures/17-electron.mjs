import { timesInElectron } from "../../packages/electron/bench/electron.mjs";
import { median, quantile } from "../lib/numbers.mjs";

const goal = 1.5;
const millis = (value) => `${value.toFixed(1)} ms`;

/** A question in a window of a real Electron. */
export const electronWindow = {
  number: 17,
  title: "A question in an Electron window",
  async run({ quick }) {
    const measure =
      "From the event to the acknowledgement in a shown window, to a bare IPC round trip with two frames";
    const times = await timesInElectron(quick ? 20 : 200);
    if (!times) {
      const result = "SKIPPED: there is no Electron. Set ELECTRON_PATH to a binary";
      return [{ measure, result, goal: `≤ ${goal} ×`, ok: undefined }];
    }
    const [asked, bare] = [times.asked, times.bare].map(median);
    const spread = [0.1, 0.9].map((at) => millis(quantile(times.asked, at))).join("–");
    return [
      {
        measure,
        result: `${(asked / bare).toFixed(2)} ×; ${millis(asked)} (${spread}) to ${millis(bare)}`,
        goal: `≤ ${goal} ×`,
        ok: asked / bare <= goal,
      },
    ];
  },
};
