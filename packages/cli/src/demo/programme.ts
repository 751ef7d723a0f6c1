import { chapters, type Host } from "./chapter.js";
import { CHAPTER_NAMES, type ChapterName } from "./chapter-names.js";
import { drawNext, drawStatistics } from "./ending.js";
import { drawIntro } from "./intro.js";
import type { Look } from "./look.js";
import type { Stage } from "./stage.js";
import type { Story } from "./story.js";

/** What is played, from the first word to the last. */
export interface Programme {
  /** Plays one chapter, or all. */
  play(only?: ChapterName): Promise<void>;
  /** Plays what the person chooses, until that is enough. */
  playChosen(): Promise<void>;
  /** The last words to a person who stops in the middle. */
  sayGoodbye(): Promise<void>;
}

export interface ProgrammeParts {
  readonly stage: Stage;
  readonly story: Story;
  readonly host: Host;
  readonly look: Look;
  /** Whether keys hurry the story on. */
  readonly hasKeys: boolean;
  /** How the demo was started, for the hints at the end. */
  readonly command: string;
}

export function createProgramme(parts: ProgrammeParts): Programme {
  const { stage, story, host, look, hasKeys, command } = parts;
  /** Where the person would go on. */
  let next: ChapterName | undefined;

  async function playChapter(name: ChapterName): Promise<void> {
    const { play, ...heading } = chapters[name];
    const number = CHAPTER_NAMES.indexOf(name) + 1;
    next = name;
    await story.chapter({ number, of: CHAPTER_NAMES.length, ...heading });
    await play(story, host);
    await story.shown();
    next = CHAPTER_NAMES[number];
  }

  async function end(): Promise<void> {
    const title = (text: string) => ["", `  ${look.style.bold(text)}`, ""];
    await stage.write([
      ...title("What the journal saw"),
      ...drawStatistics(host.journal.read(), look),
      ...title("Where to go next"),
      ...drawNext(command, look),
      "",
    ]);
  }

  async function playAll(names: readonly ChapterName[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      if (index > 0) await story.goOn();
      await playChapter(name);
    }
    await story.goOn();
    await end();
  }

  return {
    async play(only) {
      await stage.read(drawIntro(look, hasKeys));
      await playAll(only ? [only] : CHAPTER_NAMES);
    },
    async playChosen() {
      await stage.write(drawIntro(look, hasKeys));
      const played = new Set<ChapterName>();
      for (;;) {
        await stage.write([""]);
        const chosen = await story.choose(menu(played, next));
        if (chosen === "all") return playAll(CHAPTER_NAMES);
        if (chosen === "end") return played.size > 0 ? end() : undefined;
        await playChapter(chosen);
        played.add(chosen);
      }
    },
    async sayGoodbye() {
      const again = next ? `${command} --chapter ${next}` : command;
      await stage.write(["", `  Stopped. To go on: ${look.style.bold(again)}`, ""]);
    },
  };
}

function menu(played: ReadonlySet<ChapterName>, next: ChapterName | undefined) {
  const isStart = played.size === 0;
  return {
    question: isStart ? "Where do we begin?" : "What next?",
    choices: [
      { value: "all" as const, label: "All four chapters", hint: "about two minutes" },
      ...CHAPTER_NAMES.map((value) => ({
        value,
        label: chapters[value].title,
        hint: played.has(value) ? "✓ seen" : chapters[value].about,
      })),
      { value: "end" as const, label: isStart ? "Not now" : "That is enough" },
    ],
    scripted: isStart ? ("all" as const) : (next ?? ("end" as const)),
  };
}
