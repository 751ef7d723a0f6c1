import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "@readback/core";
import { checkpointOf, createReplay } from "@readback/core/host";
import { damageIn, headOf } from "./inspect.js";
import { JournalError } from "./journal-error.js";
import { PrefixSum } from "./prefix-sum.js";
import { placeWhole } from "./private-files.js";
import { type Prove, signed } from "./proof.js";
import { randomName } from "./random-name.js";
import { damageJson, entryJson, headJson, readRecord } from "./record.js";
import { Segment } from "./segment.js";

/** The machines whose history can be replaced by checkpoints. */
export type Machines = Parameters<typeof createReplay>[0];

/** One number has one name: anything else is a file that somebody put there. Nobody compacts so often as to need more digits. */
const SEGMENT = /^(?!0{6})(\d{6}|[1-9]\d{6,8})\.jsonl$/;

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

/** A segment, and what proves its records. */
export interface Numbered {
  readonly folder: string;
  readonly number: number;
  readonly prove: Prove;
}

/** Makes the first segment. False when another process was quicker. */
export function begin({ folder, number, prove }: Numbered, writer: string): boolean {
  const nothing = { bytes: 0, sum: undefined, journal: randomName() };
  const head = `\n${signed(headJson(writer, nothing), prove)}\n`;
  const temporary = join(folder, `${number}.${writer}.tmp`);
  return placeWhole(folder, segmentPath(folder, number), temporary, head, true);
}

/**
 * Makes the segment after a sealed one: a checkpoint of everything under way, whatever cannot be
 * understood here as it is, and where something is damaged. Everybody who finds the seal and no next
 * segment does this; it comes to the same, and the first one's file counts. So nobody waits for a
 * process that was killed. Throws when the sealed segment is not of this journal any more.
 */
export function succeed(
  sealed: Numbered,
  next: Numbered,
  machines: Machines,
  writer: string,
  journal: string | undefined,
): void {
  const { records, isDamaged } = heirs(sealed, machines, writer, journal);
  const text = records.map((json) => `\n${signed(json, next.prove)}\n`).join("");
  const bytes = Buffer.from(text);
  const sum = new PrefixSum();
  sum.add(bytes);
  const about = { bytes: bytes.length, sum: isDamaged ? undefined : sum.value, journal };
  const head = `\n${signed(headJson(writer, about, Date.now()), next.prove)}\n`;
  const temporary = join(next.folder, `${next.number}.${writer}.tmp`);
  placeWhole(next.folder, segmentPath(next.folder, next.number), temporary, head + text);
}

/** The records that a segment leaves to the next one. */
function heirs(
  { folder, number, prove }: Numbered,
  machines: Machines,
  writer: string,
  journal: string | undefined,
): { readonly records: readonly string[]; readonly isDamaged: boolean } {
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
      movedAt.set(replay.nameOf(entry.instance), entry.time);
      return true;
    }
    if (!isBeginning(entry) || replay.instances.get(replay.nameOf(entry.instance))) return true;
    strange.add(entry.instance);
    return false;
  }

  const path = segmentPath(folder, number);
  const old = Segment.openToRead(path);
  let damage: ReturnType<typeof damageIn> = [];
  try {
    mustBePartOf(journal, old, { folder, number, prove });
    damage = damageIn(old.fd, path, prove);
    for (const line of old.pull()) {
      const record = readRecord(line, prove);
      if (record.kind === "seal") {
        if (record.leavesDamage) damage = [];
        break;
      }
      if (record.kind === "newer") kept.push(record.json);
      else if (record.kind === "entry" && !isUnderstood(record.entry))
        kept.push(entryJson(record.entry, record.writer));
    }
  } finally {
    old.close();
  }
  for (const instance of replay.instances.all()) {
    const time = movedAt.get(instance.id) ?? Date.now();
    kept.push(entryJson(checkpointOf(time, instance), writer));
  }
  const records = [...kept, ...damage.map((one) => damageJson(writer, one))];
  return { records, isDamaged: damage.length > 0 };
}

/** Throws when a segment belongs to another journal: the one before was deleted, and others began again. */
export function mustBePartOf(
  journal: string | undefined,
  { fd }: Segment,
  { folder, prove }: Numbered,
): void {
  const found = headOf(fd, prove)?.record.journal;
  if (found === undefined || found === journal) return;
  const problem =
    "it was deleted while in use, and others began again: read it again from the start";
  throw new JournalError("deleted", folder, problem);
}

function isBeginning({ event }: JournalEntry): boolean {
  return event === "readback.start" || event === "readback.checkpoint";
}
