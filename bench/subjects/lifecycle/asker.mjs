import { createAsker } from "@readback/core";
import { answers, input } from "../../lib/ask.mjs";
import { asyncBatches } from "../../lib/batch.mjs";
import { createBridge } from "../../lib/bridge.mjs";

/** One ask through the whole handle: input checked and hashed, answers checked, a promise. */
export function create() {
  const bridge = createBridge();
  const asker = createAsker({ bridge });
  return asyncBatches(async () => {
    const result = asker.ask(input);
    const { requestId } = bridge.last;
    bridge.confirm(requestId);
    bridge.answer(requestId, answers);
    if ((await result).outcome !== "answered") throw new Error("The ask was not answered");
  });
}
