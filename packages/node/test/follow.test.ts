import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import {
  type Follow,
  type FollowProblem,
  followFile,
  followFolder,
  journalsIn,
} from "../src/follow.js";
import {
  entry,
  guardClaim,
  guardStart,
  scribble,
  segmentOf,
  textIn,
  useJournalFolder,
} from "./support/journal-folder.js";

const place = useJournalFolder();
const open = (more: object = {}) =>
  createFileJournal({ folder: place.path, onProblem() {}, ...more });
const opened: Follow[] = [];
afterEach(() => {
  for (const follow of opened.splice(0)) follow.close();
});

function following(path: string, follow = followFolder) {
  const times: number[] = [];
  const problems: FollowProblem[] = [];
  const one = follow(path, {
    onEntry: ({ time }) => times.push(time),
    onProblem: (problem) => problems.push(problem),
  });
  opened.push(one);
  return { times, problems, kinds: () => problems.map(({ kind }) => kind), follow: one };
}

describe("a followed folder", () => {
  it("tells of all that was written, and then of what is written", async () => {
    const journal = open();
    journal.append(entry(1));
    const { times, follow, problems } = following(place.path);
    await follow.look();
    expect(times).toEqual([1]);
    journal.append(entry(2));
    await vi.waitFor(() => expect(times).toEqual([1, 2]));
    expect(problems).toEqual([]);
    expect(follow.progress.read).toBe(follow.progress.of);
  });

  it("tells of each entry once, over compactions", async () => {
    const journal = open();
    journal.append(guardStart("s", "a", 1));
    const { times, follow, problems } = following(place.path);
    await follow.look();
    for (let n = 2; n <= 5; n += 1) {
      journal.append(guardClaim("s", "a", `t${n}`, n));
      journal.compact();
    }
    await follow.look();
    expect(times).toEqual([1, 2, 3, 4, 5]);
    const late = following(place.path);
    await late.follow.look();
    expect(late.times).toEqual([1, 2, 3, 4, 5]);
    expect(problems).toEqual([]);
  });

  it("begins with what a pruned past has left", async () => {
    const journal = open();
    journal.append(guardStart("s", "a", 1));
    journal.compact();
    journal.prune({ maxBytes: 0 });
    journal.append(guardClaim("s", "a", "t", 2));
    const { times, follow, problems } = following(place.path);
    await follow.look();
    expect(times).toEqual([1, 2]);
    expect(problems).toEqual([]);
  });

  it("goes on when the journal is deleted and begun again", async () => {
    const journal = open({ whenDeleted: "begin again" });
    journal.append(entry(1));
    const { times, kinds, follow } = following(place.path);
    await follow.look();
    rmSync(place.path, { recursive: true });
    const again = open();
    again.append(entry(2));
    await vi.waitFor(() => expect(times).toEqual([1, 2]));
    expect(kinds()).toEqual(["lost"]);
  });

  it("goes on when the journal is deleted while it is read", async () => {
    const journal = open({ durable: false });
    for (let n = 1; n <= 10; n += 1)
      journal.append(entry(n, { payload: { x: "x".repeat(99_999) } }));
    const { times, follow } = following(place.path, (path, options) =>
      followFolder(path, {
        ...options,
        onEntry(...told) {
          options.onEntry(...told);
          if (told[0].time === 1) rmSync(path, { recursive: true });
        },
      }),
    );
    await follow.look();
    // What is deleted is there until nobody has it open.
    expect(times).toHaveLength(10);
    open().append(entry(11));
    await vi.waitFor(() => expect(times.at(-1)).toBe(11));
  });

  it("goes on when a file is cut off", async () => {
    const journal = open();
    journal.append(entry(1));
    const { times, kinds, follow } = following(place.path);
    await follow.look();
    truncateSync(segmentOf(place.path, 1), 0);
    await follow.look();
    expect(kinds()).toEqual(["lost"]);
    expect(times).toEqual([1]);
  });

  it("tells once of what a cut has left, and of what comes then", async () => {
    const journal = open();
    journal.append(entry(1));
    journal.append(entry(2));
    const file = segmentOf(place.path, 1);
    const { length } = textIn(place.path);
    journal.append(entry(3));
    const { times, kinds, follow } = following(place.path);
    await follow.look();
    truncateSync(file, length);
    await follow.look();
    expect(kinds()).toEqual(["lost"]);
    open().append(entry(4));
    await vi.waitFor(() => expect(times).toEqual([1, 2, 3, 4]));
  });

  it("leaves out what is torn, changed or nobody's, and says so", async () => {
    const journal = open();
    journal.append(entry(1));
    scribble(place.path, '\n{"w":"x","v":1,"time":7\n');
    journal.append(entry(2));
    scribble(place.path, `\n${JSON.stringify(entry(3))}\n`);
    writeFileSync(segmentOf(place.path, 7), `${JSON.stringify(entry(4))}\n`);
    const { times, kinds, follow } = following(place.path);
    await follow.look();
    expect(times).toEqual([1, 2]);
    expect(kinds().sort()).toEqual(["torn", "unproven", "unproven"]);
  });

  it("finds the journals of a project's hooks and servers, and one that is begun later", async () => {
    const state = place.path;
    const { times, follow } = following(state);
    await follow.look();
    for (const [n, name] of ["journal", "mcp/journal"].entries()) {
      const journal = createFileJournal({ folder: join(state, name) });
      journal.append(entry(n));
      journal.close();
    }
    expect(journalsIn(state)).toEqual([join(state, "journal"), join(state, "mcp/journal")]);
    await vi.waitFor(() => expect([...times].sort()).toEqual([0, 1]));
  });

  it("waits for no pipe and no folder with the name of a segment", async () => {
    const journal = open();
    journal.append(entry(1));
    execFileSync("mkfifo", [segmentOf(place.path, 2)]);
    mkdirSync(segmentOf(place.path, 3));
    const { times, kinds, follow } = following(place.path);
    await follow.look();
    expect(times).toEqual([1]);
    expect(kinds()).toEqual(["unproven", "unproven"]);
  });
});

describe("a followed file", () => {
  it("is read whoever wrote it, with or without a last line break, and followed", async () => {
    const journal = open();
    journal.append(entry(1));
    journal.compact();
    const path = join(place.path, "copy.jsonl");
    copyFileSync(segmentOf(place.path, 1), path);
    const sealed = following(path, followFile);
    await sealed.follow.look();
    expect(sealed).toMatchObject({ times: [1], problems: [] });

    const plain = join(place.path, "plain.jsonl");
    writeFileSync(plain, [1, 2].map((n) => JSON.stringify(entry(n))).join("\n"));
    const { times, problems, follow } = following(plain, followFile);
    await follow.look();
    await follow.look();
    expect(times).toEqual([1, 2]);
    appendFileSync(plain, `\n${JSON.stringify(entry(3))}\n`);
    await follow.look();
    expect(times).toEqual([1, 2, 3]);
    expect(problems).toEqual([]);
  });

  it("may be no journal at all", async () => {
    const path = join(place.path, "noise");
    mkdirSync(place.path, { recursive: true });
    writeFileSync(
      path,
      Buffer.concat([Buffer.alloc(3 * 2 ** 20, "\n"), Buffer.alloc(2 ** 20, 0xff)]),
    );
    appendFileSync(path, `\n${textIn.name}\n`);
    const { times, kinds, follow } = following(path, followFile);
    await follow.look();
    expect(times).toEqual([]);
    expect(kinds()).toEqual(["torn", "torn"]);
  });

  it("is refused, once, when it is a pipe, a device, a folder or not there", async () => {
    mkdirSync(place.path, { recursive: true });
    const pipe = join(place.path, "pipe");
    execFileSync("mkfifo", [pipe]);
    for (const path of [pipe, "/dev/zero", place.path, join(place.path, "none")]) {
      const { kinds, follow } = following(path, followFile);
      await follow.look();
      await follow.look();
      expect(kinds()).toEqual(["unreadable"]);
    }
  });
});
