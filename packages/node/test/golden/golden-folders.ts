import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where the golden folders are: a folder for each version, in it one for each journal. */
export const HERE = import.meta.dirname;

/** What is to be seen of a journal, at the moment it was left. */
export interface Expected {
  readonly at: number;
  /** The files, as they were written. */
  readonly files: Readonly<Record<string, string>>;
  readonly sees: unknown;
}

/** The versions that have golden folders, oldest first. */
export const versions = (): readonly string[] =>
  readdirSync(HERE)
    .filter((name) => /^\d/.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

export function expectedOf(version: string): Readonly<Record<string, Expected>> {
  return JSON.parse(readFileSync(join(HERE, version, "expected.json"), "utf8"));
}

/** The journals of a version. */
export const foldersOf = (version: string): readonly string[] =>
  readdirSync(join(HERE, version), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

/** A copy of a folder, to be written to. */
export function copyOf(folder: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), "readback-golden-")), "journal");
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** A hash of each file in a folder. */
export function hashesOf(folder: string): Readonly<Record<string, string>> {
  const hashes = readdirSync(folder).map((file) => {
    const bytes = readFileSync(join(folder, file));
    return [file, createHash("sha256").update(bytes).digest("hex")];
  });
  return Object.fromEntries(hashes);
}
