import { readdirSync } from "node:fs";
import { askMachine, createAsker, createRuntime } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { answered, newAsk, rendered } from "../../lib/ask.mjs";
import { idsOf } from "../../lib/ids.mjs";

const HOUR = 60 * 60_000;

/**
 * A process that waits for one answer, in a journal with this many entries about others before that: how many
 * files the journal has.
 */
export function create({ folder, entries }) {
  const journal = createFileJournal({ folder, durable: false });
  const runtime = createRuntime([askMachine], { journal });
  for (let asked = 1; asked * 3 <= entries; asked += 1) {
    const { base, askId } = idsOf(asked);
    runtime.start(askMachine, base, newAsk(base, askId));
    runtime.send(base, rendered(base));
    runtime.send(base, answered(base));
  }
  runtime.stop();
  const asker = createAsker({ bridge: null, journal, renderTimeout: HOUR, responseTimeout: HOUR });
  asker.recover();
  void asker.ask({ questions: [{ question: "Which one waits?" }] }, { session: "bench" });
  return () => readdirSync(folder).filter((name) => name.endsWith(".jsonl")).length;
}
