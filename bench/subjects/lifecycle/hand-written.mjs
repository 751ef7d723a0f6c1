import { answers, questions } from "../../lib/ask.mjs";
import { asyncBatches } from "../../lib/batch.mjs";

/** One ask as many would write it: no journal, no restart, no late answers. */
export function create() {
  let shown;
  const asks = new HandWrittenAsks((requestId) => {
    shown = requestId;
  });
  let asked = 0;
  return asyncBatches(async () => {
    asked += 1;
    const result = asks.ask(`ask-${asked}`, questions);
    asks.rendered(shown);
    asks.answer(shown, answers);
    if ((await result).outcome !== "answered") throw new Error("The ask was not answered");
  });
}

class HandWrittenAsks {
  #present;
  #pending = new Map();

  constructor(present) {
    this.#present = present;
  }

  ask(id, asked, maxRetries = 3) {
    return new Promise((resolve) => {
      this.#try({ id, asked, attempt: 1, maxRetries, resolve, timer: undefined });
    });
  }

  rendered(requestId) {
    const ask = this.#pending.get(requestId);
    if (!ask) return;
    clearTimeout(ask.timer);
    ask.timer = setTimeout(() => this.#end(requestId, { outcome: "timed_out" }), 300_000);
  }

  answer(requestId, given) {
    this.#end(requestId, { outcome: "answered", answers: given });
  }

  #try(ask) {
    const requestId = `${ask.id}.${ask.attempt}`;
    this.#pending.set(requestId, ask);
    ask.timer = setTimeout(() => {
      if (ask.attempt > ask.maxRetries) {
        this.#end(requestId, { outcome: "exhausted" });
        return;
      }
      this.#pending.delete(requestId);
      ask.attempt += 1;
      this.#try(ask);
    }, 30_000);
    this.#present(requestId, ask.asked);
  }

  #end(requestId, result) {
    const ask = this.#pending.get(requestId);
    if (!ask) return;
    clearTimeout(ask.timer);
    this.#pending.delete(requestId);
    ask.resolve({ ...result, attempt: ask.attempt });
  }
}
