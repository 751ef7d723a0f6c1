import { defineCommand } from "../command.js";

export const agentsMd = defineCommand({
  name: "agents-md",
  summary: "Print the section for AGENTS.md: what to do with each result",
  flags: {},
  details: "Append it once: readback agents-md >> AGENTS.md",
  async run() {
    const { askUserAgentsMd } = await import("@readback/core/tools");
    process.stdout.write(askUserAgentsMd());
    return 0;
  },
});
