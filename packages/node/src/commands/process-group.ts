import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The variable by which a command's processes are found again, wherever they went. */
export const MARK = "READBACK_COMMAND";

/** Sends a signal to a command and to what it started, as far as that is in its process group. */
export function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    // It has ended already, or this system knows no groups.
    child.kill(signal);
  }
}

/**
 * Kills what a command started and what has left its process group, by the mark in its environment. Only
 * Linux shows the environment of processes: elsewhere they are left alone.
 */
export function killMarked(mark: string): void {
  const wanted = `${MARK}=${mark}`;
  for (const name of numbersIn("/proc")) {
    if (Number(name) === process.pid) continue;
    try {
      const variables = readFileSync(`/proc/${name}/environ`, "latin1").split("\0");
      if (variables.includes(wanted)) process.kill(Number(name), "SIGKILL");
    } catch {
      // It has ended, or it is somebody else's.
    }
  }
}

/** The same as a shell does it that has the mark itself: in words of every `sh`, and nothing where there is no `/proc`. */
export const KILL_MARKED = [
  "read -r self _ </proc/self/stat",
  `for file in $(grep -lsz "^${MARK}=$${MARK}$" /proc/[0-9]*/environ)`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own
  'do pid=${file#/proc/}; pid=${pid%/environ}; [ "$pid" = "$self" ] || kill -KILL "$pid"',
  "done",
].join("; ");

function numbersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
