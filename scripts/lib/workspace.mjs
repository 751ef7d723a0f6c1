import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** Every folder of `packages/` as { folder, manifest }. */
export function members() {
  return readdirSync(join(root, "packages"))
    .map((name) => join(root, "packages", name))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => ({ folder, manifest: readJson(join(folder, "package.json")) }));
}

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
