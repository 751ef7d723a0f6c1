import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The script of the local page in one piece: the server carries it inside itself as text. */
export async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("src/page/main.ts", import.meta.url))],
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
