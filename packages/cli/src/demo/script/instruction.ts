import { createInstructionQueue, type InstructionQueue } from "@readback/core";
import type { Ending } from "../beat.js";
import { defineStory, type Telling } from "./story.js";

interface Instructing {
  readonly ending: Ending;
  readonly title: string;
  readonly content: string;
  /** What takes the instruction up: as a choice, and as told. */
  readonly deed: string;
  readonly does: string;
  /** At which time of being told the agent does it. */
  readonly takenUpAt: number;
}

const scenes: readonly Instructing[] = [
  {
    ending: "success",
    title: "taken up at once",
    content: "Run the linter before each commit.",
    deed: "Run the linter",
    does: "runs the linter: that is the acknowledgement",
    takenUpAt: 1,
  },
  {
    ending: "retry",
    title: "taken up when it becomes important",
    content: "Add a line to the changelog.",
    deed: "Write the line",
    does: "writes the line",
    takenUpAt: 3,
  },
  {
    ending: "exhaustion",
    title: "never taken up",
    content: "Answer the review.",
    deed: "Answer the review",
    does: "answers the review",
    takenUpAt: 5,
  },
];

const TICK = 60_000;
const WORK_ON = "Work on, as before";

export const instruction = defineStory({
  title: "Instruction",
  about: "instructions that get lost",
  problem: "Agents lose instructions in a long conversation, and nobody notices.",
  promise:
    "An instruction is repeated, more urgently each time, until it is taken up or has failed.",
  scenes,
  open: 2,

  async play(on, { content, deed, does, takenUpAt }) {
    const queue = on.uses(createInstructionQueue({ ...on.host, tickInterval: TICK }));
    queue.start();
    await on.says("system", "queues an instruction, with maxRetries: 3, so 4 attempts");
    let id = queue.queueInstructionWithAck(content, { maxRetries: 3 });
    for (let told = 0; ; ) {
      await on.says("agent", "calls a tool; the result brings what is queued");
      const text = queue.dispatch();
      if (text !== undefined) {
        told += 1;
        await on.quotes("told", [text]);
        const said = await on.decide({
          role: "agent",
          title: "You are the agent",
          question: {
            question: `The result of your last tool call ends with:\n\n${text}\n\nWhat do you do?`,
            options: [deed, WORK_ON],
            custom: false,
          },
          cue: { choose: told >= takenUpAt ? deed : WORK_ON },
        });
        await on.says("agent", said === deed ? does : "works on, as before");
        if (said === deed) {
          queue.acknowledgeInstruction(id);
          return;
        }
      }
      await on.later(TICK);
      const [failed] = queue.getFailedInstructions();
      if (!failed) continue;
      await on.shows("system", failed, ["content", "attempts", "cause"]);
      const again = await redriven(on, queue, id);
      if (again === undefined) return;
      id = again;
    }
  },
});

/** What a person does with a failed instruction: its id when it is sent again. */
async function redriven(on: Telling, queue: InstructionQueue, id: string) {
  const said = await on.decide({
    role: "person",
    question: {
      question: "The instruction has failed: it was never taken up. What now?",
      options: [
        { label: "Send it again", description: "With a new count" },
        { label: "Discard it", description: "It no longer matters" },
        { label: "Leave it", description: "It stays on the list of failures" },
      ],
      custom: false,
    },
    cue: { choose: "Send it again" },
  });
  if (said === "Discard it") queue.discard(id);
  return said === "Send it again" ? queue.redrive(id) : undefined;
}
