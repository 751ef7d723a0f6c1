import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The built program. */
export const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** The environment of a person who has set nothing. */
export function plainEnv(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, ...extra };
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program without a terminal. */
export function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    const child = spawn(process.execPath, [cli, ...args], {
      env: plainEnv(env),
      stdio: [...stdio],
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
  });
}
