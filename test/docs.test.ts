import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeBlocks, pages, typeErrors } from "../scripts/docs/code-blocks.mjs";
import { diagramLayout, generate, machines } from "../scripts/docs/generate.mjs";
import { root } from "../scripts/lib/workspace.mjs";

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

describe("the diagrams", async () => {
  it.each(await machines())("of $id show every label in a place of its own", async (machine) => {
    const boxes = placed(await diagramLayout(machine));
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => overlap(one, other))
        .map((other) => `${one.name} and ${other.name}`),
    );
    expect(overlaps).toEqual([]);
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
});

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

interface Box {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Laid {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly children?: readonly Laid[];
  readonly edges?: readonly {
    readonly labels?: readonly (Omit<Box, "name"> & { text: string })[];
  }[];
}

/** The boxes in a diagram that nothing may overlap: states without states inside, and labels. */
function placed(laid: unknown): readonly Box[] {
  const { children = [], edges = [] } = laid as Laid;
  const labels = edges.flatMap((edge) => edge.labels ?? []);
  return [
    ...labels.map(({ text, ...box }) => ({ ...box, name: text })),
    ...children.flatMap((child) =>
      child.children ? placed(child) : [{ ...child, name: child.id }],
    ),
  ];
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
