import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { adoptJournal } from "../src/adopt.js";
import { createFileJournal } from "../src/create-file-journal.js";
import { seenIn } from "./golden/facts.js";
import {
  copyOf,
  type Expected,
  expectedOf,
  foldersOf,
  HERE,
  hashesOf,
  versions,
} from "./golden/golden-folders.js";

let copies: string[] = [];
afterEach(() => {
  for (const copy of copies) rmSync(join(copy, ".."), { recursive: true });
  copies = [];
});

describe.each(versions())("the folders of version %s", (version) => {
  const expected = expectedOf(version);
  const copied = (name: string) => {
    const copy = copyOf(join(HERE, version, name));
    copies.push(copy);
    // Nothing in a journal of 0.1 says who wrote it: a person has to.
    adoptJournal(copy);
    return copy;
  };

  it("has facts for each folder", () => {
    expect(Object.keys(expected).sort()).toEqual([...foldersOf(version)].sort());
  });

  it.each(foldersOf(version))("%s is kept byte for byte", (name) => {
    expect(hashesOf(join(HERE, version, name))).toEqual(expected[name]?.files);
  });

  it.each(foldersOf(version))("%s goes on where it was left", async (name) => {
    const { at, sees } = expected[name] as Expected;
    expect(await seenIn(copied(name), at)).toEqual(sees);
  });

  it.each(foldersOf(version))("%s goes on after this version has compacted it", async (name) => {
    const { at, sees } = expected[name] as Expected;
    const folder = copied(name);
    const journal = createFileJournal({ folder });
    journal.compact();
    journal.prune({ maxBytes: 0 });
    journal.close();
    const { report: _, ...before } = sees as { report: unknown };
    const { report, ...after } = (await seenIn(folder, at)) as { report: unknown };
    expect(after).toEqual(before);
    expect(report).toEqual({ corrupt: 0, newer: 0 });
  });
});
