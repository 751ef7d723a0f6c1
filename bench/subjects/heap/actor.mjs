import { askMachine } from "@readback/core";
import { createActor } from "xstate";
import { newAsk, rendered } from "../../lib/ask.mjs";
import { heapPerAsk } from "../../lib/heap.mjs";
import { idsOf } from "../../lib/ids.mjs";

export function create({ asks }) {
  const actors = [];
  const listener = () => {};
  const present = () => {
    for (let ask = 0; ask < asks; ask += 1) {
      const { base, askId } = idsOf(ask);
      const actor = createActor(askMachine, { id: base, input: newAsk(base, askId) });
      actor.on("*", listener);
      actors.push(actor.start());
    }
  };
  const confirm = () => {
    for (const actor of actors) actor.send(rendered(actor.id));
  };
  return heapPerAsk(asks, [present, confirm]);
}
