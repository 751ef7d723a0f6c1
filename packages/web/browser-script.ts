import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A script for a page in one piece: who serves it carries it inside itself as text. */
export async function browserScript(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
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

/** The script of the local page. */
export const pageScript = () => browserScript(new URL("src/page/main.ts", import.meta.url));
