import { defineCommand } from "../command.js";
import { CHAPTER_NAMES } from "../demo/chapter-names.js";

export const demo = defineCommand({
  name: "demo",
  summary: "Watch an agent meet each machine: success, retry, exhaustion",
  flags: {
    auto: { type: "boolean", summary: "Play by itself, without questions" },
    chapter: { type: "string", choices: CHAPTER_NAMES, summary: "Play one chapter only" },
  },
  async run({ auto = false, chapter, "no-color": noColor = false }) {
    // Loaded here, so that the other commands do not wait for it.
    const { runDemo } = await import("../demo/demo.js");
    return runDemo({ auto, chapter, noColor });
  },
});
