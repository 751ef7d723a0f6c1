import { execFile, spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { adoptJournal } from "../src/adopt.js";
import { createFileJournal } from "../src/create-file-journal.js";
import { userKey } from "../src/user-key.js";
import {
  entry,
  scribble,
  segmentOf,
  textIn,
  timesOf,
  useJournalFolder,
} from "./support/journal-folder.js";

const APPEND = fileURLToPath(new URL("./support/append-once.mjs", import.meta.url));
const place = useJournalFolder();
const onProblem = vi.fn();
beforeEach(() => onProblem.mockClear());

/** What a process of this user believes of a folder. */
function believed(folder: string) {
  const journal = createFileJournal({ folder, onProblem });
  const times = timesOf(journal.read());
  journal.close();
  return times;
}

function write(folder: string, ...times: readonly number[]): void {
  const journal = createFileJournal({ folder, onProblem });
  for (const time of times) journal.append(entry(time));
  journal.close();
}

/** Another user, or another machine: somebody with another key. */
function asSomebodyElse(run: () => void): void {
  const theirs = mkdtempSync(join(tmpdir(), "readback-theirs-"));
  vi.stubEnv("XDG_STATE_HOME", theirs);
  try {
    run();
  } finally {
    vi.unstubAllEnvs();
    rmSync(theirs, { recursive: true });
  }
}

describe("a journal that came with a project", () => {
  it("of version 0.1 or written by hand is not believed, kept as it is, and told", () => {
    mkdirSync(place.path, { mode: 0o700 });
    const forged = `\n${JSON.stringify({ w: "x.1", ...entry(7) })}\n`;
    writeFileSync(segmentOf(place.path), forged, { mode: 0o600 });
    expect(believed(place.path)).toEqual([]);
    expect(onProblem).toHaveBeenCalledWith(expect.objectContaining({ code: "unproven" }));
    expect(onProblem.mock.calls[0]?.[0].message).toContain("readback adopt");
    write(place.path, 1);
    expect(believed(place.path)).toEqual([1]);
    expect(textIn(place.path)).toBe(forged);
  });

  it("with many files is told in one line that a person can read", () => {
    mkdirSync(place.path, { mode: 0o700 });
    for (let number = 1; number <= 40; number += 1)
      writeFileSync(segmentOf(place.path, number), "");
    expect(believed(place.path)).toEqual([]);
    const message: string = onProblem.mock.calls[0]?.[0].message;
    expect(message).toContain("000001.jsonl, 000002.jsonl, 000003.jsonl and 37 more may have come");
    expect(message).not.toContain("000004.jsonl");
  });

  it("that somebody else's Readback wrote is not believed", () => {
    asSomebodyElse(() => write(place.path, 7));
    expect(believed(place.path)).toEqual([]);
  });

  it("that was copied from another folder of this user is not believed", () => {
    const other = join(place.parent, "other");
    write(other, 7);
    cpSync(other, place.path, { recursive: true });
    expect(believed(place.path)).toEqual([]);
    // Nor is a project that was moved, until its owner says so.
    renameSync(other, `${other}-moved`);
    expect(believed(`${other}-moved`)).toEqual([]);
    adoptJournal(`${other}-moved`);
    expect(believed(`${other}-moved`)).toEqual([7]);
  });

  it("with an old segment under a new number is not believed", () => {
    write(place.path, 1, 2);
    cpSync(segmentOf(place.path), segmentOf(place.path, 2));
    expect(believed(place.path)).toEqual([1, 2]);
    write(place.path, 3);
    expect(believed(place.path)).toEqual([1, 2, 3]);
  });

  it("cannot bring single records into a journal of this user", () => {
    write(place.path, 1);
    const other = join(place.parent, "other");
    write(other, 7);
    scribble(place.path, textIn(other).split("\n").filter(Boolean).slice(1).join("\n"));
    scribble(place.path, `\n${JSON.stringify({ w: "x.1", ...entry(8) })}\n`);
    const [head, record] = textIn(place.path).split("\n").filter(Boolean) as [string, string];
    scribble(place.path, `\n${record.replace('"time":1', '"time":9')}\n\n${head}\n`);
    expect(believed(place.path)).toEqual([1]);
  });

  it("behind a symbolic link within .readback is refused", () => {
    const elsewhere = join(place.parent, "elsewhere");
    mkdirSync(join(elsewhere, "1"), { recursive: true });
    mkdirSync(join(place.parent, ".readback"));
    symlinkSync(elsewhere, join(place.parent, ".readback", "mcp"));
    expect(() => believed(join(place.parent, ".readback", "mcp", "1", "journal"))).toThrow(
      /\.readback\/mcp: is a symbolic link/,
    );
    expect(existsSync(join(elsewhere, "1", "journal"))).toBe(false);
  });
});

describe("the user's key", () => {
  let state: string;
  beforeEach(() => {
    state = mkdtempSync(join(tmpdir(), "readback-state-"));
    vi.stubEnv("XDG_STATE_HOME", state);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(state, { recursive: true });
  });
  const file = () => join(state, "readback", "key");

  it("is made once, for this user only", () => {
    expect(userKey()).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(state, "readback")).mode & 0o777).toBe(0o700);
    expect(readFileSync(file(), "utf8")).toBe(userKey());
  });

  it.each([
    ["others can read", () => chmodSync(file(), 0o644)],
    ["was damaged", () => writeFileSync(file(), "short")],
    ["is in a folder others can write", () => chmodSync(join(state, "readback"), 0o777)],
    [
      "is a symbolic link",
      () => {
        renameSync(file(), `${file()}.real`);
        symlinkSync(`${file()}.real`, file());
      },
    ],
  ])("that %s is refused, by name", (_, spoil) => {
    mkdirSync(join(state, "readback"), { mode: 0o700 });
    writeFileSync(file(), "0".repeat(64), { mode: 0o600 });
    spoil();
    expect(() => createFileJournal({ folder: place.path })).toThrow(/readback(\/key)?: /);
  });

  it("is one, however many processes need it first", async () => {
    const run = promisify(execFile);
    const times = Array.from({ length: 8 }, (_, n) => n + 1);
    await Promise.all(times.map((n) => run(process.execPath, [APPEND, place.path, String(n)])));
    expect([...believed(place.path)].sort()).toEqual(times);
    expect(onProblem).not.toHaveBeenCalled();
  });

  it.skipIf(process.getuid?.() !== 0)("has a spare place where a home cannot be written", () => {
    // Needs root, to be another user.
    const open = mkdtempSync(join(tmpdir(), "readback-spare-"));
    chmodSync(open, 0o777);
    chmodSync(state, 0o755);
    const asNobody = () =>
      spawnSync(process.execPath, [APPEND, join(open, "journal"), "1"], {
        ...{ uid: 65_534, gid: 65_534, encoding: "utf8" as const },
        env: { XDG_STATE_HOME: state, TMPDIR: open },
      });
    expect(asNobody()).toMatchObject({ stderr: "", stdout: "1\n" });
    expect(asNobody()).toMatchObject({ stderr: "", stdout: "2\n" });
    expect(statSync(join(open, "readback-65534", "key")).uid).toBe(65_534);
    // Somebody else may have been there first.
    rmSync(join(open, "readback-65534"), { recursive: true });
    mkdirSync(join(open, "readback-65534"));
    expect(asNobody().stderr).toMatch(/readback-65534: cannot be used, because it is not a folder/);
    rmSync(open, { recursive: true });
  });
});
