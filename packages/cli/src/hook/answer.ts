import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Failure } from "../failure.js";

/** The bundled hook, beside this file once it is built. */
export const HOOK_FILE = fileURLToPath(new URL("./hook.cjs", import.meta.url));
/** The program itself: it answers what the one file cannot. */
export const PROGRAM_FILE = fileURLToPath(new URL("./cli.cjs", import.meta.url));

/** Answers a hook that could not take the short way of `cli.ts`. */
export async function answerHook(host: string, dir: string | undefined): Promise<number> {
  if (process.stdin.isTTY) throw explained(host);
  const args = [HOOK_FILE, host, ...(dir ? ["--dir", dir] : [])];
  return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

/** What to tell a person who tries it. */
export function explained(host: string): Failure {
  return new Failure(
    [
      `readback hook ${host} is for the coding agent, which writes JSON to it.`,
      "To let the agent run it:",
      `  readback hook install ${host}`,
    ].join("\n"),
  );
}
