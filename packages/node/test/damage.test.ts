import { randomFillSync } from "node:crypto";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { fc, test } from "@fast-check/vitest";
import { createSimulatedClock, createTodoGuard } from "@readback/core";
import { describe, expect, it } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import {
  entry,
  guardClaim,
  guardStart,
  proven,
  scribble,
  segmentOf,
  textIn,
  timesOf,
  useJournalFolder,
} from "./support/journal-folder.js";
import { runs } from "./support/runs.js";

const place = useJournalFolder();

const lineOf = (n: number, more: object = {}) => JSON.stringify({ w: "x.1", ...entry(n), ...more });

/** The same, as it stands in the journal. */
const provenLine = (...of: Parameters<typeof lineOf>) => proven(place.path, lineOf(...of));

/** A journal with the entries 1 and 2, `damage` between them, and what a fresh reader makes of it. */
function readAround(damage: string | Uint8Array | (() => string)) {
  const folder = place.path;
  const before = createFileJournal({ folder, compactAt: Number.POSITIVE_INFINITY });
  before.append(entry(1));
  scribble(folder, typeof damage === "function" ? damage() : damage);
  before.append(entry(2));
  before.close();
  const lines: string[] = [];
  const journal = createFileJournal({ folder, onCorrupt: (line) => lines.push(line) });
  const times = timesOf(journal.read());
  const { entries, corrupt, newer } = journal.report();
  journal.close();
  return { times, entries, corrupt, newer, lines };
}

describe("damage in a journal costs the damaged records, and nothing else", () => {
  it.each([
    ["garbage", "garbage\n", 1],
    ["garbage on several lines", "a\nb\n\nc\n", 3],
    ["half a record without its end", lineOf(9).slice(0, 40), 1],
    ["JSON that is not an object", "[1]\n7\nnull\n", 3],
    ["an object that is no entry", '{"v":1}\n{"v":"1"}\n{}\n', 3],
    ["an entry with a field of another type", `${lineOf(9, { time: "now" })}\n`, 1],
    ["an entry at no time", `${lineOf(9).replace('"time":9', '"time":1e999')}\n`, 1],
    ["an entry whose payload is no object", `${lineOf(9, { payload: 5 })}\n`, 1],
    ["two records on one line", `${lineOf(8)}${lineOf(9)}\n`, 1],
    ["zeros, as a file system leaves them after a power cut", new Uint8Array(5_000), 1],
    ["a byte order mark before a record", `\ufeff${lineOf(9)}\n`, 1],
  ])("%s", (_, damage, corrupt) => {
    const seen = readAround(damage);
    expect(seen.times).toEqual([1, 2]);
    expect(seen.corrupt).toBe(corrupt);
    expect(seen.lines).toHaveLength(corrupt);
  });

  it("half a record, then a whole one", () => {
    const damage = () => `\n${provenLine(9).slice(0, 40)}\n${provenLine(3)}\n`;
    expect(readAround(damage)).toMatchObject({ times: [1, 3, 2], corrupt: 1 });
  });

  it("a text that is not UTF-8 is not taken for the text it resembles", () => {
    const [start, end] = lineOf(9, { to: "STATE" }).split("STATE") as [string, string];
    const bytes = Buffer.concat([Buffer.from(start), Buffer.from([0xc3, 0x28]), Buffer.from(end)]);
    const seen = readAround(Buffer.concat([bytes, Buffer.from("\n")]));
    expect(seen).toMatchObject({ times: [1, 2], corrupt: 1 });
  });

  it("a replacement character that was written as such is a text like any other", () => {
    expect(readAround(() => `${provenLine(3, { to: "\ufffd" })}\n`)).toMatchObject({
      times: [1, 3, 2],
      corrupt: 0,
    });
  });

  it("keys that mean something to JavaScript are data", () => {
    const line = lineOf(3).replace("{", '{"__proto__":{"polluted":true},"constructor":1,');
    const payload = '"payload":{"__proto__":{"polluted":true}},"to"';
    const seen = readAround(() => `${proven(place.path, line.replace('"to"', payload))}\n`);
    expect(seen).toMatchObject({ times: [1, 3, 2], corrupt: 0 });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it("a very long line is read when it is a record, and skipped when it is not", () => {
    const long = () => provenLine(3, { payload: { text: "x".repeat(6_000_000) } });
    expect(readAround(() => `${"z".repeat(7_000_000)}\n${long()}\n`)).toMatchObject({
      times: [1, 3, 2],
      corrupt: 1,
    });
  });

  it("a line too long to be a record is not held in memory", () => {
    const seen = readAround(Buffer.alloc(70 * 2 ** 20, "y"));
    expect(seen).toMatchObject({ times: [1, 2], corrupt: 1 });
    expect(seen.lines[0]?.length).toBeLessThan(10 * 2 ** 20);
  });

  test.prop([fc.uint8Array({ maxLength: 300 }), fc.nat(400)], { numRuns: runs(60) })(
    "whatever bytes stand between two records, both are read",
    (bytes, cut) => {
      writeFileSync(`${place.parent}/note`, "");
      const folder = `${place.parent}/${Math.random().toString(36).slice(2)}`;
      const journal = createFileJournal({ folder, durable: false });
      journal.append(entry(1));
      scribble(folder, bytes);
      scribble(folder, lineOf(9).slice(0, cut));
      journal.append(entry(2));
      journal.close();
      const after = createFileJournal({ folder });
      const times = timesOf(after.read()).filter((time) => time !== 9);
      after.close();
      expect(times).toEqual([1, 2]);
    },
  );

  it("random binary garbage, a megabyte of it", () => {
    const seen = readAround(randomFillSync(Buffer.alloc(2 ** 20)));
    expect(seen.times).toEqual([1, 2]);
    expect(seen.corrupt).toBeGreaterThan(1_000);
  });

  it("is never written over: it stays in the file, also through compaction", () => {
    readAround("garbage that a person may want to look at\n");
    const journal = createFileJournal({ folder: place.path });
    journal.compact();
    journal.append(entry(3));
    expect(textIn(place.path, 1)).toContain("garbage that a person may want to look at");
    expect(timesOf(journal.read())).toEqual([1, 2, 3]);
    expect(journal.report().corrupt).toBe(0);
    journal.close();
  });

  it("a listener for corrupt lines that throws does no harm", () => {
    const folder = place.path;
    createFileJournal({ folder }).append(entry(1));
    scribble(folder, "garbage\n");
    const journal = createFileJournal({
      folder,
      onCorrupt() {
        throw new Error("not ours");
      },
    });
    const silenced = silence();
    expect(journal.append(entry(2))).toHaveLength(1);
    expect(silenced()).toHaveLength(1);
  });
});

function silence(): () => unknown[] {
  const { error } = console;
  const said: unknown[] = [];
  console.error = (...what: unknown[]) => said.push(what);
  return () => {
    console.error = error;
    return said;
  };
}

describe("a torn last record", () => {
  it("does not count, and the next process writes on", () => {
    const folder = place.path;
    const one = createFileJournal({ folder });
    one.append(entry(1));
    one.append(entry(2));
    one.close();
    const whole = readFileSync(segmentOf(folder));
    for (let cut = 1; cut < 60; cut += 7) {
      writeFileSync(segmentOf(folder), whole.subarray(0, whole.length - 1 - cut));
      const journal = createFileJournal({ folder });
      expect(timesOf(journal.read())).toEqual([1]);
      journal.append(entry(3));
      journal.close();
      const after = createFileJournal({ folder });
      expect(timesOf(after.read())).toEqual([1, 3]);
      expect(after.report().corrupt).toBe(1);
      after.close();
    }
  });

  it("that lacks only its line break counts once the next one follows", () => {
    const folder = place.path;
    const one = createFileJournal({ folder });
    one.append(entry(1));
    const whole = readFileSync(segmentOf(folder));
    truncateSync(segmentOf(folder), whole.length - 1);
    const two = createFileJournal({ folder });
    expect(timesOf(two.append(entry(2)))).toEqual([1]);
  });
});

describe("a file that was shortened", () => {
  it("before it was opened is read as it is", () => {
    const folder = place.path;
    const one = createFileJournal({ folder });
    for (let n = 1; n <= 3; n += 1) one.append(entry(n));
    one.close();
    const text = textIn(folder);
    truncateSync(segmentOf(folder), text.indexOf('"time":3'));
    const journal = createFileJournal({ folder });
    expect(timesOf(journal.read())).toEqual([1, 2]);
  });

  it("while open is refused until it is read anew", () => {
    const folder = place.path;
    const journal = createFileJournal({ folder });
    for (let n = 1; n <= 3; n += 1) journal.append(entry(n));
    truncateSync(segmentOf(folder), textIn(folder).indexOf('"time":2') - 20);
    expect(() => journal.catchUp()).toThrow(expect.objectContaining({ code: "truncated" }));
    expect(() => journal.append(entry(4))).toThrow(
      /shortened from outside: read it again from the start/,
    );
    expect(timesOf(journal.read())).toEqual([1]);
    journal.append(entry(5));
    expect(timesOf(journal.read())).toEqual([1, 5]);
  });
});

describe("an entry its machine cannot take", () => {
  const bad = [
    { ...guardStart("s", "no input"), payload: {} },
    { ...guardStart("s", "null input"), payload: { input: null } },
    { ...guardStart("s", "no checkpoint"), event: "readback.checkpoint", payload: undefined },
    { ...guardStart("s", "odd state"), event: "readback.checkpoint", payload: { value: "mars" } },
    { ...guardClaim("s", "nobody's", "t"), event: "xstate.after.1.x" },
    { ...guardClaim("s", "nobody's", "t"), event: "*" },
    { ...guardClaim("s", "nobody's", "t"), event: "" },
  ];

  it("is passed over by the guard, and by compaction", async () => {
    const folder = place.path;
    const journal = createFileJournal({ folder });
    journal.append(guardStart("s", "good"));
    for (const one of bad) journal.append(JSON.parse(JSON.stringify(one)));
    journal.append(guardClaim("s", "good", "t1"));
    const views = () => {
      const guard = createTodoGuard({
        clock: createSimulatedClock(10),
        journal: createFileJournal({ folder }),
      });
      guard.recover();
      const list = guard.list();
      guard.dispose();
      return list;
    };
    expect(views()).toMatchObject([{ todo: "good", attempt: 1 }]);
    journal.compact();
    expect(views()).toMatchObject([{ todo: "good", attempt: 1 }]);
    // Guards that could not be begun are kept as they are, for a version that can.
    for (const todo of ["no input", "null input", "no checkpoint", "odd state"]) {
      expect(textIn(folder, 2)).toContain(guardStart("s", todo).instance);
    }
  });
});
