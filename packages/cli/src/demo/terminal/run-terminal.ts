import { restoreTerminal } from "../../terminal/keys.js";
import { cleanUpOnExit } from "../../terminal/signals.js";
import { createLook } from "../look.js";
import { createPerformance } from "../performance.js";
import type { StoryName } from "../story-names.js";
import { createProgramme } from "./programme.js";
import { createTerminalStage, type Pace } from "./terminal-stage.js";

export interface RunTerminalOptions {
  /** Play without questions. */
  readonly auto: boolean;
  /** Play one story only. */
  readonly chapter: StoryName | undefined;
  readonly noColor: boolean;
}

/** For a story that goes on by itself. */
const CALM: Pace = { beat: 150, character: 6 };
/** For a story that stops after every scene. */
const BRISK: Pace = { beat: 80, character: 4 };

/** Plays the stories and returns the exit code: 0, also for a person who has seen enough. */
export async function runTerminal(options: RunTerminalOptions): Promise<number> {
  const { auto, chapter, noColor } = options;
  const { stdin, stdout, env } = process;
  const hasKeys = stdin.isTTY && stdout.isTTY;
  const isInteractive = hasKeys && !auto;
  const look = createLook(isInteractive, noColor);
  const quit = new AbortController();
  const { signal } = quit;
  const input = hasKeys ? stdin : undefined;
  const pace = stdout.isTTY ? (isInteractive ? BRISK : CALM) : undefined;
  const stage = createTerminalStage({ output: stdout, input, isInteractive, look, pace, quit });
  const performance = createPerformance(stage);
  // `npm start` in the repository starts the demo, too.
  const started = env.npm_lifecycle_event === "start" ? "npm start --" : "readback demo";
  const command = `${started} --terminal`;
  const programme = createProgramme({ stage, performance, look, signal, hasKeys, command });

  const restore = () => restoreTerminal(stdin, stdout);
  const letGo = cleanUpOnExit(restore);
  const quitted = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
  try {
    const played = isInteractive && !chapter ? programme.playChosen() : programme.play(chapter);
    await Promise.race([played, quitted]);
    if (signal.aborted) await programme.sayGoodbye();
  } finally {
    performance.dispose();
    letGo();
    restore();
  }
  return 0;
}
