import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { chartStyle } from "./src/chart/style.js";
import { toBase85 } from "./src/page/base85.js";

/** The page as text: who serves or exports it carries it inside itself (`READBACK_VISUALIZER_PAGE`). */
export interface PageAssets {
  /** For a page that a server gives: it asks the server for everything. */
  readonly script: string;
  /** For an exported file: the model and our machines, packed as `unpack` takes them. */
  readonly exportedScript: string;
  readonly exportedStyle: string;
  /** What unpacks them. */
  readonly unpacking: string;
  readonly style: string;
}

/** Builds the page. */
export async function pageAssets(): Promise<PageAssets> {
  const [script, exported, unpacking, pageStyle] = await Promise.all([
    bundled("main.tsx"),
    bundled("exported.tsx", [withoutWords]),
    bundled("unpacked.ts"),
    bundled("style/page.css"),
  ]);
  const style = `${pageStyle}\n${chartStyle}`;
  const [exportedScript, exportedStyle] = [packed(exported), packed(style)];
  return { script, exportedScript, exportedStyle, unpacking, style };
}

const packed = (text: string) => toBase85(deflateRawSync(text, { level: 9 }));

const source = (path: string) => fileURLToPath(new URL(`src/page/${path}`, import.meta.url));

/** Where core and the model say it. */
const WORDS = /\/(?:must-fit|must-be|must-be-machine|given|did-you-mean)\.js$/;

/** What says in words what is wrong is a quarter of an exported file, in which nothing is. */
const withoutWords: Plugin = {
  name: "without words for what is wrong",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/wrong-entry\.js$/ }, () => ({ path: source("wrong-entry.ts") }));
    onResolve({ filter: WORDS }, () => ({ path: source("nothing-wrong.ts") }));
  },
};

async function bundled(entry: string, plugins: Plugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source(entry)],
    plugins,
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
