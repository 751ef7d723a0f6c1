import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const source = new URL("../../src/", import.meta.url);

it("depends one way: the journal knows nothing of what runs machines, and neither knows any machine", () => {
  const importsOf = (folder: string) =>
    readdirSync(new URL(folder, source))
      .filter((name) => name.endsWith(".ts"))
      .flatMap((name) => {
        const text = readFileSync(new URL(folder + name, source), "utf8");
        return [...text.matchAll(/from "\.\.\/([\w-]+)[/.]/g)].map(([, from]) => from);
      });
  /** How everything says that it was called wrongly. */
  const words = ["did-you-mean", "errors", "given", "must-be-machine"];
  expect(new Set(importsOf("journal/"))).toEqual(new Set(["bounded", ...words]));
  expect(new Set(importsOf("runtime/"))).toEqual(new Set(["journal", ...words]));
});
