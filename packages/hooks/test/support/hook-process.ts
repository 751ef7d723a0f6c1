import { execFile } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const HOOK = fileURLToPath(new URL("../../dist/hook.cjs", import.meta.url));

export interface HookResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** What was printed, when that was one JSON object. */
  // biome-ignore lint/suspicious/noExplicitAny: each host has its own shape, which the tests check
  readonly json: any;
}

/** An empty project. */
export function newProject(): string {
  return mkdtempSync(join(tmpdir(), "readback-hook-"));
}

const LATER = fileURLToPath(new URL("./later.cjs", import.meta.url));

/** The environment of a process for which it is so many milliseconds later. */
export function laterBy(ms: number): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--require ${LATER}`, READBACK_TEST_LATER: String(ms) };
}

let calls = 0;

/** Runs the real hook file as a coding agent would, some time after the call before. */
export function runHookFile(
  host: string,
  input: object | string,
  variables: NodeJS.ProcessEnv = { NODE_DISABLE_COMPILE_CACHE: "1", ...laterBy(2_000 * ++calls) },
): Promise<HookResult> {
  const { CLAUDE_PROJECT_DIR: _, READBACK_DIR: __, ...inherited } = process.env;
  const env = { ...inherited, ...variables };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [HOOK, host], { env }, (error, stdout, stderr) => {
      const json = stdout.trim() ? JSON.parse(stdout) : undefined;
      resolve({ stdout, stderr, exitCode: Number(error?.code ?? 0), json });
    });
    child.stdin?.end(typeof input === "string" ? input : JSON.stringify(input));
  });
}
