import { createAsker } from "@readback/core";
import { answers, input } from "../../lib/ask.mjs";
import { createBridge } from "../../lib/bridge.mjs";
import { settledHeap } from "../../lib/heap.mjs";

/** The heap before the first ask, then after each `asksPerStep` more. */
export function create({ asksPerStep }) {
  const bridge = createBridge();
  const asker = createAsker({ bridge });
  let asked = 0;

  async function* heaps() {
    for (;;) {
      yield settledHeap();
      for (const until = asked + asksPerStep; asked < until; asked += 1) {
        const result = asker.ask(input, { session: `session-${asked}` });
        const { requestId } = bridge.last;
        bridge.confirm(requestId);
        bridge.answer(requestId, answers);
        await result;
      }
    }
  }

  const series = heaps();
  return async () => (await series.next()).value;
}
