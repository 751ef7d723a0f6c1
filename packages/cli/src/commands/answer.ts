import { createRequire } from "node:module";
import type { runAnswer } from "../answer/run-answer.js";
import { UsageError } from "../arguments.js";
import { defineCommand, dirFlag } from "../command.js";
import { Failure } from "../failure.js";

export const answer = defineCommand({
  name: "answer",
  summary: "Answer the questions of the agents in this project, here",
  flags: {
    restate: {
      type: "string",
      value: "url",
      summary: "Answer what was asked through a Restate cluster, by the address of its ingress",
    },
    session: {
      type: "string",
      value: "name",
      summary: "With --restate, whose questions: the session of the agents",
    },
    ...dirFlag,
  },
  details: `Lists what the running "readback mcp" servers of this project ask, and adds new questions as they come.
The question page and other terminals show them, too: the first answer counts. Leaving with q or Ctrl-D
answers nothing and refuses nothing.

With --restate and a cluster that has a desk secret, the token is READBACK_DESK_TOKEN.`,
  async run(values) {
    const { restate } = values;
    if (restate !== undefined) {
      const { answerThroughRestate } = await import("../answer/restate-answer.js");
      await answerThroughRestate({ ...values, restate });
      return 0;
    }
    if (values.session !== undefined) throw new UsageError("--session is for --restate.");
    // A program of its own, put there by the build; see tsup.config.ts.
    const program = createRequire(import.meta.url)("./answer.cjs");
    const missing = await (program.runAnswer as typeof runAnswer)(values);
    if (missing !== null) throw new Failure(`readback answer: ${missing}`);
    return 0;
  },
});
