import { spawnSync } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";
import type { TerminalStreams } from "./terminal.js";

/** A terminal to use, or why there is none and what to do about it. */
export type Found = TerminalStreams | { readonly missing: string };

/** Standard input and output, if they are a terminal that a person sits at. */
export function standardStreams(): Found {
  const { stdin, stdout } = process;
  if (!stdin.isTTY || !stdout.isTTY) {
    return {
      missing:
        "No terminal: standard input and output are not one. Run the program in a terminal, without pipes.",
    };
  }
  if (stdin.readableEnded || stdin.destroyed || stdout.destroyed) {
    return { missing: "The terminal is gone. Start the program in a new one." };
  }
  if (!isInForeground()) return { missing: IN_BACKGROUND };
  return { input: stdin, output: stdout };
}

const TTY = "/dev/tty";
const IN_BACKGROUND =
  "The program runs in the background of its terminal. Bring it to the foreground (fg), then ask again.";

/**
 * The terminal that the process was started from, whatever its standard input and output are; only
 * where nobody else reads it: a program in raw mode, such as a coding agent with a screen of its own,
 * has it for itself.
 */
export function controllingTerminal(): Found {
  if (process.platform === "win32") {
    return { missing: "There is no controlling terminal on Windows." };
  }
  const opened: number[] = [];
  const give = (missing: string): Found => {
    for (const fd of opened) closeSync(fd);
    return { missing };
  };
  try {
    opened.push(openSync(TTY, "r+"), openSync(TTY, "r+"));
  } catch {
    return give("The process has no controlling terminal.");
  }
  const [inputFd = -1, outputFd = -1] = opened;
  if (!isInForeground()) return give(IN_BACKGROUND);
  if (!isCooked(inputFd)) return give("Another program uses the terminal.");
  let input: ReadStream;
  let output: WriteStream;
  try {
    input = new ReadStream(inputFd);
    output = new WriteStream(outputFd);
  } catch {
    return give("The controlling terminal cannot be used.");
  }
  return {
    input,
    output,
    refresh: () => (output as WriteStream & { _refreshSize?(): void })._refreshSize?.(),
    release() {
      input.destroy();
      output.destroy();
    },
  };
}

/** Whether the terminal gives whole lines, as it does while a shell waits for a program. */
function isCooked(fd: number): boolean {
  const { status, stdout } = spawnSync("stty", ["-a"], {
    stdio: [fd, "pipe", "ignore"],
    encoding: "utf8",
    timeout: 2_000,
  });
  return status === 0 && /(?<!-)\bicanon\b/.test(stdout);
}

/** Whether the terminal listens to this process group. Elsewhere than on Linux nothing tells, short of `ps`. */
function isInForeground(): boolean {
  if (process.platform === "win32") return true;
  const [group, foreground] = groups() ?? [];
  return group === undefined || foreground === undefined || group === foreground;
}

function groups(): readonly string[] | undefined {
  try {
    const stat = readFileSync("/proc/self/stat", "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return [fields[2] ?? "", fields[5] ?? ""];
  } catch {
    const ps = spawnSync("ps", ["-o", "pgid=,tpgid=", "-p", String(process.pid)], {
      encoding: "utf8",
      timeout: 2_000,
    });
    const found = ps.stdout?.trim().split(/\s+/) ?? [];
    return ps.status === 0 && found.length === 2 ? found : undefined;
  }
}
