import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { kilobytes } from "../lib/numbers.mjs";

const goal = 15_000;
const peers = ["xstate", "zod"];
const hashes = ["@noble/hashes", "@noble/hashes/*"];
const core = "@readback/core";
const single = ["createAsker", "createTodoGuard", "createInstructionQueue", "runVerified"];

/** What core adds to a bundle that has xstate, zod and @noble/hashes already. */
export const size = {
  number: 5,
  title: "Size of core, minified and gzipped",
  async run() {
    const all = await sizeOf(`export * from "${core}";`, [...peers, ...hashes]);
    const withHashes = await sizeOf(`export * from "${core}";`, peers);
    const alone = [];
    for (const name of single) {
      const found = await sizeOf(`export { ${name} } from "${core}";`, [...peers, ...hashes]);
      alone.push({ measure: `  only ${name}, beyond all three`, result: kilobytes(found) });
    }
    return [
      {
        measure: "Size of all exports beyond xstate, zod, @noble/hashes (min+gzip)",
        result: kilobytes(all),
        goal: `< ${kilobytes(goal)}`,
        ok: all < goal,
      },
      { measure: "  with @noble/hashes", result: kilobytes(withHashes) },
      ...alone,
    ];
  },
};

async function sizeOf(contents, external) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
    external,
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}
