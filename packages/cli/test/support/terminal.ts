import { constants } from "node:os";
import type { IPty } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { cli, plainEnv } from "./run.js";

type Pty = typeof import("@lydell/node-pty");

/** Absent on platforms that the package has no binary for. */
const pty: Pty | undefined = await import("@lydell/node-pty").catch(() => undefined);

export const hasTerminals = pty !== undefined && process.platform !== "win32";
if (!hasTerminals)
  console.warn("SKIPPED: no pseudo-terminal here, so nothing interactive is tested");

export interface TerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What is run. Default: the command line. */
  readonly program?: string;
  /** Whether the shell has job control. A terminal that runs nothing but the program has none. Default true. */
  readonly hasJobs?: boolean;
}

/** The program in a real terminal, and a person in front of it. */
export interface Terminal {
  /** What is on the screen now. */
  screen(): string;
  /** The screen and all that has scrolled away. */
  everything(): string;
  /** Everything the program has written, escape sequences included. */
  raw(): string;
  /** Waits until the screen shows the text; fails with the screen when the time is over. */
  sees(text: string | RegExp): Promise<void>;
  /** Presses keys, one after another. */
  press(...keys: readonly string[]): void;
  /** Presses a key (default: one that means nothing) again and again until the screen shows the text. */
  hurriesTo(text: string | RegExp, key?: string, every?: number): Promise<void>;
  /** Rows of the program that the terminal itself had to break. */
  brokenRows(): readonly string[];
  isCursorVisible(): boolean;
  /** Whether the terminal marks what is pasted. */
  isPasteMode(): boolean;
  /** Gives the window another size. */
  resize(columns: number, rows: number): void;
  /** Lets the shell continue the program that was stopped with Ctrl-Z. */
  foreground(): void;
  /** Sends a signal to the program. */
  kill(signal: NodeJS.Signals): void;
  /** Closes the window; what runs in it gets a SIGHUP. */
  close(): void;
  /** The exit code of the shell's command, and the modes of the terminal afterwards. */
  readonly ended: Promise<{ readonly code: number; readonly modes: string }>;
}

export const KEYS = {
  up: "\u001b[A",
  down: "\u001b[B",
  enter: "\r",
  escape: "\u001b",
  backspace: "\u007f",
  backtab: "\u001b[Z",
  controlC: "\u0003",
  controlD: "\u0004",
  controlZ: "\u001a",
} as const;

/** Between two tries of a key that decides something, in milliseconds: time enough to see what the first did. */
export const SLOWLY = 500;

/** On a busy machine a program may take its time; only one that hangs takes this long. */
const PATIENCE = 50_000;

/** Opens a terminal with a shell that runs the program and then tells how it left the terminal. */
export function openTerminal(args: readonly string[], options: TerminalOptions = {}): Terminal {
  if (!pty) throw new Error("There is no pseudo-terminal here");
  const { columns: cols = 80, rows = 24, env = {}, cwd = process.cwd() } = options;
  const { program: file = cli, hasJobs = true } = options;
  const screen = new xterm.Terminal({ cols, rows, scrollback: 5_000, allowProposedApi: true });
  let isCursorVisible = true;
  let isPasteMode = false;
  for (const final of ["h", "l"]) {
    screen.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
      if (params[0] === 25) isCursorVisible = final === "h";
      if (params[0] === 2004) isPasteMode = final === "h";
      return false;
    });
  }
  const program = `sh -c 'echo "pid=$$"; exec "$@"' sh "$@"`;
  // As a person's shell: programs are in groups of their own, and a stopped one is continued (`fg`).
  const stopped = `[ $code -eq ${128 + constants.signals.SIGTSTP} ]`;
  const again = `while ${stopped}; do stty -a; echo "stopped=$((1 + 1))"; read -r _; fg; code=$?; done`;
  const jobs = `trap : INT; set -m; ${program}; code=$?; ${again}`;
  const alone = `${program}; code=$?`;
  // The shell stays: what it writes just before it ends can get lost.
  const script = `${hasJobs ? jobs : alone}; echo "code=$code"; stty -a; echo "end=$((1 + 1))"; exec sleep 60`;
  const shell: IPty = pty.spawn("/bin/sh", ["-c", script, "sh", process.execPath, file, ...args], {
    cols,
    rows,
    cwd,
    env: plainEnv({ TERM: "xterm-256color", ...env }),
  });
  let raw = "";
  const watchers = new Set<() => void>();
  shell.onData((data) => {
    raw += data;
    screen.write(data, () => {
      for (const check of [...watchers]) check();
    });
  });
  const rowsOf = (from: number) => {
    const { active } = screen.buffer;
    const lines = Array.from({ length: active.length - from }, (_, index) =>
      active.getLine(from + index),
    );
    return lines.map((line) => line?.translateToString(true) ?? "");
  };
  const visible = () => rowsOf(screen.buffer.active.baseY).join("\n");
  const everything = () => rowsOf(0).join("\n");

  function sees(text: string | RegExp): Promise<void> {
    return new Promise((resolve, reject) => {
      const isThere = () =>
        typeof text === "string" ? visible().includes(text) : text.test(visible());
      const check = () => {
        if (!isThere()) return;
        stop();
        resolve();
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`The screen never showed ${text}. It shows:\n${visible()}`));
      }, PATIENCE);
      const stop = () => {
        clearTimeout(timer);
        watchers.delete(check);
      };
      watchers.add(check);
      check();
    });
  }

  const ended = new Promise<{ code: number; modes: string }>((resolve) => {
    const check = () => {
      const [, code = "", modes = ""] = /code=(\d+)\s([\s\S]*)end=2/.exec(raw) ?? [];
      if (code !== "") resolve({ code: Number(code), modes });
    };
    watchers.add(check);
  });

  return {
    screen: visible,
    everything,
    raw: () => raw,
    sees,
    press: (...keys) => {
      for (const key of keys) shell.write(key);
    },
    async hurriesTo(text, key = "x", every = 50) {
      const again = setInterval(() => shell.write(key), every);
      await sees(text).finally(() => clearInterval(again));
    },
    brokenRows() {
      const rows = rowsOf(0);
      const end = rows.findIndex((row) => row.startsWith("code="));
      const { active } = screen.buffer;
      return rows.slice(0, end).filter((_, index) => active.getLine(index)?.isWrapped);
    },
    isCursorVisible: () => isCursorVisible,
    isPasteMode: () => isPasteMode,
    resize(columns, height) {
      screen.resize(columns, height);
      shell.resize(columns, height);
    },
    foreground: () => shell.write("\r"),
    kill: (signal) => process.kill(Number(/pid=(\d+)/.exec(raw)?.[1]), signal),
    close: () => shell.kill("SIGKILL"),
    ended,
  };
}
