import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openPrivateNotes } from "../src/private-notes.js";

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "readback-notes-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  folder = join(root, "notes");
});

const files = () => readdirSync(folder).map((name) => join(folder, name));
const days = (count: number) => new Date(Date.now() - count * 24 * 60 * 60 * 1000);

describe("private notes", () => {
  it("are what was written last, by whichever process, each by its name", () => {
    const one = openPrivateNotes(folder);
    const other = openPrivateNotes(folder);
    expect(one.get("a")).toBeUndefined();
    one.set("a", "first\n\u2028\"'");
    other.set("b", "");
    expect(other.get("a")).toBe("first\n\u2028\"'");
    expect(one.get("b")).toBe("");
    other.set("a", "second");
    expect(one.get("a")).toBe("second");
    one.delete("a");
    one.delete("never there");
    expect(other.get("a")).toBeUndefined();
    expect(files()).toHaveLength(1);
  });

  it("are for this user only, each in a file of its own, with nothing left beside it", () => {
    const notes = openPrivateNotes(folder);
    notes.set("../a", "one");
    notes.set("../a", "two");
    notes.set("b", "three");
    expect(files()).toHaveLength(2);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const path of files()) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("are nothing that somebody else wrote, changed, renamed, or brought from elsewhere", () => {
    const notes = openPrivateNotes(folder);
    notes.set("a", "mine");
    const [path = ""] = files();
    const written = readFileSync(path, "utf8");
    writeFileSync(path, written.replace("mine", "yours"));
    expect(notes.get("a")).toBeUndefined();
    writeFileSync(path, '{"name":"a","text":"planted"}');
    expect(notes.get("a")).toBeUndefined();
    writeFileSync(path, "x".repeat(2 ** 20 + 1));
    expect(notes.get("a")).toBeUndefined();
    // A note of another name in its place.
    writeFileSync(path, written);
    notes.set("b", "another");
    const other = files().find((one) => one !== path) ?? "";
    cpSync(path, other);
    expect(notes.get("b")).toBeUndefined();
    const elsewhere = join(root, "elsewhere");
    cpSync(folder, elsewhere, { recursive: true });
    expect(openPrivateNotes(elsewhere).get("a")).toBeUndefined();
    expect(notes.get("a")).toBe("mine");
  });

  it("are neither read nor written through links", () => {
    const notes = openPrivateNotes(folder);
    notes.set("a", "mine");
    const [path = ""] = files();
    const target = join(root, "target");
    cpSync(path, target);
    rmSync(path);
    symlinkSync(target, path);
    expect(notes.get("a")).toBeUndefined();
    notes.set("a", "new");
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(target, "utf8")).toContain("mine");
    const link = join(root, "link");
    const empty = join(root, "empty");
    mkdirSync(empty);
    symlinkSync(empty, link);
    expect(() => openPrivateNotes(link).set("a", "lost")).toThrow("is a symbolic link");
    expect(readdirSync(empty)).toEqual([]);
  });

  it("are pruned: the hundred newest of a week stay, and nothing of a process that was killed", () => {
    const notes = openPrivateNotes(folder);
    for (let nth = 0; nth < 100; nth += 1) notes.set(`note-${nth}`, "x");
    for (const path of files()) utimesSync(path, days(1), days(1));
    const [oldest = ""] = files();
    utimesSync(oldest, days(8), days(8));
    writeFileSync(`${oldest}.left-over`, "half");
    utimesSync(`${oldest}.left-over`, days(8), days(8));
    notes.set("one more", "x");
    expect(files()).toHaveLength(100);
    expect(existsSync(oldest)).toBe(false);
    expect(existsSync(`${oldest}.left-over`)).toBe(false);
    notes.set("and another", "x");
    expect(files()).toHaveLength(100);
    expect(notes.get("and another")).toBe("x");
  });
});
