import { describe, expect, it } from "vitest";
import { comparable, historyOf, seenAfter } from "./facts.js";
import { type Expected, entriesOf, expectedOf, filesOf, STAGES, versions } from "./golden-files.js";

const CHECKPOINT = ".checkpoint";

describe.each(versions())("the journals of version %s", (version) => {
  describe.each(Object.keys(STAGES))("%s", (machine) => {
    const stories = expectedOf(version, machine);
    const files = filesOf(version, machine);

    it("has a journal for each story, and facts for each journal", () => {
      const withFacts = new Set(files.map((file) => file.replace(CHECKPOINT, "")));
      expect([...withFacts].sort()).toEqual(Object.keys(stories).sort());
    });

    it.each(files)("%s", async (file) => {
      const isCheckpoint = file.endsWith(CHECKPOINT);
      const entries = entriesOf(version, machine, file);
      const { at, history, facts } = stories[file.replace(CHECKPOINT, "")] as Expected;
      if (!isCheckpoint) expect(historyOf(entries)).toEqual(history);
      for (const fact of facts) {
        const seen = await seenAfter(machine, entries, at, fact);
        const sees = (isCheckpoint && fact.seesFromCheckpoint) || fact.sees;
        const found = seen.map((one, index) => comparable(one, sees[index] ?? {}));
        // All that fail, not only the first: it shows what has changed.
        expect.soft(found, JSON.stringify(fact.do)).toEqual(sees);
      }
    });
  });
});
