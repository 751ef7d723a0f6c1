import type { ReadStream, WriteStream } from "node:tty";
import { createSimulatedClock } from "@readback/core";
import { isQuitKey, listenToKeys } from "../../terminal/keys.js";
import { widthOf } from "../../terminal/text.js";
import type { Beat } from "../beat.js";
import { drawBeat } from "../draw.js";
import type { Look } from "../look.js";
import { type Cue, never, type Stage, type Trouble } from "../stage.js";
import { createDialog } from "./dialog.js";
import { createScriptedPerson, createTerminalPerson, type Person } from "./person.js";

/** Time to read: some for each beat, some for each character, in milliseconds. */
export interface Pace {
  readonly beat: number;
  readonly character: number;
}

/** The terminal as a stage. Everything goes through one queue, in the order in which it happened. */
export interface TerminalStage extends Stage {
  /** Whoever sits there, or the script: what they are asked comes after everything before it. */
  readonly person: Person;
  /** Shows lines and leaves time to read them. */
  read(lines: readonly string[]): Promise<void>;
  /** Shows lines. */
  write(lines: readonly string[]): Promise<void>;
}

export interface TerminalStageParts {
  readonly output: WriteStream;
  /** A terminal whose keys hurry the story on; absent when there is none. */
  readonly input: ReadStream | undefined;
  /** Whether somebody sits there and is asked. */
  readonly isInteractive: boolean;
  readonly look: Look;
  /** Absent: no time to read is left. */
  readonly pace: Pace | undefined;
  /** Aborted when the person has seen enough; nothing happens after that. */
  readonly quit: AbortController;
}

export function createTerminalStage(parts: TerminalStageParts): TerminalStage {
  const { output, input, isInteractive, look, pace, quit } = parts;
  let last: Promise<unknown> = Promise.resolve();
  /** Somebody pressed a key: on to the next scene. */
  let isHurried = false;
  let isFirstScene = true;
  let cue: Cue | null = null;
  const wrong = new Set<Trouble>();

  function next<T>(act: () => Promise<T>): Promise<T> {
    const done = last.then(() => (quit.signal.aborted ? never() : act()));
    last = done;
    return done;
  }

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
          isHurried = true;
          if (isQuitKey(key)) quit.abort();
          goOn();
        });
    });
  }

  async function read(lines: readonly string[]): Promise<void> {
    await write(lines);
    if (!pace || isHurried) return;
    const characters = widthOf(lines.join(" ").replace(/ +/g, " "));
    await pause(pace.beat + pace.character * characters);
    if (quit.signal.aborted) await never();
  }

  async function showNow(beat: Beat): Promise<void> {
    if (beat.kind === "story") isFirstScene = true;
    if (beat.kind === "scene") {
      if (!isFirstScene) await sitting.goOn();
      isFirstScene = false;
    }
    if (beat.kind === "story" || beat.kind === "scene") isHurried = false;
    await read(drawBeat(beat, look));
  }

  const sitting: Person = isInteractive
    ? createTerminalPerson(look, () => quit.abort())
    : createScriptedPerson(showNow);
  const person: Person = {
    choose: (choosing) => next(() => sitting.choose(choosing)),
    write: (writing) => next(() => sitting.write(writing)),
    goOn: () => next(() => sitting.goOn()),
  };
  const show = (beat: Beat) => next(() => showNow(beat));
  return {
    person,
    read: (lines) => next(() => read(lines)),
    write,
    bridge: createDialog({ show, person, cue: () => cue, isWrong: (name) => wrong.has(name) }),
    clock: createSimulatedClock(Date.now()),
    renderTimeout: 30_000,
    responseTimeout: 300_000,
    plays: ["person"],
    show,
    cue(given) {
      cue = given;
    },
    turn(name, on) {
      if (on) wrong.add(name);
      else wrong.delete(name);
    },
  };
}
