import pRetry from "p-retry";
import { asyncBatches } from "../../lib/batch.mjs";
import { flakyWork } from "../../lib/flaky-work.mjs";

/** It has no timeouts, so none are paid for here. */
export function create() {
  const { execute, verify } = flakyWork();
  return asyncBatches(() =>
    pRetry(
      async () => {
        await execute();
        if (!(await verify())) throw new Error("not yet");
      },
      { retries: 2, minTimeout: 0, factor: 1 },
    ),
  );
}
