import { newAsk } from "../../lib/ask.mjs";
import { heapPerAsk } from "../../lib/heap.mjs";
import { idsOf } from "../../lib/ids.mjs";

/** The machine's input alone, which the runtime and the actors hold alike. */
export function create({ asks }) {
  const inputs = [];
  const present = () => {
    for (let ask = 0; ask < asks; ask += 1) {
      const { base, askId } = idsOf(ask);
      inputs.push(newAsk(base, askId));
    }
  };
  return heapPerAsk(asks, [present, () => inputs.length]);
}
