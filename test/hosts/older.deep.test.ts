import { join } from "node:path";
import { describe, it } from "vitest";
import { claim, notTold, say, told } from "./action.js";
import { installPackage } from "./install.js";
import { play } from "./play.js";
import { claudeCode } from "./programs/claude-code.js";
import type { Scenario } from "./scenario.js";

// What `readback hook install` writes, in versions that know fewer events: up to 2.1.32 a settings file that names
// one which the program does not know is dropped as a whole, with the person's own permissions in it.

const DOCS = "Write the docs";

const scenario: Scenario = {
  name: "the guard is on, and the permissions beside it hold",
  installs: "guard",
  hookArgs: ["--instructions"],
  parts: [
    {
      async before(world) {
        const file = world.path(".claude/settings.json");
        const settings = JSON.parse(world.read(file)) as object;
        const permissions = { deny: ["Bash(touch:*)"] };
        world.write(file, JSON.stringify({ ...settings, permissions }));
      },
      stories: {
        main: [
          claim(DOCS),
          told(/Review your work first: check that 'Write the docs' is really done/),
          { kind: "tool", tool: "Bash", input: { command: "touch made", description: "Make" } },
          told(/denied/),
          claim(DOCS),
          notTold(/Review your work first|denied/),
          say("Done."),
        ],
      },
    },
  ],
};

describe.each(["2.0.77", "2.1.32"])("Claude Code %s", (version) => {
  it(scenario.name, { timeout: 300_000 }, async ({ skip }) => {
    const installed = await installPackage(`@anthropic-ai/claude-code@${version}`);
    if (!("modules" in installed)) {
      console.error(`SKIPPED Claude Code ${version}: ${installed.problem}`);
      return skip("it could not be installed");
    }
    const command = (modules: string) => [
      process.execPath,
      join(modules, "@anthropic-ai/claude-code/cli.js"),
    ];
    await play(scenario, { ...claudeCode, command, isOlder: true }, installed.modules);
  });
});
