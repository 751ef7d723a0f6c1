import { writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { NoSurfaceError } from "@readback/core";
import { decodeKeys, isPasting, type Key } from "./keys.js";
import { silenceOthers } from "./others.js";

/** What says when something happens to it, as Node's streams do. */
interface Telling {
  on(event: string, listener: (news: unknown) => void): this;
  off(event: string, listener: (news: unknown) => void): this;
}

/** What a person types. `process.stdin` is one. */
interface TerminalInput extends Telling {
  readonly isTTY?: boolean;
  readonly isRaw?: boolean;
  readonly readableFlowing?: boolean | null;
  readonly destroyed: boolean;
  rawListeners?(event: string): readonly unknown[];
  setRawMode(isRaw: boolean): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** What a person sees. `process.stdout` is one. */
interface TerminalOutput extends Telling {
  readonly isTTY?: boolean;
  readonly destroyed: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly fd?: number;
  write(text: string, done?: (error?: Error | null) => void): unknown;
}

/** The two ends of a terminal. */
export interface TerminalStreams {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** Asks the terminal for its size again: one that is not standard output does not by itself. */
  readonly refresh?: () => void;
  /** Lets go of the streams, where they are not those of the process. */
  readonly release?: () => void;
}

/** Who uses a terminal. */
export interface TerminalUser {
  key(key: Key): void;
  resized(): void;
  /** The program goes on after a stop: the screen may show anything. */
  resumed(): void;
  /** The terminal is gone: hung up, at its end, or not to be written to. */
  lost(why: string): void;
}

/** A terminal that is in use: keys come one by one, and it is left as it was found. */
export interface Terminal {
  readonly columns: number;
  readonly rows: number;
  /** Writes; `done` is told once the terminal has taken it, never when it has not. */
  write(text: string, done?: () => void): void;
  /** Does what Ctrl-C does where no program reads keys one by one: the terminal is restored before that. */
  interrupt(): void;
  /** The same for Ctrl-Z. When the process goes on, the terminal is taken again. */
  suspend(): void;
  /** Gives the terminal back. */
  close(): void;
}

const PASTE_ON = "\u001b[?2004h";
const RESTORED = "\u001b[?2004l\u001b[?25h";
/** How long an Escape waits for the rest of a sequence, and a pasted line for the next one. */
const REST_TIMEOUT = 50;
/** How long a paste waits for its end. */
const PASTE_TIMEOUT = 2_000;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** The inputs that somebody reads: two who read the same keys would both act on each. */
const taken = new WeakSet<TerminalInput>();
const TAKEN =
  "Another bridge of this program shows a question in the terminal. Use one bridge for both: it shows them one after the other.";

/** Takes a terminal. Throws when it cannot be had. */
export function takeTerminal(streams: TerminalStreams, user: TerminalUser): Terminal {
  const { input, output } = streams;
  if (taken.has(input)) throw new NoSurfaceError(TAKEN);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;
  let lastRead = Number.NEGATIVE_INFINITY;
  let isOpen = true;
  let isSuspended = false;
  /** Keys that the user was not told of. */
  const waiting: Key[] = [];

  function read(news: unknown): void {
    const chunk = news as string | Uint8Array;
    forgetRest();
    const isBurst = performance.now() - lastRead < REST_TIMEOUT;
    lastRead = performance.now();
    const text = typeof chunk === "string" ? chunk : decoder.write(Buffer.from(chunk));
    take(decodeKeys(rest + text, false, isBurst));
    if (rest === "") return;
    timer = setTimeout(
      () => {
        // What has come while the program was busy is still to be read: that goes first.
        immediate = setImmediate(() => take(decodeKeys(rest, true, true)));
      },
      isPasting(rest) ? PASTE_TIMEOUT : REST_TIMEOUT,
    );
  }

  function forgetRest(): void {
    clearTimeout(timer);
    clearImmediate(immediate);
  }

  function take({ keys, rest: left }: ReturnType<typeof decodeKeys>): void {
    rest = left;
    waiting.push(...keys);
    tellKeys();
  }

  /** What was typed behind a Ctrl-Z is for when the program goes on. */
  function tellKeys(): void {
    while (isOpen && !isSuspended) {
      const key = waiting.shift();
      if (!key) return;
      user.key(key);
    }
  }

  function lose(why: string): void {
    if (!isOpen) return;
    // Late errors of a terminal that is gone are nobody's business.
    input.on("error", ignore);
    output.on("error", ignore);
    close();
    user.lost(why);
  }

  const onEnd = () => lose("The terminal's input has ended.");
  const onClose = () => lose("The terminal was closed.");
  const onError = () => lose("The terminal is gone (it hung up).");
  const onResize = () => user.resized();
  const onWindow = () => {
    streams.refresh?.();
    user.resized();
  };
  const onContinue = () => {
    isSuspended = false;
    if (!isOpen) return;
    enter();
    user.resumed();
    tellKeys();
  };

  /** However the process ends, the terminal is as a shell wants it. */
  function restoreNow(isRaw = false): void {
    raw(isRaw);
    try {
      if (output.fd === undefined) output.write(RESTORED);
      else writeSync(output.fd, RESTORED);
    } catch {
      // A terminal that is gone needs nothing.
    }
  }

  const onExit = () => restoreNow();

  /** A signal does what it does without us, once the terminal is restored. */
  function onSignal(signal: NodeJS.Signals): void {
    const isHangUp = signal === "SIGHUP";
    restoreNow();
    if (process.listenerCount(signal) > 1) {
      // The program goes on: so does the dialog, unless there is no terminal any more.
      if (isHangUp) onError();
      else if (isOpen) queueMicrotask(onContinue);
      return;
    }
    letGo();
    process.kill(process.pid, signal);
  }

  /** Raw mode on a terminal that hung up throws; that is said by its streams as well. */
  function raw(isRaw: boolean): boolean {
    try {
      input.setRawMode(isRaw);
      return true;
    } catch {
      return false;
    }
  }

  function enter(): void {
    if (raw(true)) write(PASTE_ON);
    else onError();
  }

  function write(text: string, done?: () => void): void {
    if (!isOpen) return;
    try {
      output.write(text, (error) => {
        if (error) onError();
        else if (isOpen && !output.destroyed && output.isTTY) done?.();
      });
    } catch {
      onError();
    }
  }

  function letGo(): void {
    forgetRest();
    input.off("data", read).off("end", onEnd).off("close", onClose).off("error", onError);
    output.off("resize", onResize).off("error", onError).off("close", onClose);
    process.off("SIGWINCH", onWindow).off("SIGCONT", onContinue).off("exit", onExit);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    taken.delete(input);
    letGo();
    restoreNow(others.isRaw);
    others.giveBack();
    try {
      if (!others.isReading) input.pause();
    } catch {
      // The same.
    }
    streams.release?.();
  }

  taken.add(input);
  const others = silenceOthers(input);
  input.on("data", read).on("end", onEnd).on("close", onClose).on("error", onError);
  output.on("resize", onResize).on("error", onError).on("close", onClose);
  process.on("SIGCONT", onContinue).on("exit", onExit);
  if (streams.refresh) process.on("SIGWINCH", onWindow);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  enter();
  if (isOpen) input.resume();

  return {
    get columns() {
      return output.columns || 80;
    },
    get rows() {
      return output.rows || 24;
    },
    write,
    interrupt() {
      restoreNow();
      signalAll("SIGINT");
    },
    suspend() {
      if (process.platform === "win32") return;
      restoreNow();
      isSuspended = true;
      signalAll("SIGTSTP");
      // Where no shell could continue it, as in a window of its own, the system does not stop it. Otherwise
      // it was stopped here, and by the end of the next turn it has heard that it goes on.
      setImmediate(() => setImmediate(() => isSuspended && onContinue()));
    },
    close,
  };
}

/** As the terminal itself would: whoever started the program, say, hears of it, too. */
function signalAll(signal: NodeJS.Signals): void {
  process.kill(0, signal);
}

function ignore(): void {}
