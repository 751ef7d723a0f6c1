import { createInstructionQueue, type InstructionQueue } from "@readback/core";
import type { Stage } from "../stage.js";

const INSTRUCTION = "Run the linter before each commit.";

/** You are the agent: an instruction rides on a tool's result, and you take it up or not. */
export async function playInstruction(stage: Stage): Promise<void> {
  const queue = createInstructionQueue({ journal: stage.journal });
  try {
    stage.says("system", "queues an instruction and wants to know that it was taken up");
    let id = queue.queueInstructionWithAck(INSTRUCTION, { maxRetries: 3 });
    while (!(await handOver(stage, queue, id))) {
      queue.tick();
      const [failed] = queue.getFailedInstructions();
      if (!failed) continue;
      stage.shows("system", failed, ["content", "attempts", "cause"]);
      const again = await redriven(stage, queue, id);
      if (again === undefined) return;
      id = again;
    }
  } finally {
    queue.dispose();
  }
}

/** Whether the agent took it up. */
async function handOver(stage: Stage, queue: InstructionQueue, id: string): Promise<boolean> {
  const text = queue.dispatch();
  if (text === undefined) return false;
  stage.quotes("told", [text]);
  const said = await stage.decide(
    {
      title: "You are the agent",
      questions: [
        {
          question: `The result of your last tool call ends with:\n\n${text}\n\nWhat do you do?`,
          options: ["Run the linter", "Work on, as before"],
          custom: false,
        },
      ],
    },
    { choose: "Work on, as before" },
  );
  return said === "Run the linter" && queue.acknowledgeInstruction(id);
}

async function redriven(stage: Stage, queue: InstructionQueue, id: string) {
  const said = await stage.decide(
    {
      title: "You are yourself again",
      questions: [
        {
          question: "The instruction was never taken up. What now?",
          options: [
            { label: "Send it again", description: "With a new count" },
            { label: "Discard it", description: "It no longer matters" },
          ],
          custom: false,
        },
      ],
    },
    { choose: "Discard it" },
  );
  if (said === "Discard it") queue.discard(id);
  return said === "Send it again" ? queue.redrive(id) : undefined;
}
