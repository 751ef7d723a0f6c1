import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTodoGuard } from "@readback/core";
import { createFileJournal, journalFolder } from "@readback/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkJournal } from "../src/doctor/state-checks.js";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "readback-journal-check-"));
  mkdirSync(journalFolder(state), { mode: 0o700 });
});
afterEach(() => rmSync(state, { recursive: true }));

const inJournal = (name: string) => join(journalFolder(state), name);

/** The guard is asked once, so there is a journal of this user. */
async function claim(): Promise<void> {
  const journal = createFileJournal({ folder: journalFolder(state) });
  const guard = createTodoGuard({ journal });
  await guard.check({ session: "s", toolUseId: "t1", completing: ["Write tests"] });
  guard.dispose();
  journal.close();
}

/** What doctor says of the journal, in one text. */
const said = () => {
  const { checks, firedAt } = checkJournal(state);
  return { text: JSON.stringify(checks), count: checks.length, firedAt };
};

describe("what doctor says of a journal with files in it that came with the project", () => {
  it.skipIf(process.platform === "win32")("passes over links that lead nowhere", async () => {
    await claim();
    symlinkSync(join(state, "nowhere"), inJournal("000007.jsonl"));
    symlinkSync(join(state, "nowhere"), inJournal("notes.jsonl"));
    const { text, firedAt } = said();
    expect(firedAt).toBeGreaterThan(0);
    expect(text).not.toContain("ENOENT");
    expect(text).toContain("000007.jsonl does not count");
    expect(text).toContain("notes.jsonl is no file of a journal");
  });

  it("names a few of many", async () => {
    await claim();
    for (let number = 2; number <= 60; number += 1) {
      writeFileSync(inJournal(`${String(number).padStart(6, "0")}.jsonl`), "");
      writeFileSync(inJournal(`stray${number}.jsonl`), "");
    }
    const { text, count } = said();
    expect(count).toBeLessThan(12);
    expect(text).toContain("000002.jsonl does not count");
    expect(text).toContain("stray10.jsonl is no file of a journal");
    expect(text.match(/There are 56 more such files/g)).toHaveLength(2);
  });
});
