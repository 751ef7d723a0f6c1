import {
  createInstructionQueue,
  type InstructionQueue,
  type InstructionQueueOptions,
} from "../../../src/index.js";
import { asJson, movedTime, type Scene, type Stage, type Step } from "../stage.js";

/** An instruction queue, the agent that takes from it, and the person who cleans up. */
export function instructionsStage({ journal, time, settings, ids }: Scene): Stage {
  let made = 0;
  let queue: InstructionQueue;

  function open(): void {
    queue = createInstructionQueue({
      ...(settings as InstructionQueueOptions),
      journal,
      clock: time.clock,
      newId: () => `${ids}${++made}`,
    });
  }

  function act(step: Step): unknown {
    if ("recover" in step) return queue.recover();
    if ("queue" in step) {
      const { maxRetries = 3 } = step as { maxRetries?: number };
      return queue.queueInstructionWithAck(String(step.queue), { maxRetries });
    }
    if ("queuePlain" in step) return queue.queueInstruction(String(step.queuePlain));
    if ("take" in step) return step.take === "all" ? takeAll() : queue.take();
    if ("tick" in step) return queue.tick();
    if ("acknowledge" in step) return queue.acknowledgeInstruction(String(step.acknowledge));
    if ("failed" in step) return queue.getFailedInstructions();
    if ("redrive" in step) return queue.redrive(String(step.redrive)) ?? null;
    if ("discard" in step) return queue.discard(String(step.discard));
    if ("restart" in step) {
      time.nextProcess();
      open();
      return queue.recover();
    }
    throw new Error(`An instruction queue knows no step ${JSON.stringify(step)}`);
  }

  function takeAll(): readonly unknown[] {
    const taken: unknown[] = [];
    for (let item = queue.take(); item; item = queue.take()) taken.push(item);
    return taken;
  }

  open();
  return {
    async perform(step) {
      return asJson({ result: movedTime(step, time) ? undefined : act(step) });
    },
  };
}
