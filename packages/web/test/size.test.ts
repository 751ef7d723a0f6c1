import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** What a page loads, minified and gzipped, in bytes, beside XState and zod. */
async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    legalComments: "none",
    external: ["xstate", "zod"],
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

const ask = 'export { createAsker } from "@readback/core";';
const show = 'export { defineReadbackQuestions } from "@readback/web";';

// What was measured when this was written, and a little more. Lower the limits when the code gets smaller.
describe("what a bundler puts into a page, beyond XState and zod", () => {
  it.each([
    ["a page that only asks", ask, 30_000],
    ["a page that asks, and shows the questions", `${ask}\n${show}`, 43_000],
  ])("%s", async (_, contents, limit) => {
    const size = await sizeOf(contents);
    expect(size).toBeLessThan(limit);
    // Nothing was left out by mistake.
    expect(size).toBeGreaterThan(limit / 2);
  });
});
