import { expect, it } from "vitest";
import { noted, type Seen, tableOf } from "./record.js";

const rows = [
  { name: "review, then pass" },
  { name: "ask, answered" },
  { name: "goals are guarded", hosts: ["codex"] },
] as const;

const before: Seen = {
  codex: {
    "review, then pass": { outcome: "passed", version: "1.0.0", date: "2026-01-01" },
    "ask, answered": { outcome: "failed", version: "1.0.0", date: "2026-01-02" },
    "played no more": { outcome: "passed", version: "1.0.0", date: "2026-01-02" },
  },
};
const after = noted(rows, before, "codex", "ask, answered", {
  outcome: "passed",
  version: "1.1.0",
  date: "2026-02-03",
});

it("what was seen before stays, with its own date and version, until it is seen again", () => {
  expect(after).toEqual({
    codex: {
      "review, then pass": { outcome: "passed", version: "1.0.0", date: "2026-01-01" },
      "ask, answered": { outcome: "passed", version: "1.1.0", date: "2026-02-03" },
    },
  });
  const gemini = { outcome: "failed", version: "3.0.0", date: "2026-02-04" } as const;
  expect(noted(rows, after, "gemini", "review, then pass", gemini)).toEqual({
    ...after,
    gemini: { "review, then pass": gemini },
  });
});

it("a cell of the table has its date, and its version where it is another", () => {
  const versions = { codex: "1.1.0", gemini: "3.0.0" };
  expect(tableOf(rows, after, versions).split("\n")).toEqual([
    "| scenario | codex 1.1.0 | gemini 3.0.0 |",
    "| --- | --- | --- |",
    "| review, then pass | ✓ 2026-01-01, 1.0.0 | not run |",
    "| ask, answered | ✓ 2026-02-03 | not run |",
    "| goals are guarded | not run | – |",
  ]);
});
