import { defineCommand } from "../command.js";

export const agentsMd = defineCommand({
  name: "agents-md",
  summary: "Print what to put in AGENTS.md: what an agent does with each result of ask_user",
  flags: {},
  details: "Append it once: readback agents-md >> AGENTS.md",
  async run() {
    const { askUserAgentsMd } = await import("@readback/core");
    process.stdout.write(askUserAgentsMd());
    return 0;
  },
});
