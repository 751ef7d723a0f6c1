import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readLines } from "../src/read-lines.js";

let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-lines-"));
  path = join(folder, "lines");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function linesFrom(from = 0, file?: string) {
  const lines: string[] = [];
  const read = readLines(path, from, (line) => lines.push(line), { file });
  return { lines, ...read };
}

describe("the lines of a file", () => {
  it("are read whole, and read on from where the last one ended", () => {
    expect(readLines(path, 0, () => {})).toBeUndefined();
    writeFileSync(path, "eins\n\nzwölf\ndr");
    const first = linesFrom();
    expect(first).toMatchObject({ lines: ["eins", "zwölf"], rest: "dr", isOther: false });
    appendFileSync(path, "ei\n");
    expect(linesFrom(first.next, first.file)).toMatchObject({ lines: ["drei"], rest: "" });
  });

  it("of another file, or of one that was cut off, are not taken for new ones", () => {
    writeFileSync(path, "one\ntwo\n");
    const { next = 0, file } = linesFrom();
    writeFileSync(path, "one\n");
    expect(linesFrom(next, file)).toMatchObject({ lines: [], isOther: true, next: 0 });
    writeFileSync(path, "three\nfour\nfive\n");
    expect(linesFrom(next, "another")).toMatchObject({ lines: [], isOther: true, next: 0 });
  });

  it("are left out when they are endless, and those after them are not", () => {
    writeFileSync(path, `a\n${"x".repeat(9 * 2 ** 20)}\nb\n${"y".repeat(3 * 2 ** 20)}\n`);
    const { lines } = linesFrom();
    expect(lines.map((line) => `${line[0]} ${line.length}`)).toEqual(["a 1", "b 1", "y 3145728"]);
  });

  it("are never read through a link", () => {
    writeFileSync(join(folder, "target"), "one\n");
    symlinkSync("target", path);
    expect(() => linesFrom()).toThrow("is a symbolic link: remove it");
  });
});

it("brings long files up to date in a small memory", () => {
  const at = (timestamp: string, more: string) => `${JSON.stringify({ timestamp, more })}\n`;
  const line = at("2026-02-01T00:00:00Z", "z".repeat(1_000));
  const count = 60_000;
  const json = join(folder, "retry.jsonl");
  writeFileSync(json, at("2025-02-01T00:00:00Z", "old") + line.repeat(count));
  const program = `
    import { writeRetryFiles } from ${JSON.stringify(new URL("../dist/index.js", import.meta.url))};
    const now = Date.parse("2026-02-02T00:00:00Z");
    console.log(JSON.stringify(writeRetryFiles(${JSON.stringify(folder)}, [], { now })));
  `;
  // Less than the file is long.
  const args = ["--max-old-space-size=40", "--input-type=module", "--eval", program];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([stdout, stderr]).toEqual(['{"added":0,"dropped":1}\n', ""]);
  expect(statSync(json).size).toBe(count * line.length);
});
