import { EventEmitter } from "node:events";
import { vi } from "vitest";
import type { Found, TerminalStreams } from "../../src/index.js";

/** Between two keys of a person, in milliseconds. What comes sooner is a paste. */
const PACE = 60;
let later = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + later;

/** Time passes, on whichever clock. */
function pause(): void {
  if (vi.isFakeTimers()) vi.advanceTimersByTime(PACE);
  else later += PACE;
}

/** A terminal that is not there: what is written is kept, and everything can go wrong. */
export class FakeTerminal {
  readonly input = Object.assign(new EventEmitter(), {
    isTTY: true,
    destroyed: false,
    isRaw: false,
    setRawMode: (isRaw: boolean) => {
      if (this.rawFails) throw new Error("setRawMode EIO");
      this.input.isRaw = isRaw;
      return this.input;
    },
    resume: () => this.input,
    pause: () => this.input,
  });
  readonly output = Object.assign(new EventEmitter(), {
    isTTY: true,
    destroyed: false,
    columns: 80,
    rows: 24,
    write: (text: string, done?: (error?: Error) => void) => {
      if (this.writeFails) done?.(new Error("write EIO"));
      else if (this.isStuck) this.waiting.push(() => done?.());
      else {
        this.written += text;
        if (this.onWrite) this.onWrite(text, () => done?.());
        else done?.();
      }
      return true;
    },
  });
  written = "";
  rawFails = false;
  writeFails = false;
  /** Takes nothing, as a terminal that was stopped with Ctrl-S. */
  isStuck = false;
  readonly waiting: (() => void)[] = [];

  /** Shows what is written somewhere, and says when that is done. */
  onWrite: ((text: string, done: () => void) => void) | undefined;
  /** There is no terminal, until it comes back. */
  isGone = false;

  readonly find = (): Found => (this.isGone ? { missing: "The terminal is gone." } : this.streams);

  /** Hangs up. */
  hangUp(): void {
    this.isGone = true;
    if (this.input.listenerCount("error") > 0) this.input.emit("error", new Error("read EIO"));
  }

  get streams(): TerminalStreams {
    return { input: this.input, output: this.output } as unknown as TerminalStreams;
  }

  /** A person presses keys. */
  press(...keys: readonly string[]): void {
    for (const key of keys) {
      pause();
      this.input.emit("data", key);
    }
  }

  /** These bytes come one after the other, as soon as they can. */
  receive(...pieces: readonly (string | Uint8Array)[]): void {
    for (const piece of pieces) this.input.emit("data", piece);
  }

  /** Everybody who still listens to the terminal. */
  get listeners(): number {
    const { input, output } = this;
    return [input, output].reduce(
      (sum, stream) =>
        sum + stream.eventNames().reduce((count, name) => count + stream.listenerCount(name), 0),
      0,
    );
  }
}
