import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFileJournal } from "@readback/node";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openJournals } from "../../src/node/open-journals.js";

const WRITER = fileURLToPath(new URL("../support/claim-forever.mjs", import.meta.url));
let folder = "";
const children: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "readback-followed-"));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A process that claims todos on the journal until it is killed. */
function claiming(name: string): ChildProcess {
  const child = spawn(process.execPath, [WRITER, join(folder, "journal"), name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

it("misses nothing that processes wrote which were killed at any moment, over compactions", async () => {
  const journals = openJournals({ paths: [folder] });
  for (let round = 0; round < 6; round += 1) {
    const two = [claiming(`${round}a`), claiming(`${round}b`)];
    for (const child of two) await once(child.stdout as NodeJS.ReadableStream, "data");
    const before = journals.store.records;
    await expect
      .poll(() => journals.store.records, { timeout: 60_000 })
      .toBeGreaterThan(before + 50);
    for (const child of two) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
  }
  const journal = createFileJournal({ folder: join(folder, "journal") });
  // Checkpoints of a compaction say again what was said.
  const written = [...journal.history()].filter(({ event }) => event !== "readback.checkpoint");
  journal.close();
  await expect.poll(() => journals.store.records, { timeout: 60_000 }).toBe(written.length);
  const instances = new Set(written.map(({ instance }) => instance));
  const shown = [...journals.store.machines.values()].flat();
  expect(new Set(shown.map(({ instance }) => instance))).toEqual(instances);
  for (const { key, entries } of shown) {
    const track = journals.store.track(key);
    expect(track?.length).toBe(entries);
    const fates = Array.from({ length: entries }, (_, n) => track?.fate(n));
    expect(fates).not.toContain("diverged");
  }
  expect(journals.store.problems.filter(({ kind }) => kind !== "torn")).toEqual([]);
  journals.close();
});

/** Writes the same bytes again and again. */
function fill(path: string, bytes: Buffer, size: number): void {
  const fd = openSync(path, "w");
  for (let written = 0; written < size; ) written += writeSync(fd, bytes);
  closeSync(fd);
}

it.each([
  ["one line without an end", Buffer.alloc(2 ** 20, "x")],
  ["nothing but line breaks", Buffer.alloc(2 ** 20, "\n")],
  [
    "lines that are no entries",
    Buffer.from(`${JSON.stringify({ a: "x".repeat(2_000) })}\n`.repeat(500)),
  ],
])(
  "goes through a gigabyte of %s, with progress, and other work in between",
  async (_, bytes) => {
    const path = join(folder, "large.jsonl");
    fill(path, bytes, 2 ** 30);
    const seen = new Set<number>();
    let beats = 0;
    const beat = setInterval(() => {
      beats += 1;
    }, 10);
    const journals = openJournals({ paths: [path] });
    const looking = setInterval(async () => {
      const { reading } = await journals.source.status();
      if (reading) seen.add(reading.done);
    }, 50);
    await journals.ready;
    clearInterval(beat);
    clearInterval(looking);
    expect(seen.size).toBeGreaterThan(3);
    expect(beats).toBeGreaterThan(10);
    expect(journals.store.machines.size).toBe(0);
    expect(process.memoryUsage().rss).toBeLessThan(2 ** 30);
    journals.close();
  },
  300_000,
);
