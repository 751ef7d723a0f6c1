import { existsSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Exact version of pnpm, from the "packageManager" field: the one place that names it. */
export const pnpmVersion = readJson(join(root, "package.json")).packageManager.split("@")[1];

/** Where the scripts keep what they need for themselves. pnpm leaves such dot folders alone. */
export const toolsFolder = join(root, "node_modules/.readback");
export const pnpmFolder = join(toolsFolder, `pnpm-${pnpmVersion}`);
export const pnpm = join(pnpmFolder, "node_modules/pnpm/bin/pnpm.cjs");

/** Every package of the workspace as { folder, manifest }. */
export function members() {
  const folders = readdirSync(join(root, "packages")).map((name) => join(root, "packages", name));
  return [...folders, join(root, "bench")]
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map(member);
}

export const rootMember = () => member(root);

const member = (folder) => ({ folder, manifest: readJson(join(folder, "package.json")) });

/** Path of the script behind an installed tool's command. */
export function bin(packageName, binName = packageName) {
  const folder = join(root, "node_modules", packageName);
  return join(folder, readJson(join(folder, "package.json")).bin[binName]);
}

/** How to call npm: the one that started this process, else the one on the PATH. */
export function npmCommand(args) {
  const execPath = process.env.npm_execpath;
  if (execPath?.endsWith("npm-cli.js")) return [process.execPath, [execPath, ...args]];
  return ["npm", args];
}

/** The environment of tools: pnpm on the PATH because turbo calls it, and no telemetry. */
export function environment() {
  const env = { ...process.env };
  const pathKey = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const own = [join(pnpmFolder, "node_modules/.bin"), dirname(process.execPath)];
  env[pathKey] = [...own, env[pathKey] ?? ""].join(delimiter);
  env.TURBO_TELEMETRY_DISABLED = "1";
  env.DO_NOT_TRACK = "1";
  env.npm_config_fetch_retry_mintimeout ??= "1000";
  env.npm_config_fetch_retry_maxtimeout ??= "5000";
  // The tools write to a pipe and cannot see for themselves whether a person is watching.
  const colour = process.stdout.isTTY ? "FORCE_COLOR" : "NO_COLOR";
  return env.NO_COLOR || env.FORCE_COLOR ? env : { ...env, [colour]: "1" };
}
