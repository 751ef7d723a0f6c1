import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { adoptableIn, adoptJournal } from "../src/adopt.js";
import { createFileJournal } from "../src/create-file-journal.js";
import { seenIn } from "./golden/facts.js";
import { expectedOf, HERE } from "./golden/golden-folders.js";

let state: string;
let into: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "readback-adopt-"));
  into = join(state, "mcp", "journal");
});
afterEach(() => rmSync(state, { recursive: true }));

/** Puts a journal of version 0.1 where one of its servers had it. */
function leave(name: string, number: string): string {
  const folder = join(state, "mcp", number, "journal");
  cpSync(join(HERE, "0.1", name), folder, { recursive: true });
  return folder;
}
const adoptAll = () => adoptableIn(state).map((one) => adoptJournal(one.folder, one.into));
const entriesIn = (folder: string) => {
  const journal = createFileJournal({ folder, onProblem() {} });
  const entries = [...journal.read()];
  journal.close();
  return entries;
};

describe("the numbered folders of version 0.1", () => {
  it.each(["mixed", "compacted"])("%s goes on in the project's one journal", async (name) => {
    leave(name, "1");
    expect(entriesIn(into)).toEqual([]);
    expect(adoptAll()).toMatchObject([{ corrupt: 0 }]);
    const { at, sees } = expectedOf("0.1")[name] as { at: number; sees: object };
    expect(await seenIn(into, at)).toEqual(sees);
  });

  it("are taken up once, and what the project knows already stays as it is", () => {
    const [one, two] = [leave("mixed", "1"), leave("mixed", "2")];
    expect(adoptableIn(state)).toEqual([
      { folder: one, into },
      { folder: two, into },
    ]);
    const [first, second] = adoptAll();
    expect(first?.entries).toBeGreaterThan(0);
    expect(second).toMatchObject({ entries: 0, files: [expect.stringMatching(/\.adopted$/)] });
    const before = entriesIn(into);
    expect(adoptableIn(state)).toEqual([]);
    expect(adoptAll()).toEqual([]);
    expect(entriesIn(into)).toEqual(before);
    expect(readdirSync(one)).toEqual(["000001.jsonl.adopted"]);
  });

  it("do not count behind a symbolic link, nor under another name", () => {
    const elsewhere = leave("mixed", "1");
    symlinkSync(join(elsewhere, ".."), join(state, "mcp", "2"));
    mkdirSync(join(state, "mcp", "3"));
    symlinkSync(elsewhere, join(state, "mcp", "3", "journal"));
    cpSync(elsewhere, join(state, "mcp", "01", "journal"), { recursive: true });
    expect(adoptableIn(state)).toEqual([{ folder: elsewhere, into }]);
  });
});
