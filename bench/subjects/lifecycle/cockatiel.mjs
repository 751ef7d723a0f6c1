import { ConstantBackoff, handleAll, retry, TimeoutStrategy, timeout, wrap } from "cockatiel";
import { answers } from "../../lib/ask.mjs";
import { asyncBatches } from "../../lib/batch.mjs";

/** A retry and a timeout around the render, a timeout around the answer. */
export function create() {
  const rendering = wrap(
    retry(handleAll, { maxAttempts: 3, backoff: new ConstantBackoff(0) }),
    timeout(30_000, TimeoutStrategy.Aggressive),
  );
  const answering = timeout(300_000, TimeoutStrategy.Aggressive);
  return asyncBatches(async () => {
    await rendering.execute(() => shown());
    const given = await answering.execute(() => answer());
    if (given !== answers) throw new Error("The ask was not answered");
  });
}

const shown = async () => true;
const answer = async () => answers;
