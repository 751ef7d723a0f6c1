import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";

// The command line's own tests have these, too.
const require = createRequire(join(root, "packages/cli/package.json"));
const { spawn } = require("@lydell/node-pty") as Pty;
const { Terminal } = require("@xterm/headless") as Xterm;

/** What is used of a pseudo-terminal. */
interface Pty {
  spawn(program: string, args: string[], options: object): Child;
}

interface Child {
  readonly pid: number;
  onData(take: (data: string) => void): void;
  write(data: string): void;
  kill(signal: string): void;
}

/** What is used of a terminal's screen. */
interface Xterm {
  Terminal: new (
    options: object,
  ) => {
    readonly buffer: { readonly active: Buffer };
    onData(take: (data: string) => void): void;
    write(data: string): void;
  };
}

interface Buffer {
  readonly baseY: number;
  getLine(row: number): { translateToString(trim: boolean): string } | undefined;
}

/** An interactive program on a screen. */
export interface Screen {
  text(): string;
  /** Waits until it shows this, and fails with what it shows. */
  sees(text: RegExp, within?: number): Promise<void>;
  /** Takes the time that a person needs to read: quicker replies count as nobody's. */
  reads(): Promise<void>;
  /** Presses keys, as a person does: one after another. */
  press(...keys: readonly string[]): Promise<void>;
  close(): void;
}

/** Starts a program in a terminal of its own. */
export function openScreen(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Screen {
  const size = { cols: 120, rows: 45 };
  const terminal = new Terminal({ ...size, allowProposedApi: true });
  const child = spawn(program, [...args], { ...size, cwd, env: { ...env } });
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
    close() {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        child.kill("SIGKILL");
      }
    },
  };
}
