import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built program. */
export const cli = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));

/** The environment of a person who has set nothing. */
export function plainEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  // What is kept for the user goes where it is in nobody's way.
  const XDG_STATE_HOME = join(tmpdir(), "readback-cli-tests");
  return { PATH, HOME, XDG_STATE_HOME, ...extra };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly cwd?: string;
  /** What is written to standard input; without it there is none. */
  readonly input?: string;
  /** Arguments of Node itself. */
  readonly nodeArgs?: readonly string[];
}

/** Runs the program without a terminal. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { cwd = process.cwd(), input, nodeArgs = [] }: RunOptions = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeArgs, cli, ...args], {
      cwd,
      env: plainEnv(env),
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
  });
}
