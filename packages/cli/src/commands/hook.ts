import { defineCommand, dirFlag } from "../command.js";
import { HOST_NAMES } from "../hosts.js";

export const hook = defineCommand({
  name: "hook",
  summary: "Answer a coding agent: JSON on stdin, the verdict on stdout",
  operand: { name: "host", summary: "The coding agent that asks", choices: HOST_NAMES },
  flags: {
    restate: {
      type: "string",
      value: "url",
      summary: "Ask the guard of a Restate cluster, by the address of its ingress",
    },
    ...dirFlag,
  },
  // Coding agents take exit code 2 as "block": a typing error in their settings must not do that.
  usageExitCode: 1,
  details: `The coding agent runs this itself, once it is installed: readback hook install <host>
With --restate the todos are counted on the cluster, and validated by its endpoints; instructions of the
session's queue there ride along: readback hook install <host> --instructions --restate <url>`,
  async run({ restate, dir }, host) {
    if (restate !== undefined) {
      const { answerHookFromCluster } = await import("../hook/restate-hook.js");
      return answerHookFromCluster(host, restate, dir);
    }
    const { answerHook } = await import("../hook/answer.js");
    return answerHook(host, dir);
  },
});
