import { ConstantBackoff, handleAll, retry, TimeoutStrategy, timeout } from "cockatiel";
import { asyncBatches } from "../../lib/batch.mjs";
import { flakyWork } from "../../lib/flaky-work.mjs";

/** A retry with no wait around the attempt, a timeout around each of its two parts. */
export function create() {
  const { execute, verify } = flakyWork();
  const retried = retry(handleAll, { maxAttempts: 2, backoff: new ConstantBackoff(0) });
  const executing = timeout(1_800_000, TimeoutStrategy.Aggressive);
  const verifying = timeout(600_000, TimeoutStrategy.Aggressive);
  return asyncBatches(() =>
    retried.execute(async () => {
      await executing.execute(() => execute());
      if (!(await verifying.execute(() => verify()))) throw new Error("not yet");
    }),
  );
}
