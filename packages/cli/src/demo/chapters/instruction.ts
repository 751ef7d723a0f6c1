import { createInstructionQueue, type InstructionQueue } from "@readback/core";
import type { Chapter, Host } from "../chapter.js";
import type { Story } from "../story.js";

const TICK = 60_000;

export const instruction: Chapter = {
  title: "Instruction",
  about: "instructions that get lost",
  problem: "Agents lose instructions in a long conversation, and nobody notices.",
  promise:
    "An instruction is repeated, more urgently each time, until it is taken up or has failed.",

  async play(story, host) {
    await story.scene("success", "taken up at once");
    await linter(story, host);
    await story.scene("retry", "taken up when it becomes important");
    await changelog(story, host);
    await story.scene("exhaustion", "never taken up");
    await feedback(story, host);
  },
};

async function linter(story: Story, host: Host): Promise<void> {
  const queue = createInstructionQueue(host);
  await story.says("system", "queues an instruction and wants to know that it was taken up");
  const id = queue.queueInstructionWithAck("Run the linter before each commit.");
  await story.says("agent", "calls a tool; the instruction rides on the result");
  await handOver(story, queue);
  await story.says("agent", "runs the linter: that is the acknowledgement");
  queue.acknowledgeInstruction(id);
  queue.dispose();
}

async function changelog(story: Story, host: Host): Promise<void> {
  const queue = createInstructionQueue({ ...host, tickInterval: TICK });
  queue.start();
  await story.says("system", "queues an instruction");
  const id = queue.queueInstructionWithAck("Add a line to the changelog.");
  await story.says("agent", "calls a tool, reads the result, and works on");
  await handOver(story, queue);
  await again(story, queue);
  await again(story, queue);
  await story.says("agent", "writes the line");
  queue.acknowledgeInstruction(id);
  queue.dispose();
}

async function feedback(story: Story, host: Host): Promise<void> {
  const queue = createInstructionQueue({ ...host, tickInterval: TICK });
  queue.start();
  await story.says("system", "queues an instruction, with maxRetries: 3, so 4 attempts");
  const id = queue.queueInstructionWithAck("Answer the review.", { maxRetries: 3 });
  await story.says("agent", "calls tool after tool, and never does it");
  await handOver(story, queue);
  for (let retry = 1; retry <= 3; retry += 1) await again(story, queue);
  await story.later(TICK);
  const [failed] = queue.getFailedInstructions();
  if (failed) await story.shows("system", failed, ["content", "attempts", "cause"]);
  await decide(story, queue, id);
  queue.dispose();
}

async function decide(story: Story, queue: InstructionQueue, id: string): Promise<void> {
  const chosen = await story.choose({
    question: "The instruction has failed. What now?",
    choices: [
      { value: "redrive", label: "Send it again", hint: "with a new count" },
      { value: "discard", label: "Discard it", hint: "it no longer matters" },
      { value: "leave", label: "Leave it", hint: "it stays on the list of failures" },
    ],
    scripted: "redrive",
  });
  if (chosen === "discard") queue.discard(id);
  if (chosen !== "redrive") return;
  queue.redrive(id);
  await handOver(story, queue);
  await story.says("agent", "answers the review");
  queue.acknowledgeInstruction(id);
}

/** A minute later the queue is idle and the instruction still open: it goes out again. */
async function again(story: Story, queue: InstructionQueue): Promise<void> {
  await story.later(TICK);
  await handOver(story, queue);
}

/** The next tool result carries what is queued. */
async function handOver(story: Story, queue: InstructionQueue): Promise<void> {
  const text = queue.dispatch();
  if (text !== undefined) await story.quotes("told", [text]);
}
