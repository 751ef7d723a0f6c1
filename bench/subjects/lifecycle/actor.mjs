import { askMachine } from "@readback/core";
import { createActor } from "xstate";
import { answered, newAsk, rendered } from "../../lib/ask.mjs";
import { batches } from "../../lib/batch.mjs";

/** One ask of the same machine as an XState actor. */
export function create() {
  let settled = 0;
  const listener = (emitted) => {
    if (emitted.type === "ask.told") settled += 1;
  };
  let asked = 0;
  return batches(() => {
    asked += 1;
    const id = `ask-${asked}`;
    const actor = createActor(askMachine, { id, input: newAsk(id) });
    actor.on("*", listener);
    actor.start();
    actor.send(rendered(id));
    actor.send(answered(id));
    if (settled !== asked) throw new Error("The ask was not answered");
  });
}
