import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSimulatedClock, createTodoGuard, type JournalEntry } from "@readback/core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "readback-")), "journal");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const entry = (instance: string, n = 0): JournalEntry => ({
  v: 1,
  time: n,
  machine: "some-machine",
  instance,
  event: "E",
  from: null,
  to: "s",
  attempt: 0,
  bound: 1,
  cause: null,
});

describe("a journal on disk", () => {
  it("gives back what was appended, in the next process too", () => {
    const journal = createFileJournal({ folder });
    for (let n = 0; n < 3; n += 1) expect(journal.append(entry("a", n))).toEqual([]);
    journal.close();
    const again = createFileJournal({ folder });
    expect([...again.read()].map(({ time }) => time)).toEqual([0, 1, 2]);
    expect(again.report()).toEqual({ entries: 3, corrupt: 0, newer: 0, waiting: 0 });
  });

  it("is private to its user", () => {
    createFileJournal({ folder }).append(entry("a"));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, "000001.jsonl")).mode & 0o777).toBe(0o600);
  });

  it("tells each writer what the others wrote before, exactly once", () => {
    const one = createFileJournal({ folder });
    const two = createFileJournal({ folder });
    one.append(entry("a", 1));
    expect(two.append(entry("b", 2)).map(({ time }) => time)).toEqual([1]);
    one.append(entry("a", 3));
    expect(one.catchUp()).toEqual([]);
    expect(two.catchUp().map(({ time }) => time)).toEqual([3]);
    expect(two.append(entry("b", 4))).toEqual([]);
    expect(one.catchUp().map(({ time }) => time)).toEqual([4]);
  });

  it("goes on in a new file after compaction, whoever holds the old one", () => {
    const one = createFileJournal({ folder });
    const two = createFileJournal({ folder });
    one.append(entry("a", 1));
    two.append(entry("b", 2));
    one.compact();
    expect(two.append(entry("b", 3))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(["000001.jsonl", "000002.jsonl"]);
    const after = createFileJournal({ folder });
    expect([...after.read()].map(({ time }) => time)).toEqual([1, 2, 3]);
    expect([...after.history()].map(({ time }) => time)).toEqual([1, 2, 1, 2, 3]);
  });

  it("tells a follower of changes until it is closed", async () => {
    const one = createFileJournal({ folder });
    const two = createFileJournal({ folder });
    const heard = vi.fn();
    one.append(entry("a", 1));
    one.watch(heard);
    await vi.waitFor(() => expect(heard).toHaveBeenCalled());
    one.close();
    heard.mockClear();
    two.append(entry("b", 2));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(heard).not.toHaveBeenCalled();
  });

  it("keeps counts and deadlines through compaction, and forgets what has ended", async () => {
    const clock = createSimulatedClock(1_000_000);
    const guard = createTodoGuard({ clock, journal: createFileJournal({ folder }) });
    for (let n = 1; n <= 3; n += 1) {
      // Claims that come sooner are one.
      clock.advance(2_000);
      await guard.check({ session: "s", toolUseId: `t${n}`, completing: ["open", "done"] });
    }
    guard.observe({ session: "s", todos: [{ content: "done", status: "completed" }] });
    const other = createFileJournal({ folder });
    other.compact();
    expect(readFileSync(join(folder, "000002.jsonl"), "utf8").match(/checkpoint/g)).toHaveLength(1);
    const again = createTodoGuard({ clock, journal: createFileJournal({ folder }) });
    expect(again.recover()).toBe(1);
    expect(again.list()).toMatchObject([{ todo: "open", attempt: 3 }]);
    const repeated = await again.check({ session: "s", toolUseId: "t3", completing: ["open"] });
    expect(repeated.todos[0]?.attempt).toBe(3);
    expect(other.prune({ maxBytes: 0 })).toBe(1);
    expect(readdirSync(folder)).toEqual(["000002.jsonl"]);
  });
});
