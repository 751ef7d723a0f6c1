import { createAsker } from "@readback/core";
import { input } from "../../lib/ask.mjs";
import { createBridge } from "../../lib/bridge.mjs";
import { heapPerAsk } from "../../lib/heap.mjs";

/** Each ask has its own checked copy of the questions here, and a promise somebody waits for. */
export function create({ asks }) {
  const bridge = createBridge();
  const asker = createAsker({ bridge });
  const present = () => {
    // Another session each time: the same question of the same session would join.
    for (let ask = 0; ask < asks; ask += 1) asker.ask(input, { session: `session-${ask}` });
  };
  const confirm = () => {
    for (const [, { context }] of asker.runtime.live()) bridge.confirm(context.requestId);
  };
  return heapPerAsk(asks, [present, confirm]);
}
