import { defineCommand } from "../command.js";
import { HOST_NAMES, type HostName } from "../hosts.js";

export const mcpInstall = defineCommand({
  name: "mcp install",
  summary: "Give a coding agent ask_user, in this project",
  operand: { name: "host", summary: "The coding agent", choices: HOST_NAMES },
  flags: {
    user: { type: "boolean", summary: "For you, in all projects" },
    uninstall: { type: "boolean", summary: "Take out what this command put in" },
    yes: { type: "boolean", short: "y", summary: "Write without asking" },
  },
  details: [
    "Shows what would change in the agent's settings, then asks. Without a flag the",
    "change is for everybody who works on this project.",
  ].join("\n"),
  async run({ user = false, uninstall = false, yes = false, ...rest }, host) {
    const { installMcp } = await import("../mcp/install-mcp.js");
    return installMcp({
      // The operand is one of its choices.
      host: host as HostName,
      isUser: user,
      isUninstall: uninstall,
      isConfirmed: yes,
      noColor: rest["no-color"] ?? false,
    });
  },
});
