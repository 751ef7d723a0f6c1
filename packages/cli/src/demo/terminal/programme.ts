import type { Look } from "../look.js";
import type { Performance } from "../performance.js";
import { stories } from "../script/stories.js";
import { STORY_NAMES, type StoryName } from "../story-names.js";
import { drawNext, drawStatistics } from "./ending.js";
import { drawIntro } from "./intro.js";
import type { TerminalStage } from "./terminal-stage.js";

/** What is played, from the first word to the last. */
export interface Programme {
  /** Plays one story, or all. */
  play(only?: StoryName): Promise<void>;
  /** Plays what the person chooses, until that is enough. */
  playChosen(): Promise<void>;
  /** The last words to a person who stops in the middle. */
  sayGoodbye(): Promise<void>;
}

export interface ProgrammeParts {
  readonly stage: TerminalStage;
  readonly performance: Performance;
  readonly look: Look;
  readonly signal: AbortSignal;
  /** Whether keys hurry the story on. */
  readonly hasKeys: boolean;
  /** How the demo was started, for the hints at the end. */
  readonly command: string;
}

export function createProgramme(parts: ProgrammeParts): Programme {
  const { stage, performance, look, signal, hasKeys, command } = parts;
  /** Where the person would go on. */
  let next: StoryName | undefined;

  async function playStory(name: StoryName): Promise<void> {
    next = name;
    await performance.play(name, "all", signal);
    if (!signal.aborted) next = STORY_NAMES[STORY_NAMES.indexOf(name) + 1];
  }

  async function end(): Promise<void> {
    const title = (text: string) => ["", `  ${look.style.bold(text)}`, ""];
    await stage.write([
      ...title("What the journal saw"),
      ...drawStatistics(performance.entries, look),
      ...title("Where to go next"),
      ...drawNext(command, look),
      "",
    ]);
  }

  async function playAll(names: readonly StoryName[]): Promise<void> {
    for (const name of names) {
      await playStory(name);
      await stage.person.goOn();
    }
    await end();
  }

  return {
    async play(only) {
      await stage.read(drawIntro(look, hasKeys));
      await playAll(only ? [only] : STORY_NAMES);
    },
    async playChosen() {
      await stage.write(drawIntro(look, hasKeys));
      const played = new Set<StoryName>();
      for (;;) {
        await stage.write([""]);
        const chosen = await stage.person.choose(menu(played, next));
        if (chosen === "all") return playAll(STORY_NAMES);
        if (chosen === "end") return played.size > 0 ? end() : undefined;
        await playStory(chosen);
        played.add(chosen);
      }
    },
    async sayGoodbye() {
      const again = next ? `${command} --chapter ${next}` : command;
      await stage.write(["", `  Stopped. To go on: ${look.style.bold(again)}`, ""]);
    },
  };
}

function menu(played: ReadonlySet<StoryName>, next: StoryName | undefined) {
  const isStart = played.size === 0;
  return {
    question: isStart ? "Where do we begin?" : "What next?",
    choices: [
      { value: "all" as const, label: "All four chapters", hint: "about two minutes" },
      ...STORY_NAMES.map((value) => ({
        value,
        label: stories[value].title,
        hint: played.has(value) ? "✓ seen" : stories[value].about,
      })),
      { value: "end" as const, label: isStart ? "Not now" : "That is enough" },
    ],
    scripted: isStart ? ("all" as const) : (next ?? ("end" as const)),
  };
}
