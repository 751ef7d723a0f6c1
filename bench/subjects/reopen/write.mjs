import { askMachine, createRuntime, createSimulatedClock } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { answered, newAsk, rendered } from "../../lib/ask.mjs";
import { idsOf } from "../../lib/ids.mjs";

/** Writes a journal, step by step; of the asks in it every hundredth stays open. */
export function create({ folder, entriesPerStep }) {
  const journal = createFileJournal({ folder, durable: false });
  const clock = createSimulatedClock(1_790_000_000_000);
  const runtime = createRuntime([askMachine], { clock, journal });
  let asks = 0;
  let entries = 0;
  return () => {
    const until = entries + entriesPerStep;
    while (entries < until) {
      asks += 1;
      const { base, askId } = idsOf(asks);
      runtime.start(askMachine, base, newAsk(base, askId));
      runtime.send(base, rendered(base));
      const isOpen = asks % 100 === 0;
      if (!isOpen) runtime.send(base, answered(base));
      entries += isOpen ? 2 : 3;
    }
    journal.compact();
    return { asks, entries, live: [...runtime.live()].length };
  };
}
