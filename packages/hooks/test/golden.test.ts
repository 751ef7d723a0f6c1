import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createFileJournal } from "@readback/node";
import { describe, expect, it } from "vitest";
import { type Expected, HERE, hashesOf, openProject } from "./golden/project.js";

const versions = readdirSync(HERE).filter((name) => /^\d/.test(name));

describe.each(versions)("the journals hooks of version %s wrote", (version) => {
  const path = join(HERE, version, "expected.json");
  const expected: Readonly<Record<string, Expected>> = JSON.parse(readFileSync(path, "utf8"));

  describe.each(Object.entries(expected))("%s", (name, { at, files, facts }) => {
    const folder = join(HERE, version, name);

    it("is kept byte for byte", () => {
      expect(hashesOf(folder)).toEqual(files);
    });

    it.each([
      ["as it was left", false],
      ["after this version has compacted it", true],
    ])("goes on, %s", async (_, isCompacted) => {
      for (const { do: calls, sees, needsTimes } of facts) {
        if (isCompacted && needsTimes) continue;
        const project = openProject(folder);
        if (isCompacted) compact(project.journal);
        for (const [index, call] of calls.entries()) {
          expect(await project.call(at, call), JSON.stringify(calls)).toEqual(sees[index]);
        }
        project.remove();
      }
    });
  });
});

function compact(folder: string): void {
  const journal = createFileJournal({ folder });
  journal.compact();
  journal.prune({ maxBytes: 0 });
  journal.close();
}
