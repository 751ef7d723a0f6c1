import { defineCommand } from "../command.js";
import { STORY_NAMES } from "../demo/story-names.js";
import { portFlag } from "../number-flags.js";

export const demo = defineCommand({
  name: "demo",
  summary: "Watch an agent meet each machine: success, retry, exhaustion",
  flags: {
    auto: { type: "boolean", summary: "Play by itself: in a browser without a screen, or here" },
    terminal: { type: "boolean", summary: "Play the stories here, without a browser" },
    chapter: {
      type: "string",
      choices: STORY_NAMES,
      summary: "With --terminal: one chapter only",
    },
    port: { type: "string", value: "number", summary: "Port of the page; default: any free one" },
    "no-open": { type: "boolean", summary: "Only print the address of the page" },
  },
  async run(flags) {
    const { auto = false, terminal, chapter, port, "no-color": noColor = false } = flags;
    // Loaded here, so that the other commands do not wait for it.
    if (!terminal && !chapter) {
      const { runPage } = await import("../demo/page/run-page.js");
      const noOpen = flags["no-open"] ?? false;
      return runPage({ auto, port: portFlag(port, "port"), noOpen, noColor });
    }
    const { runTerminal } = await import("../demo/terminal/run-terminal.js");
    return runTerminal({ auto, chapter, noColor });
  },
});
