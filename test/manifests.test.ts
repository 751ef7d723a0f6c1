import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { members, readJson, root } from "../scripts/lib/workspace.mjs";

interface Manifest {
  readonly name: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
  readonly engines: { readonly node: string };
  readonly publishConfig: object;
}

const packages: { folder: string; manifest: Manifest }[] = members();
const workspace: Manifest = readJson(join(root, "package.json"));

/** Where a page leads, without addresses of the web and anchors in itself. */
const targetsIn = (page: string) =>
  [...readFileSync(page, "utf8").matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^(https?:|#)/.test(target));

describe.each(packages)("$manifest.name, on npm", ({ folder, manifest }) => {
  it("says what it is, for which Node, and is published in the open", () => {
    const { description, license, keywords, engines, publishConfig } = manifest;
    expect(description).toMatch(/^[A-Za-z].{20,}\.$/);
    expect(keywords.length).toBeGreaterThan(3);
    expect({ license, engines }).toEqual({
      license: workspace.license,
      engines: workspace.engines,
    });
    expect(publishConfig).toEqual({ access: "public", provenance: true });
  });

  it("has a page that stands alone: nothing on it leads into this repository", () => {
    const page = join(folder, "README.md");
    expect(readFileSync(page, "utf8")).toMatch(new RegExp(`^# ${manifest.name}\n`));
    expect(targetsIn(page)).toEqual([]);
  });
});

describe.each(readdirSync(join(root, "examples")))("the example %s, copied", (name) => {
  it("has a page that leads to its own files alone", () => {
    const folder = join(root, "examples", name);
    const targets = targetsIn(join(folder, "README.md"));
    expect(targets.filter((target) => target.includes(".."))).toEqual([]);
    expect(targets.filter((target) => !existsSync(join(folder, target)))).toEqual([]);
  });
});
