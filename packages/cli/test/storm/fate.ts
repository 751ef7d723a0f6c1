import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { pause, type Row } from "./tally.js";

/** What happens to a process from outside. Times are in milliseconds after its start. */
export type Fate =
  | { readonly kind: "live" }
  | { readonly kind: "kill"; readonly after: number }
  | { readonly kind: "kill when"; readonly isTime: () => boolean }
  | { readonly kind: "stop"; readonly after: number; readonly hold: number };

interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  /** Ended by its fate. */
  readonly wasKilled: boolean;
  /** Ended because it came to no end by itself. */
  readonly wasStuck: boolean;
  /** How long it ran. */
  readonly took: number;
}

interface Started {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
  readonly fate: Fate;
  /** How long it may take; nothing else may depend on that. */
  readonly limit: number;
  readonly row: Row;
}

const LOOK_EVERY = 5;

/** Runs one Node process to its end, whatever that is, and counts it. */
export async function runToItsEnd({ args, env, input, fate, limit, row }: Started): Promise<Ended> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: "pipe" });
  row.runs += 1;
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // It may be killed before it has read all of it.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  let wasStuck = false;
  const limiter = setTimeout(() => {
    wasStuck = true;
    child.kill("SIGKILL");
  }, limit);
  const ended = new Promise<NodeJS.Signals | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (_, signal) => resolve(signal));
  });
  void suffer(child, fate, row);
  const signal = await ended;
  clearTimeout(limiter);
  const wasKilled = signal === "SIGKILL" && !wasStuck;
  if (wasKilled) row.killed += 1;
  if (wasStuck) row.stuck += 1;
  const { exitCode } = child;
  return { stdout, stderr, exitCode, wasKilled, wasStuck, took: performance.now() - began };
}

async function suffer(child: ChildProcess, fate: Fate, row: Row): Promise<void> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  switch (fate.kind) {
    case "live":
      return;
    case "kill":
      await pause(fate.after);
      child.kill("SIGKILL");
      return;
    case "kill when":
      while (!isOver() && !fate.isTime()) await pause(LOOK_EVERY);
      child.kill("SIGKILL");
      return;
    case "stop":
      await pause(fate.after);
      if (!isOver() && child.pid && (await stopFor(child.pid, fate.hold))) row.stopped += 1;
  }
}

/** Stops a process for a while. Whether it really stood still. */
export async function stopFor(pid: number, hold: number): Promise<boolean> {
  if (!signal(pid, "SIGSTOP")) return false;
  await pause(hold);
  const hasStopped = stateOf(pid) === "T";
  signal(pid, "SIGCONT");
  return hasStopped;
}

/** Sends a signal to a process that may have ended. Whether it was there. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** How the system calls the state of a process: `T` is stopped, `Z` is over. */
function stateOf(pid: number): string | undefined {
  // Where there is no such file, the signal was taken, and that is all that can be known.
  if (!existsSync("/proc/self/stat")) return "T";
  try {
    return /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** Whether a process still runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return stateOf(pid) !== "Z";
  } catch {
    return false;
  }
}
