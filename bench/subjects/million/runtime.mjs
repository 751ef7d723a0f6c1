import { askMachine, createRuntime } from "@readback/core";
import { answered, newAsk, rendered } from "../../lib/ask.mjs";
import { settledHeap } from "../../lib/heap.mjs";

/** The heap before the first ask, then after each `asksPerStep` more. */
export function create({ asksPerStep }) {
  const runtime = createRuntime([askMachine]);
  runtime.on(askMachine, () => {});
  let asked = 0;

  function* heaps() {
    for (;;) {
      yield settledHeap();
      for (const until = asked + asksPerStep; asked < until; asked += 1) {
        const id = `ask-${asked}`;
        runtime.start(askMachine, id, newAsk(id));
        runtime.send(id, rendered(id));
        runtime.send(id, answered(id));
      }
    }
  }

  const series = heaps();
  return () => series.next().value;
}
