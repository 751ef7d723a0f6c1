import { askMachine, createRuntime } from "@readback/core";
import { newAsk, rendered } from "../../lib/ask.mjs";
import { idsOf } from "../../lib/ids.mjs";

/** A runtime that holds `pending` asks; none of them falls due during the measure. */
export function createPending(pending, { onScreen }) {
  const runtime = createRuntime([askMachine]);
  runtime.on(askMachine, () => {});
  let made = 0;
  function nextIds() {
    made += 1;
    return idsOf(made);
  }

  function start(ids) {
    const { base, askId } = ids;
    const { ask, ...start } = newAsk(base, askId);
    const times = { ...ask.times, renderTimeout: 3_600_000, responseTimeout: 3_600_000 };
    runtime.start(askMachine, base, { ask: { ...ask, times }, ...start });
    if (onScreen) runtime.send(base, rendered(base));
    return ids;
  }

  return {
    runtime,
    asks: Array.from({ length: pending }, () => start(nextIds())),
    anyIndex: () => Math.floor(Math.random() * pending),
    nextIds,
    start,
  };
}
