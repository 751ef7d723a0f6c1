import { activity, answered } from "../../lib/ask.mjs";
import { cpuMs } from "../../lib/cpu.mjs";
import { createPending } from "./runtime.mjs";

const events = 2_500;

/** ACTIVITY on an ask that is on screen: on one and the same, and on any of them. */
export function create({ pending }) {
  const { runtime, asks, anyIndex, nextIds, start } = createPending(pending, { onScreen: true });

  function timed(indexes) {
    const batch = indexes.map((index) => [asks[index].base, activity(asks[index].base)]);
    const startedAt = cpuMs();
    for (const [base, event] of batch) runtime.send(base, event);
    return ((cpuMs() - startedAt) * 1_000) / events;
  }

  function step() {
    const index = anyIndex();
    const sameAsk = timed(new Array(events).fill(index));
    const anyAsk = timed(Array.from({ length: events }, anyIndex));
    // The journal keeps every entry of a live ask, so let this one go.
    const { base } = asks[index];
    runtime.send(base, answered(base));
    asks[index] = start(nextIds());
    return { sameAsk, anyAsk };
  }

  for (let warm = 0; warm < 30; warm += 1) step();
  return step;
}
