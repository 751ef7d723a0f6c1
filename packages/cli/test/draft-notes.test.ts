import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { draftNotes } from "../src/answer/draft-notes.js";

const draft = { index: 0, fields: { q1: { chosen: ["yes"], own: false, text: "" } } };
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-drafts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keeps what was typed, also when another terminal types at that moment", () => {
  const one = draftNotes(folder);
  const other = draftNotes(folder);
  one.set("ask-1", draft);
  other.set("ask-2", { ...draft, index: 1 });
  expect([other.get("ask-1"), one.get("ask-2")]).toEqual([draft, { ...draft, index: 1 }]);
  one.delete("ask-1");
  expect([other.get("ask-1"), other.get("ask-2")?.index]).toEqual([undefined, 1]);
});

it("shows nobody a draft that came with a project, and hangs on none", () => {
  draftNotes(folder).set("ask-1", draft);
  const [name = ""] = readdirSync(folder);
  for (const plant of [
    (path: string) => writeFileSync(path, JSON.stringify(draft)),
    (path: string) => symlinkSync("/dev/zero", path),
    ...(process.platform === "win32"
      ? []
      : [(path: string) => void execFileSync("mkfifo", [path])]),
  ]) {
    for (const path of [name, "terminal-drafts.json"].map((one) => join(folder, one))) {
      rmSync(path, { force: true });
      plant(path);
    }
    expect(draftNotes(folder).get("ask-1")).toBeUndefined();
  }
});
