import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { mutations } from "../scripts/mutate/mutations.mjs";

const source = join(import.meta.dirname, "../packages/core/src");

it("every mutation of npm run mutate still finds what it breaks, in one place", () => {
  const lost = mutations.filter(({ file, from }: { file: string; from: string }) => {
    return readFileSync(join(source, file), "utf8").split(from).length !== 2;
  });
  expect(lost).toEqual([]);
});
