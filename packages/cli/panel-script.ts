import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The script of the demo's panel in one piece: the command carries it inside itself as text. */
export async function panelScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("src/playground/panel/panel.ts", import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
