import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import { entry, segmentOf, timesOf, useJournalFolder } from "./support/journal-folder.js";

const place = useJournalFolder();
const code = (one: string) => expect.objectContaining({ code: one });
const isRoot = process.getuid?.() === 0;

const mounted: string[] = [];
const mount = (...args: readonly string[]) =>
  execFileSync("mount", [...args, place.parent], { stdio: "ignore" });

function canMount(): boolean {
  if (!isRoot) return false;
  try {
    execFileSync("unshare", ["-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

afterEach(() => {
  for (const path of mounted.splice(0)) execFileSync("umount", ["-l", path]);
});

describe.skipIf(!canMount())("on a real file system of 64 KiB", () => {
  function tiny(): void {
    mount("-t", "tmpfs", "-o", "size=64k", "tmpfs");
    mounted.push(place.parent);
  }
  const large = (n: number) => entry(n, { payload: { text: "x".repeat(3_000) } });

  it("a full disk is an error, and everything that was kept is there", () => {
    tiny();
    const journal = createFileJournal({ folder: place.path });
    const kept: number[] = [];
    expect(() => {
      for (let n = 1; n < 100; n += 1) {
        journal.append(large(n));
        kept.push(n);
      }
    }).toThrow(code("disk_full"));
    expect(kept.length).toBeGreaterThan(5);
    writeFileSync(join(place.parent, "rest"), "");
    const again = createFileJournal({ folder: place.path });
    expect(timesOf(again.read())).toEqual(kept);
    expect(again.report().corrupt).toBeLessThanOrEqual(1);
    journal.close();
    again.close();
  });

  it("in memory mode everything is written once there is space", () => {
    tiny();
    const ballast = join(place.parent, "ballast");
    writeFileSync(ballast, Buffer.alloc(32_000));
    const onProblem = vi.fn();
    const journal = createFileJournal({ folder: place.path, onFailure: "memory", onProblem });
    for (let n = 1; n <= 12; n += 1) journal.append(large(n));
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(code("disk_full"));
    expect(journal.report().waiting).toBeGreaterThan(0);
    rmSync(ballast);
    journal.sync();
    journal.close();
    const again = createFileJournal({ folder: place.path });
    expect(timesOf(again.read())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    again.close();
  });

  it("a file system that is read-only is an error of its own", () => {
    tiny();
    const before = createFileJournal({ folder: place.path });
    before.append(entry(1));
    before.close();
    mount("-o", "remount,ro");
    const journal = createFileJournal({ folder: place.path });
    expect(() => journal.append(entry(2))).toThrow(code("read_only"));
    expect(() => createFileJournal({ folder: join(place.parent, "other") })).toThrow(
      /read-only: choose another folder/,
    );
    mount("-o", "remount,rw");
    expect(timesOf(journal.append(entry(3)))).toEqual([1]);
    journal.close();
  });
});

describe.skipIf(!isRoot)("for a user without permission", () => {
  /** Nobody's rights: root may do everything. */
  function asNobody(run: () => void): void {
    process.seteuid?.(65_534);
    try {
      run();
    } finally {
      process.seteuid?.(0);
    }
  }

  it("a folder that may not be entered, or made, is an error that names it", () => {
    createFileJournal({ folder: place.path }).append(entry(1));
    chmodSync(place.parent, 0o755);
    asNobody(() => {
      expect(() => createFileJournal({ folder: place.path }).append(entry(2))).toThrow(
        `Journal ${place.path}: permission denied: check who owns it and its mode`,
      );
      const other = join(place.parent, "other");
      expect(() => createFileJournal({ folder: other })).toThrow(code("no_permission"));
    });
  });

  it("memory mode takes over, and writes when the permission comes back", () => {
    chmodSync(place.parent, 0o755);
    const onProblem = vi.fn();
    let journal: ReturnType<typeof createFileJournal> | undefined;
    asNobody(() => {
      journal = createFileJournal({ folder: place.path, onFailure: "memory", onProblem });
      journal.append(entry(1));
      journal.append(entry(2));
    });
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(code("no_permission"));
    journal?.append(entry(3));
    journal?.close();
    expect(timesOf(createFileJournal({ folder: place.path }).read())).toEqual([1, 2, 3]);
  });
});

describe("what a journal makes is for its user only", () => {
  it.each(["000", "022", "077"])("with umask %s", (mask) => {
    const before = process.umask(mask);
    try {
      const folder = join(place.path, "a", "journal");
      const journal = createFileJournal({ folder });
      journal.append(entry(1));
      journal.compact();
      journal.append(entry(2));
      for (const path of [place.path, join(place.path, "a"), folder]) {
        expect(statSync(path).mode & 0o777).toBe(0o700);
      }
      for (const number of [1, 2]) {
        expect(statSync(segmentOf(folder, number)).mode & 0o777).toBe(0o600);
      }
      journal.close();
    } finally {
      process.umask(before);
    }
  });

  it("a folder that is there already stays as it is", () => {
    mkdirSync(place.path, { mode: 0o755 });
    createFileJournal({ folder: place.path }).append(entry(1));
    expect(statSync(segmentOf(place.path)).mode & 0o777).toBe(0o600);
  });
});
