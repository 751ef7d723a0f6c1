import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import {
  BYTES,
  checkCommand,
  DURATION,
  FUNCTION,
  type Rule,
  SIGNAL,
  TEXT,
} from "../check-options.js";
import { randomName } from "../random-name.js";
import { OutputTail } from "./output-tail.js";
import { KILL_MARKED, killMarked, MARK, signalGroup } from "./process-group.js";

/** Settings of {@link runCommand}. Durations are in milliseconds. */
export interface CommandOptions {
  /** The folder to run it in. Default: the working folder. */
  readonly cwd?: string | undefined;
  /** Variables beside those of this process; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** What it reads on its standard input. Default: nothing. */
  readonly stdin?: string | undefined;
  /** Ends it, with all it started. */
  readonly signal?: AbortSignal | undefined;
  /** How long it may take. Default: no limit. */
  readonly timeout?: number | undefined;
  /** How long it has after SIGTERM, until SIGKILL. Default 5,000. */
  readonly killAfter?: number | undefined;
  /** How many bytes of its output are kept, at the end. Default 256 KiB. */
  readonly tailBytes?: number | undefined;
  /** Gets the output while it comes. A promise holds the command back until it is settled. */
  readonly onOutput?: ((chunk: Uint8Array, stream: "stdout" | "stderr") => unknown) | undefined;
}

/** What a command came to. */
export interface CommandResult {
  /** `timed_out` and `aborted`: it was ended before its time. */
  readonly how: "exited" | "timed_out" | "aborted";
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The end of standard output and standard error, in the order in which they came. */
  readonly output: string;
  /** The end of standard output alone. */
  readonly stdout: string;
  /** How many bytes it printed in all. */
  readonly bytes: number;
}

/** What {@link runCommand} takes. */
export const COMMAND_RULES = {
  cwd: TEXT,
  env: { is: (value) => typeof value === "object" && value !== null, must: "must be an object" },
  stdin: TEXT,
  signal: SIGNAL,
  timeout: DURATION,
  killAfter: { is: (value) => typeof value === "number" && value >= 0, must: "must be 0 or more" },
  tailBytes: BYTES,
  onOutput: FUNCTION,
} satisfies Record<keyof CommandOptions, Rule>;

/** Longer, and a timer of Node ends at once. */
const LONGEST = 2 ** 31 - 1;
const KILL_AFTER = 5_000;
const TAIL_BYTES = 256 * 1_024;
/** How long the output may be silent after the command has ended, while something that left its group holds it open. */
const GRACE = 1_000;
/**
 * Runs the command with a watcher beside it, in the same process group. The watcher reads from a pipe that
 * nobody writes to: the pipe ends when this process does, however that ends (`kill -9` included), and
 * then so does the whole group, and what has left it (see {@link killMarked}).
 */
const SUPERVISED = [
  `{ trap '' TERM INT HUP; read -r _ <&3; ${KILL_MARKED}; kill -KILL 0; } </dev/null >/dev/null 2>&1 &`,
  "exec 3<&-",
  'exec /bin/sh -c "$1"',
].join("\n");

/**
 * Runs a shell command in a process group of its own, and ends the whole group with it: at its own end, when
 * its time is over, when the signal is aborted, and when this process ends. Rejects only when the shell
 * cannot be started.
 * @example
 * const { exitCode, output } = await runCommand("npm test", { timeout: 120_000 });
 */
export function runCommand(command: string, options: CommandOptions = {}): Promise<CommandResult> {
  checkCommand("runCommand", command, options, COMMAND_RULES);
  return run(command, options);
}

/** The same, for options that are checked and may hold more. */
export function run(command: string, options: CommandOptions): Promise<CommandResult> {
  const { signal, timeout, killAfter = KILL_AFTER, tailBytes = TAIL_BYTES, onOutput } = options;
  const mark = randomName();
  const output = new OutputTail(tailBytes);
  const stdout = new OutputTail(tailBytes);
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      resolve({ how: "aborted", exitCode: null, signal: null, output: "", stdout: "", bytes: 0 });
      return;
    }
    const child = start(command, { ...process.env, ...options.env, [MARK]: mark }, options.cwd);
    let how: CommandResult["how"] = "exited";
    let killer: NodeJS.Timeout | undefined;
    let grace: NodeJS.Timeout | undefined;

    const kill = () => {
      signalGroup(child, "SIGKILL");
      if (how !== "exited") killMarked(mark);
    };
    const stop = (why: "timed_out" | "aborted") => {
      // The second time somebody insists.
      if (how !== "exited") return kill();
      how = why;
      signalGroup(child, "SIGTERM");
      killer = setTimeout(kill, killAfter);
    };
    const abort = () => stop("aborted");
    const timer =
      timeout === undefined ? undefined : setTimeout(stop, Math.min(timeout, LONGEST), "timed_out");

    function letGo(): void {
      clearTimeout(timer);
      clearTimeout(killer);
      kill();
      killers.delete(kill);
      signal?.removeEventListener("abort", abort);
      // Something may have left the group and still hold them.
      for (const stream of child.stdio) stream?.destroy();
    }

    whenExiting(kill);
    signal?.addEventListener("abort", abort, { once: true });
    // Who does not read its input, or closes its output, is no error of ours.
    for (const stream of child.stdio) stream?.on("error", () => {});
    child.stdin?.end(options.stdin ?? "");
    for (const name of ["stdout", "stderr"] as const) {
      const stream = child[name];
      stream?.on("data", (chunk: Buffer) => {
        output.push(chunk);
        grace?.refresh();
        if (name === "stdout") stdout.push(chunk);
        const taken = onOutput?.(chunk, name);
        if (!(taken instanceof Promise)) return;
        stream.pause();
        taken.catch(() => {}).finally(() => stream.resume());
      });
    }
    child.once("error", (error) => {
      letGo();
      reject(inWords(error, options.cwd));
    });
    child.once("exit", (exitCode, killedBy) => {
      const end = () => {
        clearTimeout(grace);
        letGo();
        resolve({
          how,
          exitCode,
          signal: killedBy,
          output: output.text(),
          stdout: stdout.text(),
          bytes: output.total,
        });
      };
      // What the command left behind in its group must not outlive it, nor hold its output open.
      kill();
      child.once("close", end);
      grace = setTimeout(end, GRACE);
    });
  });
}

/** What ends the commands that run. One listener does for all of them: many would look like a leak. */
const killers = new Set<() => void>();
let isListening = false;

function whenExiting(kill: () => void): void {
  killers.add(kill);
  if (isListening) return;
  isListening = true;
  process.once("exit", () => {
    for (const one of killers) one();
  });
}

function start(command: string, env: NodeJS.ProcessEnv, cwd: string | undefined): ChildProcess {
  // Its own process group, so that what the command started ends with it.
  const options = { env, detached: true, ...(cwd !== undefined && { cwd }) };
  if (process.platform === "win32") return spawn(command, { ...options, shell: true });
  const stdio = ["pipe", "pipe", "pipe", "pipe"] as const;
  return spawn("/bin/sh", ["-c", SUPERVISED, "sh", command], { ...options, stdio: [...stdio] });
}

/** Node names the shell where the folder is what is missing. */
function inWords(error: NodeJS.ErrnoException, cwd = "."): Error {
  if (error.code !== "ENOENT" || existsSync(cwd)) return error;
  return new Error(`There is no folder ${cwd} to run the command in (ENOENT)`, { cause: error });
}
