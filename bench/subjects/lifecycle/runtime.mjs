import { askMachine, createRuntime } from "@readback/core";
import { answered, newAsk, rendered } from "../../lib/ask.mjs";
import { batches } from "../../lib/batch.mjs";

/** One ask in Readback's runtime, with its journal in memory. */
export function create() {
  const runtime = createRuntime([askMachine]);
  let settled = 0;
  runtime.on(askMachine, (emitted) => {
    if (emitted.type === "ask.told") settled += 1;
  });
  let asked = 0;
  return batches(() => {
    asked += 1;
    const id = `ask-${asked}`;
    runtime.start(askMachine, id, newAsk(id));
    runtime.send(id, rendered(id));
    runtime.send(id, answered(id));
    if (settled !== asked) throw new Error("The ask was not answered");
  });
}
