import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Plugin, transform } from "esbuild";

/** The styles are a text, which no minifier of scripts looks into. */
const smallStyles: Plugin = {
  name: "small styles",
  setup(bundle) {
    bundle.onLoad({ filter: /element[\\/]styles\.ts$/ }, async ({ path }) => {
      const [, css] = /STYLES = `([^`$]*)`;/.exec(readFileSync(path, "utf8")) ?? [];
      if (css === undefined) throw new Error(`${path}: STYLES is to be one plain template text`);
      const { code } = await transform(css, { loader: "css", minify: true });
      return { contents: `export const STYLES = ${JSON.stringify(code.trim())};` };
    });
  },
};

/** A sandboxed view has no storage: its element needs no code for it. */
const withoutStorage: Plugin = {
  name: "without storage",
  setup(bundle) {
    const path = fileURLToPath(new URL("src/view/draft-store.ts", import.meta.url));
    bundle.onResolve({ filter: /[\\/]draft-store\.js$/ }, () => ({ path }));
  },
};

/** A script for a page in one piece: who serves it carries it inside itself as text. */
export async function browserScript(entry: URL, plugins: readonly Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    charset: "utf8",
    logLevel: "error",
    plugins: [smallStyles, ...plugins],
  });
  return outputFiles[0]?.text ?? "";
}

/** The script of the view that chat clients show: minified once more, because it has a limit. */
export async function viewScript(): Promise<string> {
  const script = await browserScript(new URL("src/view/main.ts", import.meta.url), [
    withoutStorage,
  ]);
  // Loaded here: packages that use the rest of this file have no need of it.
  const { minify } = await import("terser");
  const compress = { passes: 3, unsafe_arrows: true, keep_fargs: false };
  const options = { module: true, ecma: 2020, compress } as const;
  const { code = "" } = await minify(script, options);
  // Twice is smaller still.
  return (await minify(code, options)).code ?? "";
}

/** The script of the local page. */
export const pageScript = () => browserScript(new URL("src/page/main.ts", import.meta.url));
