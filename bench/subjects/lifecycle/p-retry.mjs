import pRetry from "p-retry";
import { answers } from "../../lib/ask.mjs";
import { asyncBatches } from "../../lib/batch.mjs";

/** A retry around the render. It has no timeouts, so none are paid for here. */
export function create() {
  return asyncBatches(async () => {
    await pRetry(() => shown(), { retries: 3 });
    if ((await answer()) !== answers) throw new Error("The ask was not answered");
  });
}

const shown = async () => true;
const answer = async () => answers;
