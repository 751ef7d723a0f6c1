import { createRequire } from "node:module";
import type { runAnswer } from "../answer/run-answer.js";
import { defineCommand, dirFlag } from "../command.js";
import { Failure } from "../failure.js";

export const answer = defineCommand({
  name: "answer",
  summary: "Answer the questions of the agents in this project, here",
  flags: { ...dirFlag },
  details: `Shows what the running "readback mcp" servers of this project ask, as a live list, and what
comes. The question page goes on; so do other terminals: the first answer counts. Leaving with q or Ctrl-D
answers nothing and refuses nothing.`,
  async run(values) {
    // A program of its own, put there by the build; see tsup.config.ts.
    const program = createRequire(import.meta.url)("./answer.cjs");
    const missing = await (program.runAnswer as typeof runAnswer)(values);
    if (missing !== null) throw new Failure(`readback answer: ${missing}`);
    return 0;
  },
});
