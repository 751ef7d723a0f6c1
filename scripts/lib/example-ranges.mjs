import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { members, readJson, root } from "./workspace.mjs";

/** Version of each of our packages, by name. */
const ourVersions = () =>
  new Map(members().map(({ manifest: { name, version } }) => [name, version]));

/** Makes every example ask for our packages as they are now. They are copied, and so they are not in the workspace. */
export function rewriteExampleRanges(folder = join(root, "examples"), versions = ourVersions()) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name, "package.json");
    if (!existsSync(path)) continue;
    const manifest = readJson(path);
    for (const dependencies of [manifest.dependencies, manifest.devDependencies]) {
      for (const wanted of Object.keys(dependencies ?? {})) {
        if (versions.has(wanted)) dependencies[wanted] = `^${versions.get(wanted)}`;
      }
    }
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    if (text !== readFileSync(path, "utf8")) writeFileSync(path, text);
  }
}
