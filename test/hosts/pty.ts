import { spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";

/** An interactive program on a screen. */
export interface Screen {
  text(): string;
  /** Waits until it shows this, and fails with what it shows. */
  sees(text: RegExp, within?: number): Promise<void>;
  /** Takes the time that a person needs to read: quicker replies count as nobody's. */
  reads(): Promise<void>;
  /** Presses keys, as a person does: one after another. */
  press(...keys: readonly string[]): Promise<void>;
  /** Presses a key until it has worked: a busy program that has drawn something may lose the next key. */
  insists(key: string, hasWorked: (text: string) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** How long a person waits for a key to work, and how often they press it, in milliseconds. */
const PATIENCE = 5_000;
const MOST_PRESSES = 12;

/** Starts a program in a terminal of its own. */
export function openScreen(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Screen {
  const size = { cols: 120, rows: 45 };
  const terminal = new xterm.Terminal({ ...size, allowProposedApi: true });
  const child = spawn(program, [...args], { ...size, cwd, env: { ...env } });
  let hasEnded = false;
  child.onExit(() => {
    hasEnded = true;
  });
  child.onData((data) => terminal.write(data));
  // Programs ask the terminal what it can do, and wait for its answer.
  terminal.onData((data) => child.write(data));
  const text = () => {
    const { active } = terminal.buffer;
    return Array.from({ length: size.rows }, (_, row) =>
      (active.getLine(active.baseY + row)?.translateToString(true) ?? "").trimEnd(),
    ).join("\n");
  };
  const wait = (time: number) => new Promise<void>((resolve) => setTimeout(resolve, time));
  return {
    text,
    async sees(wanted, within = 90_000) {
      const until = performance.now() + within;
      while (!wanted.test(text())) {
        if (performance.now() > until) {
          throw new Error(`The screen never showed ${wanted}. It shows:\n${text()}`);
        }
        await wait(50);
      }
    },
    reads: () => wait(1_500),
    async press(...keys) {
      for (const key of keys) {
        child.write(key);
        // A paste is something else than keys.
        await wait(150);
      }
    },
    async insists(key, hasWorked) {
      for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
        child.write(key);
        const until = performance.now() + PATIENCE;
        while (performance.now() < until) {
          await wait(50);
          if (hasWorked(text())) return;
        }
      }
      throw new Error(`A key did not work. The screen shows:\n${text()}`);
    },
    async close() {
      // As when the window is closed: it ends the servers that it has started, and what they write.
      child.kill("SIGHUP");
      const until = performance.now() + 10_000;
      while (!hasEnded && performance.now() < until) await wait(50);
      if (!hasEnded) child.kill("SIGKILL");
      await wait(2_000);
    },
  };
}
