import { execFile } from "node:child_process";
import type { CodingAgent } from "../hosts/coding-agent.js";
import { type Check, ok, warning } from "./check.js";
import type { FoundSettings } from "./host-settings.js";

/** How long to wait for a program to say its version, in milliseconds: on a busy machine some take half a minute. */
const PATIENCE = 60_000;

/** Whether a version like 2.1.33 comes before another one. */
export function isOlder(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split(".").map(Number));
  const at = one?.findIndex((part, index) => part !== other?.[index]) ?? -1;
  return at !== -1 && (one?.[at] ?? 0) < (other?.[at] ?? 0);
}

/** Looks at the version of an agent's program. Nothing is said of one that cannot be started from here. */
export async function checkVersion(
  host: CodingAgent,
  found: readonly FoundSettings[],
): Promise<readonly Check[]> {
  const version = await versionOf(host.program);
  if (version === undefined) return [];
  if (version === "late") {
    const late = `${host.program} --version did not answer within ${PATIENCE / 1_000} seconds`;
    return [warning("Version", late, "Run readback doctor again when the machine is less busy")];
  }
  const problem = host.checkVersion?.(version, found);
  if (problem) return [problem];
  const message = `${host.title} ${version}`;
  if (!isOlder(version, host.oldest)) return [ok("Version", message)];
  const old = `${message} is older than ${host.oldest}, the oldest that was seen to obey the guard`;
  return [warning("Version", old, `Update ${host.title}`)];
}

/** The version that a program says it is; `late` when it takes too long, `undefined` when it cannot be started. */
function versionOf(program: string): Promise<string | undefined> {
  const isWindows = process.platform === "win32";
  return new Promise((resolve) => {
    const options = { timeout: PATIENCE, encoding: "utf8", shell: isWindows } as const;
    const child = execFile(program, ["--version"], options, (error, stdout) => {
      if (error?.killed) resolve("late");
      else resolve(error ? undefined : /\d+\.\d+\.\d+/.exec(stdout)?.[0]);
    });
    child.stdin?.end();
  });
}
