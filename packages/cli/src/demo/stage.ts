import type { ReadStream, WriteStream } from "node:tty";
import { isQuitKey, listenToKeys } from "../terminal/keys.js";
import { widthOf } from "../terminal/text.js";
import type { Beat } from "./beat.js";
import { drawBeat } from "./draw.js";
import type { Look } from "./look.js";
import type { Quit } from "./quit.js";

/** Time to read: some for each beat, some for each character, in milliseconds. */
export interface Pace {
  readonly beat: number;
  readonly character: number;
}

/** Where the story is shown. */
export interface Stage {
  /** Shows a beat and leaves time to read it; settles when both are over. */
  show(beat: Beat): Promise<void>;
  /** Shows lines and leaves time to read them. */
  read(lines: readonly string[]): Promise<void>;
  /** Shows lines. */
  write(lines: readonly string[]): Promise<void>;
}

export interface StageParts {
  readonly output: WriteStream;
  /** A terminal whose keys hurry the story on; absent when there is none. */
  readonly input?: ReadStream | undefined;
  readonly look: Look;
  /** Absent: no time to read is left. */
  readonly pace?: Pace | undefined;
  readonly quit: Quit;
}

export function createStage({ output, input, look, pace, quit }: StageParts): Stage {
  /** Somebody pressed a key: on to the next scene. */
  let isHurried = false;

  function write(lines: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      output.write(`${lines.join("\n")}\n`, () => resolve());
    });
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const goOn = () => {
        clearTimeout(timer);
        stop?.();
        resolve();
      };
      const timer = setTimeout(goOn, ms);
      const stop =
        input &&
        listenToKeys(input, (key) => {
          if (!isQuitKey(key)) {
            isHurried = true;
            goOn();
            return;
          }
          clearTimeout(timer);
          stop?.();
          quit.wish();
        });
    });
  }

  async function read(lines: readonly string[]): Promise<void> {
    await write(lines);
    if (!pace || isHurried) return;
    const characters = widthOf(lines.join(" ").replace(/ +/g, " "));
    await pause(pace.beat + pace.character * characters);
  }

  return {
    write,
    read,
    show(beat) {
      if (beat.kind === "chapter" || beat.kind === "scene") isHurried = false;
      return read(drawBeat(beat, look));
    },
  };
}
