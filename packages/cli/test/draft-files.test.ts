import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPrivateNotes } from "@readback/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { draftFiles } from "../src/answer/draft-files.js";

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), "readback-drafts-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return join(root, "drafts");
}

const draft = (text: string) => ({ index: 0, fields: { q1: { chosen: [], own: false, text } } });

describe("drafts in files", () => {
  it("of two terminals that type at once are all there", () => {
    const path = folder();
    const one = draftFiles(path);
    const other = draftFiles(path);
    one.set("a", draft("first"));
    other.set("b", draft("second"));
    one.set("a", draft("first, longer"));
    other.delete("c");
    const later = draftFiles(path);
    expect([later.get("a"), later.get("b"), later.get("c")]).toEqual([
      draft("first, longer"),
      draft("second"),
      undefined,
    ]);
    later.delete("a");
    expect(one.get("a")).toBeUndefined();
    expect(readdirSync(path)).toHaveLength(1);
  });

  it.each([
    ["no JSON", "{"],
    ["nothing", "null"],
    ["another shape", '{"index":0,"fields":{"q1":{"chosen":"yes"}}}'],
    ["an impossible question", '{"index":-1,"fields":{}}'],
  ])("are none when they are %s", (_, text) => {
    const path = folder();
    openPrivateNotes(path).set("a", text);
    expect(draftFiles(path).get("a")).toBeUndefined();
  });

  it("that cannot be kept disturb nobody", () => {
    const path = folder();
    writeFileSync(path, "in the way");
    const drafts = draftFiles(path);
    drafts.set("a", draft("lost"));
    drafts.delete("a");
    expect(drafts.get("a")).toBeUndefined();
  });
});
