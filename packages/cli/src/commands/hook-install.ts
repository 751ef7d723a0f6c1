import { defineCommand, dirFlag } from "../command.js";
import { HOST_NAMES, type HostName } from "../hosts.js";

export const hookInstall = defineCommand({
  name: "hook install",
  summary: "Let the todo guard watch a coding agent in this project",
  operand: { name: "host", summary: "The coding agent", choices: HOST_NAMES },
  flags: {
    local: { type: "boolean", summary: "For you, in this project (Claude Code only)" },
    user: { type: "boolean", summary: "For you, in all projects" },
    instructions: {
      type: "boolean",
      summary: "Also hand over what readback instructions add queues",
    },
    restate: {
      type: "string",
      value: "url",
      summary: "Ask the guard of a Restate cluster, by the address of its ingress",
    },
    uninstall: { type: "boolean", summary: "Take out what this command put in" },
    yes: { type: "boolean", short: "y", summary: "Write without asking" },
    ...dirFlag,
  },
  details: [
    "Shows what would change in the agent's settings, then asks. Without a flag the",
    "change is for everybody who works on this project. With --restate the todos are counted on the",
    "cluster, and validated by its endpoints; installed again it stays so, until --uninstall.",
  ].join("\n"),
  async run(values, host) {
    const { installHook } = await import("../hook/install.js");
    const { local = false, user = false, uninstall = false, yes = false, ...rest } = values;
    return installHook({
      // The operand is one of its choices.
      host: host as HostName,
      isLocal: local,
      isUser: user,
      isUninstall: uninstall,
      hasInstructions: rest.instructions ?? false,
      isConfirmed: yes,
      dir: rest.dir,
      restate: rest.restate,
      noColor: rest["no-color"] ?? false,
    });
  },
});
