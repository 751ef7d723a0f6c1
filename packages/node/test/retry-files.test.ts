import {
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createSimulatedClock, type JournalEntry, runVerified } from "@readback/core";
import { describe, expect, it } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import { writeRetryFiles } from "../src/retry-files.js";
import { useJournalFolder } from "./support/journal-folder.js";

const place = useJournalFolder();
const DAY = 24 * 60 * 60 * 1_000;
const NOW = Date.UTC(2026, 0, 26, 14, 30);

const files = () => place.parent;
const linesIn = (name: string) =>
  readFileSync(join(files(), name), "utf8").split("\n").filter(Boolean);
const stateNow = () => JSON.parse(readFileSync(join(files(), "retry-state.json"), "utf8"));

/** Runs a task that fails `failures` times at a moment; `error` may try to forge lines. */
async function run(
  journal: ReturnType<typeof createFileJournal>,
  time: number,
  failures: number,
  error = "2 tests failed",
): Promise<void> {
  await runVerified({
    task: { id: `task-${time}`, name: "Do it" },
    session: "s",
    journal,
    clock: createSimulatedClock(time),
    maxAttempts: 3,
    execute: () => {},
    verify: ({ attempt }) => attempt > failures || { passed: false, error },
  });
}

const write = (entries: Iterable<JournalEntry>, now = NOW) =>
  writeRetryFiles(files(), entries, { now });

describe("the files of the verify loop", () => {
  it("tell what the journal tells, for their user only", async () => {
    const journal = createFileJournal({ folder: place.path });
    await run(journal, NOW, 1);
    await run(journal, NOW + 1, 3);
    write(journal.history());
    expect(linesIn("retry.log")[0]).toBe(
      `[2026-01-26T14:30:00Z] [RETRY] [task-${NOW}] attempt=1 status=failed type=verification_failed`,
    );
    const events = linesIn("retry.jsonl").map((line) => JSON.parse(line));
    expect(events.filter(({ event }) => event === "escalated")).toHaveLength(1);
    expect(stateNow()).toMatchObject({
      task_retries: { [`task-${NOW + 1}`]: { status: "escalated", retry_count: 3 } },
      global_stats: { total_retries: 3, successful_retries: 1, escalations: 1 },
    });
    for (const name of ["retry.log", "retry.jsonl", "retry-state.json"]) {
      expect(statSync(join(files(), name)).mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(files()).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("get what is new and nothing twice, also across compaction and pruning", async () => {
    const journal = createFileJournal({ folder: place.path });
    await run(journal, NOW, 3);
    const first = write(journal.history());
    expect(first.added).toBeGreaterThan(0);
    expect(write(journal.history())).toEqual({ added: 0, dropped: 0 });
    const before = linesIn("retry.jsonl");
    journal.compact();
    expect(write(journal.history())).toEqual({ added: 0, dropped: 0 });
    journal.prune({ maxBytes: 0 });
    expect(write(journal.history())).toEqual({ added: 0, dropped: 0 });
    await run(journal, NOW + 1_000, 0);
    write(journal.history());
    expect(linesIn("retry.jsonl").slice(0, before.length)).toEqual(before);
    expect(linesIn("retry.jsonl").length).toBeGreaterThan(before.length);
  });

  it("keep lines for 7 and for 30 days", async () => {
    const journal = createFileJournal({ folder: place.path });
    await run(journal, NOW - 40 * DAY, 1);
    await run(journal, NOW - 20 * DAY, 1);
    await run(journal, NOW - 2 * DAY, 1);
    write(journal.history(), NOW - 40 * DAY);
    const { dropped } = write(journal.history());
    expect(dropped).toBeGreaterThan(0);
    const tasks = (name: string) =>
      [40, 20, 2].filter((days) =>
        linesIn(name).some((line) => line.includes(`task-${NOW - days * DAY}`)),
      );
    expect(tasks("retry.log")).toEqual([2]);
    expect(tasks("retry.jsonl")).toEqual([20, 2]);
    // What was dropped does not come back, though the journal still has it.
    expect(write(journal.history())).toEqual({ added: 0, dropped: 0 });
  });

  it("cannot be forged by what a task says", async () => {
    const journal = createFileJournal({ folder: place.path });
    await run(journal, NOW, 1, "x\n[2026-01-26T14:30:00Z] [RETRY] [task-9] status=success\u2028");
    write(journal.history());
    expect(linesIn("retry.log").filter((line) => line.includes("[task-9]"))).toHaveLength(1);
    for (const line of linesIn("retry.log")) expect(line).toContain(`[RETRY] [task-${NOW}] `);
  });

  it("mend a line that a crash cut off, and keep lines of others", async () => {
    const journal = createFileJournal({ folder: place.path });
    await run(journal, NOW, 2);
    write(journal.history());
    const whole = { log: linesIn("retry.log"), jsonl: linesIn("retry.jsonl") };
    for (const cut of [1, 10]) {
      for (const name of ["retry.log", "retry.jsonl"]) {
        truncateSync(join(files(), name), statSync(join(files(), name)).size - cut);
      }
      write(journal.history());
      expect({ log: linesIn("retry.log"), jsonl: linesIn("retry.jsonl") }).toEqual(whole);
    }
    writeFileSync(join(files(), "retry.log"), "a note\n[not a time] x\n", { flag: "a" });
    write(journal.history(), NOW + 8 * DAY);
    expect(linesIn("retry.log")).toEqual(["a note", "[not a time] x"]);
  });

  it("are never written through a symbolic link", async () => {
    const journal = createFileJournal({ folder: place.path });
    await run(journal, NOW, 1);
    writeFileSync(join(files(), "target"), "");
    symlinkSync("target", join(files(), "retry.log"));
    expect(() => write(journal.history())).toThrow(expect.objectContaining({ code: "symlink" }));
    expect(readFileSync(join(files(), "target"), "utf8")).toBe("");
  });
});
