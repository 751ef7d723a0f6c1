import { answered, rendered } from "../../lib/ask.mjs";
import { cpuMs } from "../../lib/cpu.mjs";
import { createPending } from "./runtime.mjs";

const asksPerStep = 500;

/**
 * A whole ask beside the pending ones: a new one that is answered at once, or RENDERED and ANSWER of
 * any pending one and a new one in its place.
 */
export function create({ pending }) {
  const { runtime, asks, anyIndex, nextIds, start } = createPending(pending, { onScreen: false });

  function finish({ base }) {
    runtime.send(base, rendered(base));
    runtime.send(base, answered(base));
  }

  function timed(one) {
    const fresh = Array.from({ length: asksPerStep }, nextIds);
    const startedAt = cpuMs();
    for (const ids of fresh) one(ids);
    return ((cpuMs() - startedAt) * 1_000) / asksPerStep;
  }

  function step() {
    const newAsk = timed((ids) => finish(start(ids)));
    const anyAsk = timed((ids) => {
      const index = anyIndex();
      finish(asks[index]);
      asks[index] = start(ids);
    });
    return { newAsk, anyAsk };
  }

  for (let warm = 0; warm < 25; warm += 1) step();
  return step;
}
