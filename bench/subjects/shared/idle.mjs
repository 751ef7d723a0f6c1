import { askMachine, createRuntime } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { cpuMs } from "../../lib/cpu.mjs";

/** A process that follows a journal to which nobody writes: the share of one core that it takes. */
export function create({ folder, ms }) {
  const runtime = createRuntime([askMachine], { journal: createFileJournal({ folder }) });
  runtime.recover();
  runtime.resume();
  runtime.follow();
  return async () => {
    const [cpuBefore, before] = [cpuMs(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, ms));
    return (cpuMs() - cpuBefore) / (performance.now() - before);
  };
}
