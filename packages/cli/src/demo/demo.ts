import { createMemoryJournal, createSimulatedClock } from "@readback/core";
import { restoreTerminal } from "../terminal/keys.js";
import { cleanUpOnExit } from "../terminal/signals.js";
import { createStyle, wantsColor } from "../terminal/style.js";
import type { ChapterName } from "./chapter-names.js";
import { type Look, usableWidth } from "./look.js";
import { createScriptedPerson } from "./person.js";
import { createProgramme } from "./programme.js";
import { createQuit } from "./quit.js";
import { createStage, type Pace } from "./stage.js";
import { createStory } from "./story.js";
import { createTerminalPerson } from "./terminal-person.js";

export interface DemoOptions {
  /** Play without questions. */
  readonly auto: boolean;
  /** Play one chapter only. */
  readonly chapter: ChapterName | undefined;
  readonly noColor: boolean;
}

/** For a story that goes on by itself. */
const CALM: Pace = { beat: 150, character: 6 };
/** For a story that stops after every scene. */
const BRISK: Pace = { beat: 80, character: 4 };

/** Plays the demo and returns the exit code: 0, also for a person who has seen enough. */
export async function runDemo({ auto, chapter, noColor }: DemoOptions): Promise<number> {
  const { stdin, stdout, env } = process;
  const hasTerminal = stdin.isTTY && stdout.isTTY;
  const isInteractive = hasTerminal && !auto;
  const look: Look = {
    style: createStyle(wantsColor(stdout, env, noColor)),
    width: () => usableWidth(stdout.columns),
    person: isInteractive ? "you" : "person",
  };
  const quit = createQuit();
  const stage = createStage({
    output: stdout,
    input: hasTerminal ? stdin : undefined,
    look,
    pace: stdout.isTTY ? (isInteractive ? BRISK : CALM) : undefined,
    quit,
  });
  const host = { clock: createSimulatedClock(Date.now()), journal: createMemoryJournal() };
  const person = isInteractive
    ? createTerminalPerson(look, quit)
    : createScriptedPerson(stage.show);
  const story = createStory({ ...host, person, show: stage.show });
  // `npm start` in the repository starts the demo, too.
  const started = env.npm_lifecycle_event === "start" ? "npm start --" : "readback demo";
  const command = `${started} --terminal`;
  const programme = createProgramme({ stage, story, host, look, hasKeys: hasTerminal, command });

  const restore = () => restoreTerminal(stdin, stdout);
  const letGo = cleanUpOnExit(restore);
  try {
    const played = isInteractive && !chapter ? programme.playChosen() : programme.play(chapter);
    const isQuit = await Promise.race([played, quit.wished.then(() => true)]);
    if (isQuit) await programme.sayGoodbye();
  } finally {
    letGo();
    restore();
  }
  return 0;
}
