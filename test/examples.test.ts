import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rewriteExampleRanges } from "../scripts/lib/example-ranges.mjs";
import { members, readJson, root } from "../scripts/lib/workspace.mjs";

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const folder = join(root, "examples");
const names = readdirSync(folder);
const manifestIn = (parent: string, name: string): Manifest =>
  readJson(join(parent, name, "package.json"));

/** The ranges of our packages that the examples in a folder ask for. */
function rangesIn(parent: string): readonly string[] {
  const ours = members().map(({ manifest }: { manifest: Manifest }) => manifest.name);
  return names.flatMap((name) => {
    const { dependencies, devDependencies } = manifestIn(parent, name);
    return Object.entries({ ...dependencies, ...devDependencies }).flatMap(([wanted, range]) =>
      ours.includes(wanted) ? `${name}: ${wanted}@${range}` : [],
    );
  });
}

describe("the examples", () => {
  const copy = mkdtempSync(join(tmpdir(), "readback-ranges-"));
  afterAll(() => rmSync(copy, { recursive: true }));
  const copyManifests = () =>
    names.forEach((name) => {
      cpSync(join(folder, name, "package.json"), join(copy, name, "package.json"));
    });

  it("ask for our packages as they are now", () => {
    copyManifests();
    rewriteExampleRanges(copy);
    expect(rangesIn(folder)).toEqual(rangesIn(copy));
  });

  it("ask for what a release makes of them, and nothing else of them changes", () => {
    copyManifests();
    const versions = new Map<string, string>(
      members().map(({ manifest }: { manifest: Manifest }) => [manifest.name, "0.2.0"]),
    );
    rewriteExampleRanges(copy, versions);
    expect(rangesIn(copy).filter((range) => !range.endsWith("@^0.2.0"))).toEqual([]);
    for (const name of names) {
      const text = (parent: string) => readFileSync(join(parent, name, "package.json"), "utf8");
      const before = text(folder).replace(/("(?:@readback\/\w+|readback)": )".*"/g, '$1"^0.2.0"');
      expect(text(copy)).toBe(before);
    }
  });
});
