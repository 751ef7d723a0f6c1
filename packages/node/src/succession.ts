import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkpointOf, createReplay } from "@readback/core";
import { placeWhole } from "./private-files.js";
import { entryLine, readRecord } from "./record.js";
import { Segment } from "./segment.js";

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
export function succeed(
  folder: string,
  sealed: number,
  machines: Parameters<typeof createReplay>[0],
  writer: string,
): void {
  const path = segmentPath(folder, sealed + 1);
  if (existsSync(path)) return;
  const known = new Set(machines.map(({ id }) => id));
  const replay = createReplay(machines);
  const kept: string[] = [];
  const old = Segment.openToRead(segmentPath(folder, sealed));
  try {
    for (const line of old.pull()) {
      const record = readRecord(line);
      if (record.kind === "seal") break;
      if (record.kind === "newer") kept.push(line);
      else if (record.kind === "entry") {
        if (known.has(record.entry.machine)) replay.apply(record.entry);
        else kept.push(line);
      }
    }
  } finally {
    old.close();
  }
  for (const instance of replay.instances.all()) {
    kept.push(entryLine(checkpointOf(Date.now(), instance), writer));
  }
  const text = kept.map((line) => `\n${line}\n`).join("");
  placeWhole(folder, path, join(folder, `${sealed + 1}.${writer}.tmp`), text);
}
