import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkpointOf, createReplay, type JournalEntry } from "@readback/core";
import { placeWhole } from "./private-files.js";
import { entryLine, headLine, readRecord, textOf } from "./record.js";
import { Segment } from "./segment.js";

/** The machines whose history can be replaced by checkpoints. */
export type Machines = Parameters<typeof createReplay>[0];

const SEGMENT = /^(\d{6,})\.jsonl$/;

export function segmentPath(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(6, "0")}.jsonl`);
}

/** The numbers of the segments in a folder, oldest first. */
export function segmentNumbers(folder: string): readonly number[] {
  return readdirSync(folder)
    .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Makes the segment after a sealed one: a checkpoint of everything under way, and whatever cannot
 * be understood here as it is. Everybody who finds the seal and no next segment does this; it comes
 * to the same, and the first one's file counts. So nobody waits for a process that was killed.
 */
export function succeed(folder: string, sealed: number, machines: Machines, writer: string): void {
  const path = segmentPath(folder, sealed + 1);
  if (existsSync(path)) return;
  const lines = successorLines(segmentPath(folder, sealed), machines, writer);
  const text = lines.map((line) => `\n${line}\n`).join("");
  const head = `\n${headLine(writer, Buffer.byteLength(text), Date.now())}\n`;
  placeWhole(folder, path, join(folder, `${sealed + 1}.${writer}.tmp`), head + text);
}

function successorLines(sealed: string, machines: Machines, writer: string): readonly string[] {
  const known = new Set(machines.map(({ id }) => id));
  const replay = createReplay(machines);
  /** Instances of known machines that could not be begun: a newer version wrote them, say. */
  const strange = new Set<string>();
  const kept: string[] = [];
  /** When each instance last moved: a checkpoint is no move. */
  const movedAt = new Map<string, number>();

  function isUnderstood(entry: JournalEntry): boolean {
    if (!known.has(entry.machine) || strange.has(entry.instance)) return false;
    if (replay.apply(entry)) {
      movedAt.set(entry.instance, entry.time);
      return true;
    }
    if (!isBeginning(entry) || replay.instances.get(entry.instance)) return true;
    strange.add(entry.instance);
    return false;
  }

  const old = Segment.openToRead(sealed);
  try {
    for (const line of old.pull()) {
      const record = readRecord(line);
      if (record.kind === "seal") break;
      const isKept =
        record.kind === "newer" || (record.kind === "entry" && !isUnderstood(record.entry));
      if (isKept) kept.push(textOf(line));
    }
  } finally {
    old.close();
  }
  for (const instance of replay.instances.all()) {
    const time = movedAt.get(instance.id) ?? Date.now();
    kept.push(entryLine(checkpointOf(time, instance), writer));
  }
  return kept;
}

function isBeginning({ event }: JournalEntry): boolean {
  return event === "readback.start" || event === "readback.checkpoint";
}
