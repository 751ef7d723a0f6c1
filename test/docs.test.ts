import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { codeBlocks, pages, typeErrors } from "../scripts/docs/code-blocks.mjs";
import { generate } from "../scripts/docs/generate.mjs";
import { members, root } from "../scripts/lib/workspace.mjs";

describe("generated documentation", async () => {
  const files: ReadonlyMap<string, string> = await generate();

  it.each([...files.keys()])("%s is up to date", (file) => {
    const path = join(root, file);
    const isCurrent = existsSync(path) && readFileSync(path, "utf8") === files.get(file);
    expect(isCurrent, `${file} is stale: run npm run docs`).toBe(true);
  });

  it("is the same, byte by byte, when made again", async () => {
    expect(await generate()).toEqual(files);
  });
});

describe("the pages", () => {
  it("have TypeScript that compiles", () => {
    const blocks = pages().flatMap(codeBlocks);
    expect(blocks.length).toBeGreaterThan(0);
    expect(typeErrors(blocks)).toEqual([]);
  });

  it.each(pages())("%s links to what exists", (page) => {
    const text = readFileSync(join(root, page), "utf8").replace(/^```[\s\S]*?^```$/gm, "");
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
    const dead = targets
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => !leadsSomewhere(page, target));
    expect(dead).toEqual([]);
  });

  it("name test files that exist", () => {
    const files = testFiles();
    const unknown = pages().flatMap((page) => {
      const text = readFileSync(join(root, page), "utf8");
      const named = [...text.matchAll(/[\w./-]+\.test\.ts\b/g)].map(([name]) => name);
      // What is left of a pattern, such as of `*.deep.test.ts`.
      return named
        .filter((name) => !name.startsWith("."))
        .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
        .map((name) => `${page}: ${name}`);
    });
    expect(unknown).toEqual([]);
  });
});

describe("the page of errors", () => {
  // Each class, and where its codes are declared.
  const declarations = [
    ["ReadbackError", "core/src/errors.ts", "export type ReadbackErrorCode ="],
    ["JournalError", "node/src/journal-error.ts", "export type JournalErrorCode ="],
    ["QuestionPageError", "web/src/server/options.ts", "class QuestionPageError"],
    ["QuestionLinkError", "electron/src/shared/protocol.ts", "export type RefusalCode ="],
    ["ChartError", "visualizer/src/chart/chart-error.ts", "class ChartError"],
  ] as const;
  const page = readFileSync(join(root, "docs/errors.md"), "utf8");

  it.each(declarations)("has every code of %s, and no other", (name, file, beginning) => {
    const source = readFileSync(join(root, "packages", file), "utf8");
    const [, after = ""] = source.split(beginning);
    const union =
      /(?:^|readonly code:)((?:\s|\|?\s*"\w+"|\/\*\*.*?\*\/)+)[;,]/.exec(after)?.[1] ?? "";
    const declared = [...union.matchAll(/"(\w+)"/g)].map(([, code]) => code);
    const [, section = ""] = page.split(`## ${name}\n`);
    const [own = ""] = section.split("\n## ");
    const explained = [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
    expect(declared.length).toBeGreaterThan(1);
    expect(explained.sort()).toEqual(declared.sort());
  });
});

/** Every test file, from the root of the repository. */
function testFiles(): readonly string[] {
  const folders = [...members().map(({ folder }) => join(folder, "test")), join(root, "test")];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".test.ts"))
        .map((name) => relative(root, join(folder, name)).replaceAll("\\", "/")),
    );
}

function leadsSomewhere(page: string, target: string): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? join(root, page) : join(root, dirname(page), file);
  if (!existsSync(path)) return false;
  return anchor === undefined || headings(readFileSync(path, "utf8")).includes(anchor);
}

/** The anchors of a page, as GitHub names them. */
function headings(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}
