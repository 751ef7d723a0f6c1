import type { Journal, SimulatedClock } from "@readback/core";
import type { Heading } from "./beat.js";
import type { ChapterName } from "./chapter-names.js";
import { ask } from "./chapters/ask.js";
import { guard } from "./chapters/guard.js";
import { instruction } from "./chapters/instruction.js";
import { verify } from "./chapters/verify.js";
import type { Story } from "./story.js";

/** What every machine of the demo runs on. */
export interface Host {
  readonly clock: SimulatedClock;
  readonly journal: Journal;
}

/** One machine's part of the demo. */
export interface Chapter extends Pick<Heading, "title" | "problem" | "promise"> {
  /** The problem in a few words, for the menu. */
  readonly about: string;
  /** Runs the machine and tells what happens. */
  play(story: Story, host: Host): Promise<void>;
}

export const chapters: Readonly<Record<ChapterName, Chapter>> = { ask, guard, instruction, verify };
