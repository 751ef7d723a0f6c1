import { NoSurfaceError } from "@readback/core";
import type { Frame, Look } from "../draw/frame.js";
import { createStyle } from "../style.js";
import { Painter, type Size } from "./paint.js";
import type { Found } from "./streams.js";
import { type Terminal, type TerminalUser, takeTerminal } from "./terminal.js";

/** What a screen can show, as far as it does not depend on the terminal that is found. */
export interface ScreenOptions {
  readonly find: () => Found;
  readonly color: boolean;
  readonly unicode: boolean;
}

/** A terminal that is taken when there is something to show, and the frame that stands on it. */
export interface Screen {
  readonly isTaken: boolean;
  readonly look: Look;
  /** Why there is no terminal to take, or `null`. */
  missing(): string | null;
  /** Takes the terminal, unless it is taken. Throws {@link NoSurfaceError} when there is none. */
  take(): void;
  /** Puts a frame in place of the one before; `done` is told once the terminal has taken it. */
  paint(frame: Frame, done: () => void): void;
  /** Takes the frame away and leaves some lines in its place. */
  leave(lines: readonly string[]): void;
  /** The screen is not as it was left: the next frame is painted as a whole, below what is there. */
  forget(): void;
  /** Takes everything off the screen: the next frame is painted as a whole, at its top. */
  clear(): void;
  /** Does what Ctrl-C does, to every program in the foreground of the terminal. */
  interrupt(): void;
  /** The same for Ctrl-Z: the frame is taken away, and the terminal is taken again when the process goes on. */
  suspend(): void;
  /** Gives the terminal back. */
  give(): void;
}

/** Makes the screen of a user, who is told of keys and of the terminal's fate. */
export function createScreen({ find, color, unicode }: ScreenOptions, user: TerminalUser): Screen {
  const style = createStyle(color);
  const painter = new Painter();
  let terminal: Terminal | undefined;

  function give(): void {
    terminal?.close();
    terminal = undefined;
  }

  function leave(lines: readonly string[]): void {
    if (terminal) terminal.write(painter.leave(lines, terminal));
  }

  return {
    get isTaken() {
      return terminal !== undefined;
    },
    get look() {
      return { columns: terminal?.columns ?? 80, rows: terminal?.rows ?? 24, style, unicode };
    },
    missing() {
      if (terminal) return null;
      const found = find();
      if ("missing" in found) return found.missing;
      found.release?.();
      return null;
    },
    take() {
      if (terminal) return;
      const found = find();
      if ("missing" in found) throw new NoSurfaceError(found.missing);
      let problem: string | undefined;
      const taken = takeTerminal(found, {
        ...user,
        lost(why) {
          problem = why;
          give();
          user.lost(why);
        },
      });
      if (problem !== undefined) throw new NoSurfaceError(problem);
      terminal = taken;
      painter.forget();
    },
    paint(frame, done) {
      if (terminal) terminal.write(painter.paint(frame, sizeOf(terminal)), done);
    },
    leave,
    forget: () => painter.forget(),
    clear: () => terminal?.write(painter.clear()),
    interrupt: () => terminal?.interrupt(),
    suspend() {
      leave([]);
      terminal?.suspend();
    },
    give,
  };
}

/** As it is now: a terminal that is resized answers differently a moment later. */
function sizeOf({ columns, rows }: Terminal): Size {
  return { columns, rows };
}
