// `node test/support/serve-golden.mjs`: builds the page and serves it over the golden journals.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bundled = async (entry, define = {}) => {
  const { outputFiles } = await build({
    entryPoints: [here(entry)],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    define,
    banner: { js: `const READBACK_HERE = ${JSON.stringify(pathToFileURL(here(entry)).href)};` },
  });
  return outputFiles[0].text.replaceAll("import.meta.url", "READBACK_HERE");
};
// Within the package, so that its dependencies are found.
const folder = mkdtempSync(here("../../node_modules/.serve-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => process.exit(0));
const run = async (name, text) => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return import(pathToFileURL(file).href);
};
const { pageAssets } = await run("assets.mjs", await bundled("../../page-assets.ts"));
const READBACK_VISUALIZER_PAGE = JSON.stringify(await pageAssets());
await run("serve.mjs", await bundled("./serve-golden.ts", { READBACK_VISUALIZER_PAGE }));
