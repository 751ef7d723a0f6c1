import { defineCommand, dirFlag } from "../command.js";
import { HOST_NAMES } from "../hosts.js";

export const hook = defineCommand({
  name: "hook",
  summary: "Answer a coding agent: JSON on stdin, the verdict on stdout",
  operand: { name: "host", summary: "The coding agent that asks", choices: HOST_NAMES },
  flags: dirFlag,
  // Coding agents take exit code 2 as "block": a typing error in their settings must not do that.
  usageExitCode: 1,
  details: "The coding agent runs this itself, once it is installed: readback hook install <host>",
  async run({ dir }, host) {
    const { answerHook } = await import("../hook/answer.js");
    return answerHook(host, dir);
  },
});
