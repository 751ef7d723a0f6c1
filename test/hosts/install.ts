import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { npmCommand } from "../../scripts/lib/workspace.mjs";
import versions from "./versions.json" with { type: "json" };

const execute = promisify(execFile);

/** The coding agents that are run. */
export type HostName = keyof typeof versions;
export const HOST_NAMES = Object.keys(versions) as readonly HostName[];

/** The pinned version of a host. */
export const versionOf = (host: HostName): string => versions[host].replace(/^.*@/, "");

/** Where the programs stay between runs: outside the repository, and never in anybody's project. */
export function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(base, "readback-test-hosts");
}

/**
 * Installs the pinned version of a host from npm, unless it is there from an earlier run. Returns its
 * `node_modules`, or why there is none.
 */
function install(host: HostName): Promise<{ modules: string } | { problem: string }> {
  return installPackage(versions[host]);
}

/**
 * The `node_modules` of a host. One that cannot be installed is skipped, loudly; where `CI` is set a run without any
 * host fails, for it would show nothing.
 */
export async function modulesOf(
  host: HostName,
  { CI, READBACK_HOST }: Readonly<Record<string, string | undefined>> = process.env,
  tryInstall: typeof install = install,
): Promise<string | undefined> {
  const installed = await tryInstall(host);
  if ("modules" in installed) return installed.modules;
  console.error(`SKIPPED ${host} ${versionOf(host)}: ${installed.problem}`);
  if (!CI) return undefined;
  const others = HOST_NAMES.filter((name) => name !== host && (READBACK_HOST ?? name) === name);
  const found = await Promise.all(others.map((name) => tryInstall(name)));
  if (found.some((one) => "modules" in one)) return undefined;
  throw new Error(
    `No host could be installed (${[host, ...others].join(", ")}), so nothing was shown of any: ${installed.problem}. Make the npm registry reachable, or unset CI to skip them.`,
  );
}

/** Installs any package, given with its version; what it needs besides is installed with it. */
export async function installPackage(
  wanted: string,
  ...besides: readonly string[]
): Promise<{ modules: string } | { problem: string }> {
  const folder = join(cacheFolder(), wanted.replace(/^@/, "").replaceAll("/", "+"));
  const modules = join(folder, "node_modules");
  if (existsSync(join(folder, "complete"))) return { modules };
  const partial = `${folder}.${process.pid}`;
  try {
    mkdirSync(partial, { recursive: true });
    writeFileSync(join(partial, "package.json"), '{ "private": true }\n');
    const args = ["install", "--no-audit", "--no-fund", "--prefer-offline", wanted, ...besides];
    const [npm, npmArgs] = npmCommand(args) as [string, string[]];
    await execute(npm, npmArgs, { cwd: partial, timeout: 300_000 });
    writeFileSync(join(partial, "complete"), "");
    rmSync(folder, { recursive: true, force: true });
    renameSync(partial, folder);
    return { modules };
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    return { problem: String((error as { stderr?: unknown }).stderr || error).trim() };
  }
}
