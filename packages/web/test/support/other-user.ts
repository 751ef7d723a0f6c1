import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { afterEach } from "vitest";

const NOBODY = 65_534;

/** Whether this process may start others as another user. */
export const canBeOthers = process.getuid?.() === 0;
if (!canBeOthers) {
  console.warn("SKIPPED: what another user of this machine can do. Run these tests as root.");
}

/** Runs scripts as another user of this machine; they end after each test. */
export function useOtherUser() {
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running.splice(0)) child.kill("SIGKILL");
  });
  return (script: string, ...args: readonly string[]) => {
    const child = spawn(process.execPath, ["-e", script, ...args], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: "/",
      stdio: ["ignore", "pipe", "inherit"],
    });
    running.push(child);
    const lines: string[] = [];
    let wake = () => {};
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      wake();
    });
    return {
      lines,
      /** The next line from `from` on that fits. */
      async line(pattern: RegExp, from = 0): Promise<string> {
        for (;;) {
          const found = lines.slice(from).find((line) => pattern.test(line));
          if (found !== undefined) return found;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      async end(): Promise<void> {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        await gone;
      },
    };
  };
}
