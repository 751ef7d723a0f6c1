import { existsSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createInstructionQueue,
  createSimulatedClock,
  createTodoGuard,
  guardMachine,
  type JournalEntry,
} from "@readback/core";
import { guardInstance, sha256Hex } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import { openFileJournal } from "../src/file-journal.js";
import { sumOf } from "../src/prefix-sum.js";
import {
  entry,
  guardClaim,
  guardStart,
  proven,
  scribble,
  segmentOf,
  segmentsIn,
  textIn,
  timesOf,
  useJournalFolder,
} from "./support/journal-folder.js";

const place = useJournalFolder();
const open = (more: object = {}) => createFileJournal({ folder: place.path, ...more });

describe("compaction keeps what it does not understand, as it is", () => {
  it("records of a newer version, word for word", () => {
    const newer = '{"v":2,"w":"n.1","what":"is this","__proto__":{"a":1},"n":1.50}';
    const journal = open();
    journal.append(entry(1));
    scribble(place.path, `${proven(place.path, newer)}\n`);
    journal.catchUp();
    expect(journal.report().newer).toBe(1);
    for (let segment = 2; segment <= 4; segment += 1) {
      journal.compact();
      const line = proven(place.path, newer, segment);
      expect(textIn(place.path, segment)).toContain(`\n${line}\n`);
    }
    const again = open();
    again.read();
    expect(again.report()).toMatchObject({ entries: 1, newer: 1, corrupt: 0 });
  });

  it("entries of machines it does not know, word for word and in order", () => {
    const journal = open();
    for (let n = 1; n <= 5; n += 1) journal.append(entry(n, { payload: { text: "ü \u2028 \\" } }));
    // What a writer had seen of the old file, and the proof, do not hold in the new one.
    const lines = (segment: number) =>
      textIn(place.path, segment)
        .replace(/(,"p":\d+,"s":"\w+")?,"m":"\w+"(?=\})/g, "")
        .split("\n")
        .filter(Boolean)
        .slice(1);
    const before = lines(1);
    expect(before).toHaveLength(5);
    journal.compact();
    expect(lines(2)).toEqual(before);
  });

  it("also of machines that only this process does not know: each sees all of its own", () => {
    const clock = createSimulatedClock(1_000);
    const queue = createInstructionQueue({ clock, journal: open() });
    const id = queue.queueInstructionWithAck("do it");
    queue.dispatch();
    queue.tick();
    queue.dispatch();
    const hook = openFileJournal({ folder: place.path, machines: [guardMachine] });
    hook.compact();
    const again = createInstructionQueue({ clock, journal: open() });
    again.recover();
    // What the queue did before is in the new file once more. It must not count again.
    queue.tick();
    queue.dispatch();
    for (const one of [queue, again]) {
      one.runtime.catchUp();
      expect(one.runtime.snapshot(id)?.context.attempt).toBe(3);
    }
  });

  it("redacted entries stay with those who read them, not with the process that knows better", () => {
    const clock = createSimulatedClock(1_000);
    const redact = (one: JournalEntry) =>
      JSON.parse(JSON.stringify(one).replaceAll("secret", "…")) as JournalEntry;
    const queue = createInstructionQueue({ clock, journal: open(), redact });
    queue.queueInstructionWithAck("the secret");
    open().compact();
    queue.runtime.catchUp();
    queue.queueInstruction("x");
    expect(queue.dispatch()).toBe("the secret");
  });
});

describe("compaction by several at once", () => {
  it("comes to one next file, whoever builds it", () => {
    const journals = [open(), open(), open()];
    for (const [n, journal] of journals.entries()) journal.append(entry(n));
    for (const journal of journals) journal.compact();
    for (const [n, journal] of journals.entries()) journal.append(entry(10 + n));
    expect(timesOf(open().read())).toEqual([0, 1, 2, 10, 11, 12]);
  });

  it("is finished by the next process when the one that began it was killed", () => {
    const journal = open();
    journal.append(guardStart("s", "todo"));
    journal.append(guardClaim("s", "todo", "t1"));
    const seal = proven(place.path, '{"w":"killed","v":1,"seal":true}');
    scribble(place.path, `\n${seal}\n`);
    // What came after the seal does not count.
    scribble(
      place.path,
      `\n${proven(place.path, JSON.stringify({ w: "late.1", ...guardClaim("s", "todo", "t2") }))}\n`,
    );
    const guard = createTodoGuard({ clock: createSimulatedClock(10), journal: open() });
    guard.recover();
    expect(guard.list()).toMatchObject([{ todo: "todo", attempt: 1 }]);
    expect(segmentsIn(place.path)).toEqual(["000001.jsonl", "000002.jsonl"]);
  });

  it("is noticed at the end of a long file, also by who reads a few instances and behind a late record", () => {
    const journal = open({ durable: false, compactAt: 2 ** 24 });
    journal.append(guardStart("s", "todo"));
    for (let n = 1; n <= 40; n += 1)
      journal.append(entry(n, { payload: { text: "x".repeat(20_000) } }));
    journal.append(guardClaim("s", "todo", "t1"));
    // As a slow process writes it that had read up to there.
    const [, seen] = /(,"p":\d+,"s":"\w+")[^\n]*\n$/.exec(textIn(place.path)) ?? [];
    const late = {
      w: "late.1",
      ...guardClaim("s", "todo", "t2"),
      i: sumOf(guardInstance("s", "todo")),
    };
    scribble(place.path, `\n${proven(place.path, '{"w":"killed","v":1,"seal":true}')}\n`);
    scribble(
      place.path,
      `\n${proven(place.path, `${JSON.stringify(late).slice(0, -1)}${seen}}`)}\n`,
    );
    const instances = [guardInstance("s", "todo")];
    const guard = createTodoGuard({
      clock: createSimulatedClock(10),
      journal: open({ instances }),
    });
    guard.recover();
    expect(guard.list()).toMatchObject([{ todo: "todo", attempt: 1 }]);
    expect(segmentsIn(place.path)).toEqual(["000001.jsonl", "000002.jsonl"]);
  });

  it("leaves no temporary files, and prune removes those of killed processes after a while", () => {
    const journal = open();
    journal.append(entry(1));
    const stale = join(place.path, "2.killed.tmp");
    const recent = join(place.path, "2.busy.tmp");
    for (const path of [stale, recent]) writeFileSync(path, "half a segm");
    utimesSync(stale, 1, 1);
    journal.compact();
    journal.prune({});
    expect(existsSync(stale)).toBe(false);
    expect(existsSync(recent)).toBe(true);
    expect(timesOf(open().read())).toEqual([1]);
  });
});

describe("a journal that has grown", () => {
  it("is compacted by itself, and not again at once when what is under way is large", () => {
    const large = (n: number) => entry(n, { payload: { text: "x".repeat(400) } });
    for (let n = 1; n <= 30; n += 1) {
      // As hooks do: each entry by a process of its own.
      const journal = open({ compactAt: 2_000 });
      journal.append(large(n));
      journal.close();
    }
    expect(timesOf(open().read())).toHaveLength(30);
    expect(segmentsIn(place.path).length).toBeGreaterThan(2);
    expect(segmentsIn(place.path).length).toBeLessThan(8);
  });

  it("has little to read for who starts, however much of it is over", () => {
    const journal = open({ durable: false });
    journal.append(guardStart("s", "open"));
    journal.append(guardClaim("s", "open", "t1"));
    const queue = createInstructionQueue({ clock: createSimulatedClock(1_000), journal });
    for (let n = 1; n <= 300; n += 1) {
      const id = queue.queueInstructionWithAck(`${n} ${"x".repeat(15_000)}`);
      queue.dispatch();
      queue.acknowledgeInstruction(id);
    }
    expect([...open().read()].length).toBeLessThan(300);
    const guard = createTodoGuard({ clock: createSimulatedClock(10), journal: open() });
    guard.recover();
    expect(guard.list()).toMatchObject([{ todo: "open", attempt: 1 }]);
    const begun = [...open().history()].filter(({ event }) => event === "readback.start");
    expect(begun).toHaveLength(301);
  });

  it("is compacted for its age only when it is old and has anything to forget", () => {
    const isOld = { olderThan: 60_000 };
    const journal = open();
    journal.compact(isOld);
    journal.append(entry(Date.now() - 30_000));
    journal.compact(isOld);
    expect(segmentsIn(place.path)).toEqual(["000001.jsonl"]);
    journal.compact({ olderThan: 10_000 });
    expect(segmentsIn(place.path)).toEqual(["000001.jsonl", "000002.jsonl"]);
    // The new file began just now, whatever the times of what it holds.
    journal.append(entry(1));
    journal.compact({ olderThan: 10_000 });
    expect(segmentsIn(place.path)).toHaveLength(2);
    const other = open();
    other.compact({ olderThan: -1 });
    expect(segmentsIn(place.path)).toHaveLength(3);
    other.compact({ olderThan: -1 });
    expect(segmentsIn(place.path)).toHaveLength(3);
    journal.append(entry(2));
    expect(timesOf(open().read()).slice(1)).toEqual([1, 2]);
  });

  it("still tells when each instance last moved, however often it is compacted", () => {
    const journal = open();
    journal.append(guardStart("s", "a", 100));
    journal.append(guardClaim("s", "a", "t1", 200));
    for (let n = 0; n < 2; n += 1) {
      journal.compact();
      expect(timesOf(open().read())).toEqual([200]);
    }
  });

  it("gives a todo that an earlier version named today's name, also one that was started twice", () => {
    const journal = open();
    const instance = sha256Hex(JSON.stringify(["s", "Write tests"]));
    const start = { ...guardStart("s", "Write tests", 100), instance };
    for (const written of [start, start]) journal.append(written);
    journal.append({ ...guardClaim("s", "Write tests", "t1", 200), instance });
    for (let n = 0; n < 2; n += 1) {
      journal.compact();
      const entries = [...open().read()];
      expect(entries).toMatchObject([{ time: 200, attempt: 1, event: "readback.checkpoint" }]);
      expect(entries[0]?.instance).toBe(guardInstance("s", "write tests"));
    }
  });

  it("loses its past by age or by size, oldest first, and never the file in use", () => {
    const journal = open();
    for (let n = 1; n <= 4; n += 1) {
      journal.append(entry(n));
      journal.compact();
    }
    utimesSync(segmentOf(place.path, 1), 1, 1);
    expect(journal.prune({ maxAge: 60_000 })).toBe(1);
    expect(journal.prune({ maxBytes: 1_000_000 })).toBe(0);
    expect(journal.prune({ maxBytes: statSync(segmentOf(place.path, 4)).size })).toBe(2);
    expect(segmentsIn(place.path)).toEqual(["000004.jsonl", "000005.jsonl"]);
    expect(journal.prune({ maxBytes: 0, maxAge: 0 })).toBe(1);
    expect(segmentsIn(place.path)).toEqual(["000005.jsonl"]);
    expect(timesOf(journal.read())).toEqual([1, 2, 3, 4]);
  });
});

describe("a process that sleeps while others compact and prune", () => {
  it("goes on when it missed nothing, though its file is deleted", () => {
    const sleeper = open();
    const other = open();
    sleeper.append(entry(1));
    other.append(entry(2));
    other.compact();
    expect(other.prune({ maxBytes: 0 })).toBe(1);
    other.append(entry(3));
    expect(timesOf(sleeper.append(entry(4)))).toEqual([2, 3]);
    expect(timesOf(open().read())).toEqual([1, 2, 3, 4]);
  });

  it("is told when it did: it must read anew, for what it knows may be wrong", () => {
    const sleeper = open();
    const other = open();
    sleeper.append(entry(1));
    for (let n = 2; n <= 4; n += 1) {
      other.append(entry(n));
      other.compact();
    }
    other.prune({ maxBytes: 0 });
    expect(() => sleeper.append(entry(5))).toThrow(expect.objectContaining({ code: "behind" }));
    expect(() => sleeper.catchUp()).toThrow(/read it again from the start/);
    expect(timesOf(sleeper.read())).toEqual([1, 2, 3, 4]);
    sleeper.append(entry(6));
    expect(timesOf(other.catchUp())).toEqual([6]);
  });

  it("cannot bring a pruned file back to life and write where nobody looks", () => {
    const slow = open();
    const other = open();
    slow.append(entry(1));
    other.append(entry(2));
    other.compact();
    const second = segmentOf(place.path, 2);
    const hidden = join(place.parent, "hidden");
    // The slow one had read the first file and was about to link the second one, which others made,
    // used and pruned meanwhile.
    other.append(entry(3));
    renameSync(segmentOf(place.path, 1), hidden);
    other.compact();
    rmSync(second);
    renameSync(hidden, segmentOf(place.path, 1));
    expect(() => slow.append(entry(4))).toThrow(expect.objectContaining({ code: "behind" }));
    expect(existsSync(second)).toBe(true);
    expect(timesOf(slow.read())).toEqual([1, 2, 3]);
    slow.append(entry(5));
    expect(timesOf(open().read())).toEqual([1, 2, 3, 5]);
  });
});

describe("a process that reads only some instances", () => {
  it("finds them in a journal of many chunks, whatever lies on the borders", () => {
    const journal = open();
    const wanted: number[] = [];
    for (let n = 1; n <= 1_500; n += 1) {
      // Lines of all lengths, one of them longer than several chunks.
      const detail = "x".repeat(n === 700 ? 900_000 : (n * 37) % 2_000);
      const isWanted = n % 97 === 0 || n === 700 || n === 701;
      if (isWanted) wanted.push(n);
      journal.append(entry(n, { instance: isWanted ? "gewünscht" : `i${n}`, payload: { detail } }));
    }
    const some = open({ instances: ["gewünscht"] });
    expect(timesOf(some.read())).toEqual(wanted);
    journal.append(entry(2_000, { instance: "gewünscht" }));
    journal.append(entry(2_001));
    expect(timesOf(some.catchUp())).toEqual([2_000]);
  });

  it("sees these, whatever is in their names, and the end of a segment", () => {
    const names = ['quote " \\ backslash', "line\nbreak", "ü😀", "\ud800 alone", "plain"];
    const all = open();
    for (const [n, instance] of names.entries()) all.append(entry(n, { instance }));
    const some = open({ instances: names });
    expect(timesOf(some.read())).toEqual([0, 1, 2, 3, 4]);
    all.append(entry(5, { instance: "another" }));
    all.append(entry(6, { instance: names[0] as string }));
    all.compact();
    all.append(entry(7, { instance: names[1] as string }));
    all.append(entry(8, { instance: "another" }));
    expect(timesOf(some.append(entry(9, { instance: "plain" })))).toEqual([6, 7]);
  });

  it("sees what it writes itself, and from then on what others write there", () => {
    const all = open();
    const some = open({ instances: ["one"] });
    expect(timesOf(some.append(entry(1, { instance: "another" })))).toEqual([]);
    all.append(entry(2, { instance: "another" }));
    expect(timesOf(some.catchUp())).toEqual([2]);
    expect(timesOf(some.read())).toEqual([1, 2]);
  });

  it("reads everything when there are many of them", () => {
    const instances = Array.from({ length: 5_000 }, (_, n) => `instance ${n}`);
    const all = open();
    all.append(entry(1, { instance: "instance 77" }));
    expect(timesOf(open({ instances }).read())).toEqual([1]);
  });
});
