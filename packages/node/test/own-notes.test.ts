import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withLock } from "../src/file-lock.js";
import { ownNotes } from "../src/own-notes.js";
import { writePrivateFile } from "../src/private-files.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-notes-"));
  path = join(folder, "note");
});
afterEach(() => rmSync(folder, { recursive: true }));

const living = { self: "self", isGone: (name: string) => name === "a dead one" };

/** What somebody may put where a file of ours belongs, and who would be hurt if it were followed. */
const PLANTED: readonly (readonly [string, () => void])[] = [
  ["a link to a file", () => symlinkSync(join(folder, "precious"), path)],
  ["a link to nothing", () => symlinkSync(join(folder, "made"), path)],
  ["a link to a device", () => symlinkSync("/dev/zero", path)],
  ["a pipe", () => void execFileSync("mkfifo", [path])],
  ["a folder", () => mkdirSync(join(path, "inside"), { recursive: true })],
  ["the name of a living process", () => writeFileSync(path, "somebody")],
  ["a proof that somebody made up", () => writeFileSync(path, `somebody\n${"0".repeat(32)}`)],
];

describe.skipIf(process.platform === "win32")("in place of a file of ours", () => {
  beforeEach(() => writeFileSync(join(folder, "precious"), "precious"));
  afterEach(() => {
    expect(readFileSync(join(folder, "precious"), "utf8")).toBe("precious");
    expect(readdirSync(folder).filter((name) => !["note", "precious"].includes(name))).toEqual([]);
  });

  it.each(PLANTED)("%s is no lock", (_, plant) => {
    plant();
    const run = vi.fn(() => expect(ownNotes(folder).read("note")).toBe("self"));
    withLock(path, living, run);
    expect(run).toHaveBeenCalledOnce();
    expect(readdirSync(folder)).toEqual(["precious"]);
  });

  it.each(PLANTED)("%s is no note", (_, plant) => {
    plant();
    const notes = ownNotes(folder);
    expect(notes.read("note")).toBeUndefined();
    expect(notes.names("no")).toEqual([]);
    expect(notes.writeFirst("note", "first")).toBe(true);
    expect(notes.writeFirst("note", "second")).toBe(false);
    expect(notes.read("note")).toBe("first");
  });

  it.each(PLANTED.filter(([what]) => what !== "a folder"))("%s is replaced", (_, plant) => {
    plant();
    ownNotes(folder).write("note", "text");
    expect(ownNotes(folder).read("note")).toBe("text");
    rmSync(path);
    plant();
    writePrivateFile(path, "a text for a person");
    expect(readFileSync(path, "utf8")).toBe("a text for a person");
  });
});

describe("a note", () => {
  it("counts under its own name, in its own folder and for its own user only", () => {
    const notes = ownNotes(folder);
    notes.write("note", "text");
    const other = join(folder, "other");
    mkdirSync(other);
    for (const copy of [join(folder, "copy"), join(other, "note")]) {
      writeFileSync(copy, readFileSync(path), { mode: 0o600 });
    }
    expect(notes.read("copy")).toBeUndefined();
    expect(ownNotes(other).read("note")).toBeUndefined();
    vi.stubEnv("XDG_STATE_HOME", join(folder, "state-of-another"));
    expect(ownNotes(folder).read("note")).toBeUndefined();
    vi.unstubAllEnvs();
    expect(ownNotes(folder).read("note")).toBe("text");
  });
});

describe("a lock", () => {
  it("of a process that has ended is taken over", () => {
    ownNotes(folder).write("note", "a dead one");
    const run = vi.fn();
    withLock(path, living, run);
    expect(run).toHaveBeenCalledOnce();
  });

  it("of a living process is left to it", () => {
    const wait = vi.spyOn(Atomics, "wait").mockReturnValue("timed-out");
    ownNotes(folder).write("note", "a living one");
    expect(() => withLock(path, living, () => {})).toThrow("is held by another process");
    expect(ownNotes(folder).read("note")).toBe("a living one");
    wait.mockRestore();
  });
});
