import { askMachine, createRuntime } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { cpuMs } from "../../lib/cpu.mjs";

/** What a process does when it starts: opens the journal and takes up what is under way. */
export function create({ folder }) {
  const step = () => {
    const startedAt = cpuMs();
    const journal = createFileJournal({ folder });
    const runtime = createRuntime([askMachine], { journal });
    runtime.recover();
    const live = [...runtime.live()].length;
    const ms = cpuMs() - startedAt;
    runtime.stop();
    journal.close();
    return { ms, live };
  };
  for (let warm = 0; warm < 10; warm += 1) step();
  return step;
}
