import type { StoryName } from "../story-names.js";
import { ask } from "./ask.js";
import { guard } from "./guard.js";
import { instruction } from "./instruction.js";
import type { Story } from "./story.js";
import { verify } from "./verify.js";

/** The script of the demo, whatever the stage. */
export const stories: Readonly<Record<StoryName, Story>> = { ask, guard, instruction, verify };
