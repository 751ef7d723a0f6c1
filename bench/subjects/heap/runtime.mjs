import { askMachine, createRuntime } from "@readback/core";
import { newAsk, rendered } from "../../lib/ask.mjs";
import { heapPerAsk } from "../../lib/heap.mjs";
import { idsOf } from "../../lib/ids.mjs";

export function create({ asks }) {
  const runtime = createRuntime([askMachine]);
  runtime.on(askMachine, () => {});
  const present = () => {
    for (let ask = 0; ask < asks; ask += 1) {
      const { base, askId } = idsOf(ask);
      runtime.start(askMachine, base, newAsk(base, askId));
    }
  };
  const confirm = () => {
    for (const [base] of runtime.live()) runtime.send(base, rendered(base));
  };
  return heapPerAsk(asks, [present, confirm]);
}
