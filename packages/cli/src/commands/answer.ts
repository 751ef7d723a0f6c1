import { defineCommand, dirFlag } from "../command.js";

export const answer = defineCommand({
  name: "answer",
  summary: "Answer the questions of the agents in this project, here",
  flags: { ...dirFlag },
  details: `Shows what the running "readback mcp" servers of this project ask, as a live list, and what
comes. The question page goes on; so do other terminals: the first answer counts. Leaving with q or Ctrl-D
answers nothing and refuses nothing.`,
  async run(values) {
    const { runAnswer } = await import("../answer/run-answer.js");
    return runAnswer(values);
  },
});
