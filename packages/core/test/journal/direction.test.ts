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
  expect(new Set(importsOf("journal/"))).toEqual(new Set(["bounded", "did-you-mean"]));
  expect(new Set(importsOf("runtime/"))).toEqual(new Set(["errors", "journal"]));
});
