import {
  linkSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { shortLivedSha256 } from "./digest.js";
import { readOwnFile } from "./plain-file.js";
import { randomName } from "./random-name.js";
import { userKey } from "./user-key.js";

/** Hex digits of a proof, as in the records of a journal: a digest that is cut cannot be continued. */
const PROOF = 32;
/** How often something else may be found in the place of a note: others come and go there, what cannot be moved stays. */
const TRIES = 100;

/**
 * Small files in which the processes of this user tell each other something of a folder. Others may have
 * put files there, too: what this user on this machine did not write there says nothing, and nothing is
 * ever read or written through a link, a pipe or a device.
 */
export interface OwnNotes {
  /** What a note says; `undefined` when there is none that this user wrote. */
  read(name: string): string | undefined;
  /** Puts a whole note in place, whatever is there. Throws where that cannot be done. */
  write(name: string, text: string): void;
  /** The same, unless there is one already; whether it was written. Throws where that cannot be done. */
  writeFirst(name: string, text: string): boolean;
  remove(name: string): void;
  /** Removes a note that says this, and no other: somebody may have been quicker. */
  removeIf(name: string, text: string | undefined): void;
  /** The notes whose names begin like this, those that were written last at the end. */
  names(prefix: string): readonly string[];
  /** Removes the oldest of them, so that so many are left. */
  keepLatest(prefix: string, most: number): void;
}

/**
 * The notes in a folder.
 * @example
 * const notes = ownNotes(".readback/mcp");
 * notes.write("page-port", "7300");
 */
export function ownNotes(folder: string): OwnNotes {
  let key: string | undefined;
  const at = (name: string) => join(folder, name);

  /** A note that is copied to another name or folder proves nothing there. */
  function proofOf(name: string, text: string): string {
    key ??= shortLivedSha256(`${userKey()} readback notes ${realpathSync.native(folder)}`);
    return shortLivedSha256(`${key} ${name} ${text}`).slice(0, PROOF);
  }

  /** What a file says, if this user wrote it for a note of that name. */
  function readAt(path: string, name: string): string | undefined {
    try {
      const written = readOwnFile(path)?.text;
      const text = written?.slice(0, -PROOF - 1);
      return text !== undefined && written === `${text}\n${proofOf(name, text)}` ? text : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes a note beside its place. The file is a new one: nothing there is followed. */
  function prepared<T>(name: string, text: string, use: (temporary: string) => T): T {
    const temporary = at(`${name}.${randomName()}.tmp`);
    writeFileSync(temporary, `${text}\n${proofOf(name, text)}`, { flag: "wx", mode: 0o600 });
    try {
      return use(temporary);
    } finally {
      rmSync(temporary, { force: true });
    }
  }

  function names(prefix: string): readonly string[] {
    const found = namesIn(folder).filter((name) => name.startsWith(prefix));
    const notes = found.filter((name) => readAt(at(name), name) !== undefined);
    const times = new Map(notes.map((name) => [name, timeOf(at(name))]));
    return notes.sort((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0));
  }

  const notes: OwnNotes = {
    read: (name) => readAt(at(name), name),
    write(name, text) {
      prepared(name, text, (temporary) => renameSync(temporary, at(name)));
    },
    writeFirst: (name, text) =>
      prepared(name, text, (temporary) => {
        for (let tries = 0; tries < TRIES; tries += 1) {
          try {
            linkSync(temporary, at(name));
            return true;
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
          }
          if (notes.read(name) !== undefined) return false;
          notes.removeIf(name, undefined);
        }
        throw new Error(`${at(name)} can be neither read nor moved: remove it`);
      }),
    remove: (name) => rmSync(at(name), { force: true }),
    removeIf(name, text) {
      const aside = at(`${name}.${randomName()}.old`);
      try {
        renameSync(at(name), aside);
        if (readAt(aside, name) !== text) linkSync(aside, at(name));
      } catch {
        // Somebody was quicker.
      } finally {
        rmSync(aside, { force: true, recursive: true });
      }
    },
    names,
    keepLatest(prefix, most) {
      for (const name of names(prefix).slice(0, -most)) notes.remove(name);
    },
  };
  return notes;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function timeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
