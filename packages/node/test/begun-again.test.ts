import { rmSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import type { FileJournal } from "../src/file-journal.js";
import { entry, segmentsIn, timesOf, useJournalFolder } from "./support/journal-folder.js";

const place = useJournalFolder();
const opened: FileJournal[] = [];
afterEach(() => {
  for (const journal of opened.splice(0)) journal.close();
});

function open(): FileJournal {
  const journal = createFileJournal({ folder: place.path, whenDeleted: "begin again" });
  opened.push(journal);
  return journal;
}

/** A process that has not read that its file was compacted when the folder is deleted, and others begin again. */
function sleeperOf(begunAgain: (other: FileJournal) => void): FileJournal {
  const sleeper = open();
  sleeper.append(entry(1));
  const first = open();
  first.compact();
  rmSync(place.path, { recursive: true });
  const other = open();
  other.append(entry(2));
  begunAgain(other);
  return sleeper;
}

describe("a journal that was compacted, deleted and begun again before a process looks", () => {
  it.each([
    ["nothing more happens", () => {}],
    ["the new one is compacted, too", (other) => other.compact()],
    [
      "the new one is compacted more often, and pruned",
      (other) => {
        for (let n = 0; n < 3; n += 1) other.compact();
        other.prune({ maxBytes: 0 });
      },
    ],
  ] satisfies [string, (other: FileJournal) => void][])("is another one, when %s", (_, more) => {
    const sleeper = sleeperOf(more);
    const before = segmentsIn(place.path);
    expect(() => sleeper.catchUp()).toThrow(
      expect.objectContaining({ code: "deleted", lost: "deleted" }),
    );
    expect(segmentsIn(place.path)).toEqual(before);
    expect(timesOf(sleeper.read())).toEqual([2]);
    sleeper.append(entry(3));
    expect(timesOf(open().read())).toEqual([2, 3]);
  });

  it("is the same one for whoever only missed that it was compacted and pruned", () => {
    const sleeper = open();
    sleeper.append(entry(1));
    const other = open();
    for (let n = 0; n < 3; n += 1) other.compact();
    other.prune({ maxBytes: 0 });
    expect(() => sleeper.append(entry(2))).toThrow(expect.objectContaining({ lost: "behind" }));
  });
});
