import { createInstructionQueue } from "@readback/core";
import { cpuMs } from "../../lib/cpu.mjs";

const perStep = 500;

/**
 * One more instruction is queued, handed over and acknowledged, beside so many that are tracked: all of them
 * wait for an acknowledgement, or (`queued`) to be handed over, so that it is the oldest one's turn.
 */
export function create({ tracked, queued }) {
  const queue = createInstructionQueue({ maxFailed: 0 });
  let made = 0;
  const add = () => {
    made += 1;
    return queue.queueInstructionWithAck(`Instruction number ${made}`);
  };
  for (let one = 1; one < tracked; one += 1) {
    add();
    if (!queued) queue.take();
  }

  function step() {
    const startedAt = cpuMs();
    for (let done = 0; done < perStep; done += 1) {
      add();
      const { id } = queue.take();
      if (!queue.acknowledgeInstruction(id)) throw new Error("It was not acknowledged");
    }
    return ((cpuMs() - startedAt) * 1_000) / perStep;
  }

  for (let warm = 0; warm < 25; warm += 1) step();
  return step;
}
