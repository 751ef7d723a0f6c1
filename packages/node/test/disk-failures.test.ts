import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import { stateFolder } from "../src/state-folder.js";
import { disk, type Fault, listener, mendDisk } from "./support/faulty-disk.js";
import {
  entry,
  scribble,
  segmentOf,
  segmentsIn,
  textIn,
  timesOf,
  useJournalFolder,
} from "./support/journal-folder.js";
import { runs } from "./support/runs.js";

vi.mock("node:fs", async (original) => {
  const { faultyFs } = await import("./support/faulty-disk.js");
  return faultyFs(original as () => Promise<typeof import("node:fs")>);
});
afterEach(mendDisk);
const place = useJournalFolder();
const code = (one: string) => expect.objectContaining({ code: one });

const fresh = (folder: string) => {
  const journal = createFileJournal({ folder });
  const entries = timesOf(journal.read());
  journal.close();
  return entries;
};

describe("a disk that fails", () => {
  it("when full: says so, nothing has happened, and the journal goes on once there is space", () => {
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    disk.faults = ["full"];
    expect(() => journal.append(entry(2))).toThrow(code("disk_full"));
    expect(() => journal.append(entry(3))).not.toThrow();
    expect(fresh(place.path)).toEqual([1, 3]);
  });

  it("when full in the middle of a record: the half does not swallow the next one", () => {
    const journal = createFileJournal({ folder: place.path });
    disk.faults = [{ takes: 30 }];
    expect(() => journal.append(entry(1))).toThrow(/the disk is full: free some space/);
    mendDisk();
    expect(journal.append(entry(2))).toEqual([]);
    expect(fresh(place.path)).toEqual([2]);
    expect(journal.report()).toMatchObject({ entries: 1, corrupt: 1 });
  });

  it("when it cannot say whether an entry is safe: the writer learns of it as it would of another's", () => {
    const journal = createFileJournal({ folder: place.path });
    disk.faults = ["unsafe"];
    expect(() => journal.append(entry(1))).toThrow(code("io"));
    expect(timesOf(journal.append(entry(2)))).toEqual([1]);
    expect(fresh(place.path)).toEqual([1, 2]);
  });

  it("gives others' entries out all the same, once", () => {
    const one = createFileJournal({ folder: place.path });
    const two = createFileJournal({ folder: place.path });
    two.append(entry(1));
    disk.faults = ["full"];
    expect(() => one.append(entry(2))).toThrow(code("disk_full"));
    two.append(entry(3));
    expect(timesOf(one.append(entry(4)))).toEqual([1, 3]);
    expect(one.catchUp()).toEqual([]);
  });

  it("while compacting: what was written stays written, and the next segment comes later", () => {
    const onProblem = listener();
    const before = createFileJournal({ folder: place.path });
    for (let n = 1; n <= 3; n += 1) before.append(entry(n));
    before.close();
    const compactAt = textIn(place.path).length + 1;
    const journal = createFileJournal({ folder: place.path, compactAt, onProblem });
    journal.read();
    disk.faults = ["works", "full"];
    expect(journal.append(entry(4))).toEqual([]);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(code("disk_full"));
    for (let n = 5; n <= 9; n += 1) journal.append(entry(n));
    expect(segmentsIn(place.path).length).toBeGreaterThan(1);
    expect(fresh(place.path)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("after the seal: nobody writes behind it, and whoever comes next builds what follows", () => {
    const folder = place.path;
    const one = createFileJournal({ folder });
    const two = createFileJournal({ folder });
    one.append(entry(1));
    expect(timesOf(two.append(entry(2)))).toEqual([1]);
    // The next segment cannot be put in place.
    disk.linksLeft = 1;
    expect(() => one.compact()).toThrow(/permission denied/);
    expect(() => one.append(entry(3))).toThrow(/permission denied/);
    expect(() => two.append(entry(4))).toThrow(/permission denied/);
    mendDisk();
    expect(timesOf(two.append(entry(5)))).toEqual([]);
    expect(timesOf(one.append(entry(6)))).toEqual([2, 5]);
    expect(fresh(folder)).toEqual([1, 2, 5, 6]);
  });

  it("a name that is taken by something strange is passed over", () => {
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    mkdirSync(join(place.path, "000002.jsonl"));
    writeFileSync(join(place.path, "000003.jsonl"), '{"v":1}\n');
    journal.compact();
    journal.append(entry(2));
    expect(journal.unproven().map((path) => path.slice(-12))).toEqual([
      "000002.jsonl",
      "000003.jsonl",
    ]);
    expect(segmentsIn(place.path)).toContain("000004.jsonl");
    expect(fresh(place.path)).toEqual([1, 2]);
  });

  it("without hard links: is not sealed, for nothing could follow", () => {
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    disk.hasNoLinks = true;
    expect(() => journal.compact()).toThrow(code("no_permission"));
    expect(journal.append(entry(2))).toEqual([]);
    expect(segmentsIn(place.path)).toHaveLength(1);
    expect(readdirSync(place.path).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("is not blamed for an entry that is too large", () => {
    const journal = createFileJournal({ folder: place.path });
    const huge = entry(1, { payload: { text: "x".repeat(65 * 2 ** 20) } });
    expect(() => journal.append(huge)).toThrow(/too large: at most 67108864/);
    expect(journal.append(entry(2))).toEqual([]);
  });
});

describe("a journal that is taken away", () => {
  it("whose folder is deleted says so, and is not made again behind anybody's back", () => {
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    rmSync(place.path, { recursive: true });
    expect(() => journal.append(entry(2))).toThrow(code("deleted"));
    expect(() => journal.append(entry(3))).toThrow(/deleted while in use/);
    expect(() => journal.catchUp()).toThrow(code("deleted"));
    expect(() => [...journal.read()]).toThrow(code("deleted"));
    expect(() => readdirSync(place.path)).toThrow();
  });

  it("and put back by somebody else starts anew only when it is read anew", () => {
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    renameSync(place.path, `${place.path}.old`);
    rmSync(`${place.path}.old`, { recursive: true });
    createFileJournal({ folder: place.path }).append(entry(2));
    expect(() => journal.append(entry(3))).toThrow(code("deleted"));
    expect(() => journal.append(entry(4))).toThrow(code("deleted"));
    expect(timesOf(journal.read())).toEqual([2]);
    expect(journal.append(entry(5))).toEqual([]);
    expect(fresh(place.path)).toEqual([2, 5]);
  });

  it("refuses a .readback that leads out of its project, unless it was named", () => {
    const project = place.parent;
    mkdirSync(join(project, "elsewhere"));
    symlinkSync("elsewhere", join(project, ".readback"));
    expect(() => stateFolder(project, undefined)).toThrow(code("symlink"));
    expect(stateFolder(project, "elsewhere")).toBe(join(project, "elsewhere"));
  });

  it("is refused when it is a symbolic link, folder or file", () => {
    mkdirSync(`${place.path}.real`);
    symlinkSync(`${place.path}.real`, place.path);
    expect(() => createFileJournal({ folder: place.path })).toThrow(code("symlink"));
    rmSync(place.path);
    mkdirSync(place.path);
    writeFileSync(join(place.parent, "target"), "");
    symlinkSync(join(place.parent, "target"), segmentOf(place.path));
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    expect(readFileSync(join(place.parent, "target"), "utf8")).toBe("");
    expect(journal.unproven()).toEqual([segmentOf(journal.folder)]);
    expect(segmentsIn(place.path)).toContain("000002.jsonl");
  });

  it("says that it is closed", () => {
    const journal = createFileJournal({ folder: place.path });
    journal.append(entry(1));
    journal.close();
    journal.close();
    expect(() => journal.append(entry(2))).toThrow(code("closed"));
    expect(() => journal.catchUp()).toThrow(/open it again/);
  });
});

describe("with onFailure: memory", () => {
  const open = (onProblem = listener()) => {
    const journal = createFileJournal({ folder: place.path, onFailure: "memory", onProblem });
    return { journal, onProblem };
  };

  it("keeps what cannot be written, says so once, and writes it later, in order", () => {
    const { journal, onProblem } = open();
    journal.append(entry(1));
    disk.always = "full";
    for (let n = 2; n <= 4; n += 1) expect(journal.append(entry(n))).toEqual([]);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(code("disk_full"));
    expect(journal.report().waiting).toBe(3);
    expect(timesOf(journal.read())).toEqual([1, 2, 3, 4]);
    expect(timesOf(journal.history())).toEqual([1, 2, 3, 4]);
    expect(() => journal.sync()).toThrow(code("disk_full"));
    mendDisk();
    journal.append(entry(5));
    expect(journal.report().waiting).toBe(0);
    expect(fresh(place.path)).toEqual([1, 2, 3, 4, 5]);
    disk.always = "full";
    journal.append(entry(6));
    expect(onProblem).toHaveBeenCalledTimes(2);
  });

  it("tries again by itself, and on catchUp, sync and close", async () => {
    for (const attempt of ["catchUp", "sync", "close"] as const) {
      const { journal } = open();
      disk.always = "full";
      journal.append(entry(1));
      mendDisk();
      journal[attempt]();
      expect(fresh(place.path)).toEqual([1]);
      rmSync(place.path, { recursive: true });
    }
    vi.useFakeTimers();
    const { journal } = open();
    disk.always = "full";
    journal.append(entry(2));
    vi.advanceTimersByTime(5_000);
    expect(fresh(place.path)).toEqual([]);
    mendDisk();
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(fresh(place.path)).toEqual([2]);
  });

  it("works from the start without a folder it may use, and says at the end what was lost", () => {
    writeFileSync(place.path, "a file where the folder should be");
    const { journal, onProblem } = open();
    expect(onProblem).toHaveBeenCalledOnce();
    journal.append(entry(1));
    journal.append(entry(2));
    expect(timesOf(journal.read())).toEqual([1, 2]);
    expect(journal.catchUp()).toEqual([]);
    journal.close();
    expect(String(onProblem.mock.lastCall?.[0])).toMatch(/2 entries were never written/);
  });

  it("takes up its folder when it can be made after all", () => {
    writeFileSync(place.path, "");
    const { journal } = open();
    journal.append(entry(1));
    rmSync(place.path);
    journal.append(entry(2));
    expect(fresh(place.path)).toEqual([1, 2]);
  });

  it("does not bring a deleted journal back", () => {
    const { journal, onProblem } = open();
    journal.append(entry(1));
    rmSync(place.path, { recursive: true });
    journal.append(entry(2));
    journal.append(entry(3));
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(code("deleted"));
    expect(() => readdirSync(place.path)).toThrow();
    expect(timesOf(journal.read())).toEqual([2, 3]);
  });

  it("takes no entry that could never be written", () => {
    const { journal } = open();
    const huge = entry(1, { payload: { text: "x".repeat(65 * 2 ** 20) } });
    expect(() => journal.append(huge)).toThrow(code("too_large"));
    disk.always = "full";
    journal.append(entry(2));
    expect(() => journal.append(huge)).toThrow(code("too_large"));
    mendDisk();
    journal.append(entry(3));
    expect(fresh(place.path)).toEqual([2, 3]);
  });

  it("hears of others as soon as the disk works, and they of it", () => {
    const { journal } = open();
    const other = createFileJournal({ folder: place.path });
    disk.faults = ["full", "works", "full"];
    journal.append(entry(1));
    other.append(entry(2));
    const heard = [...journal.append(entry(3)), ...journal.catchUp()];
    expect(timesOf(heard)).toEqual([2]);
    expect(timesOf(other.catchUp())).toEqual([1, 3]);
    expect(fresh(place.path)).toEqual([2, 1, 3]);
  });

  const fault: fc.Arbitrary<Fault> = fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fault>("works") },
    fc.constant<Fault>("full"),
    fc.constant<Fault>("unsafe"),
    fc.nat(200).map((takes) => ({ takes })),
    fc.integer({ min: 1, max: 3 }).map((lacks) => ({ lacks })),
  );
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constant("append" as const) },
    fc.constantFrom("other", "catchUp", "read", "compact", "garbage"),
  );

  test.prop([fc.array(fault, { maxLength: 40 }), fc.array(step, { maxLength: 30 })], {
    numRuns: runs(150),
  })("loses and doubles nothing it took, whatever the disk does", (faults, steps) => {
    const folder = join(place.parent, Math.random().toString(36).slice(2));
    const onProblem = listener();
    const options = { folder, onProblem, onFailure: "memory" } as const;
    const journal = createFileJournal(options);
    const other = createFileJournal({ folder, durable: false });
    const heard: number[] = [];
    const ours: number[] = [];
    const theirs: number[] = [];
    disk.faults = [...faults];
    const withoutFaults = (run: () => void) => {
      const { faults: left, isUnsafe } = disk;
      mendDisk();
      run();
      Object.assign(disk, { faults: left, isUnsafe });
    };
    for (const [n, what] of steps.entries()) {
      if (what === "append") {
        ours.push(n);
        heard.push(...timesOf(journal.append(entry(n))));
      } else if (what === "catchUp") heard.push(...timesOf(journal.catchUp()));
      else if (what === "read") {
        const read = timesOf(journal.read());
        heard.splice(0, heard.length, ...read.filter((time) => theirs.includes(time)));
        expect(read.filter((time) => ours.includes(time))).toEqual(ours);
      } else if (what === "garbage") withoutFaults(() => scribble(folder, "garbage"));
      else if (what === "compact") withoutFaults(() => other.compact());
      else {
        theirs.push(n);
        withoutFaults(() => other.append(entry(n)));
      }
    }
    mendDisk();
    heard.push(...timesOf(journal.catchUp()));
    journal.close();
    other.close();
    const written = fresh(folder);
    expect(written.filter((time) => ours.includes(time))).toEqual(ours);
    expect(written.filter((time) => theirs.includes(time))).toEqual(theirs);
    expect(heard).toEqual(theirs);
  });
});
