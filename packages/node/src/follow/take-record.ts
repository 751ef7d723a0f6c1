import { type Read, readRecord, textOf } from "../record.js";
import type { FollowOptions } from "./follow-options.js";

const EXCERPT = 80;

/** Tells of a record. Whether it ends its file. */
export function takeRecord(
  record: Read,
  line: Buffer,
  path: string,
  { onEntry, onProblem }: FollowOptions,
): boolean {
  switch (record.kind) {
    case "entry":
      onEntry(record.entry, path, line.length);
      return false;
    case "newer":
      onProblem({ kind: "newer", path, what: "a record of a later version of Readback" });
      return false;
    case "damage":
      onProblem({ kind: "torn", path, what: damageText(record.damage) });
      return false;
    case "corrupt": {
      const isRecord = readRecord(line, undefined).kind !== "corrupt";
      const kind = isRecord ? "unproven" : "torn";
      const why = isRecord ? "changed, or copied from elsewhere" : "not a record";
      onProblem({ kind, path, what: `${why}: ${excerpt(line)}` });
      return false;
    }
    default:
      return record.kind === "seal";
  }
}

function damageText({
  file,
  instance,
}: {
  readonly file: string;
  readonly instance: string | null;
}) {
  return `${file} had a record that could not be read, of ${instance ?? "an unknown instance"}`;
}

function excerpt(line: Buffer): string {
  const text = textOf(line.subarray(0, 4 * EXCERPT));
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text;
}
