import {
  closeSync,
  fstatSync,
  lstatSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { shortLivedSha256 } from "./digest.js";
import { openToRead, privateFolder, replaceWhole } from "./private-files.js";
import { createProver, type Prove, signed, verified } from "./proof.js";
import { randomName } from "./random-name.js";

/** How many notes a folder keeps, and for how long after they were last written. */
const MOST = 100;
const LONGEST = 7 * 24 * 60 * 60 * 1000;
/** In bytes. */
const LARGEST = 2 ** 20;

/** Texts by name, that all processes of this user on this machine share. */
export interface PrivateNotes {
  /** `undefined`: there is none, or none that this user has written here. */
  get(name: string): string | undefined;
  set(name: string, text: string): void;
  delete(name: string): void;
}

/**
 * Keeps each text in a file of its own, so that nobody needs a lock: the last one who writes it counts.
 * The 100 newest of the last seven days are kept. A file that came with a project, or from another
 * folder, is none. A killed process loses nothing; a power cut may.
 * @example
 * const notes = openPrivateNotes(".readback/drafts");
 * notes.set("question-1", "half an answer");
 */
export function openPrivateNotes(folder: string): PrivateNotes {
  let prover: Prove | undefined;
  /** Notes that were here already when this process wrote them: no more than before. */
  const counted = new Set<string>();
  const pathOf = (name: string) => join(folder, shortLivedSha256(name).slice(0, 32));

  function prove(text: string): string {
    prover ??= createProver(realpathSync.native(folder))(0);
    return prover(text);
  }

  return {
    get(name) {
      const written = textOf(pathOf(name));
      const json = written === undefined ? undefined : verified(written, prove);
      if (json === undefined) return undefined;
      const note: { name: string; text: string } = JSON.parse(json);
      return note.name === name ? note.text : undefined;
    },
    set(name, text) {
      privateFolder(folder);
      const path = pathOf(name);
      const note = signed(JSON.stringify({ name, text }), prove);
      replaceWhole(path, `${path}.${randomName()}`, note, { isLasting: false });
      if (!counted.has(name)) prune(folder);
      counted.add(name);
    },
    delete(name) {
      rmSync(pathOf(name), { force: true });
    },
  };
}

/** What stands in a file of ours; `undefined` when there is none. */
function textOf(path: string): string | undefined {
  let fd: number;
  try {
    fd = openToRead(path);
  } catch {
    // Not there, or a link, a pipe or a folder that somebody has put there.
    return undefined;
  }
  try {
    const { size } = fstatSync(fd);
    if (size > LARGEST) return undefined;
    const bytes = Buffer.alloc(size);
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, size, 0));
  } finally {
    closeSync(fd);
  }
}

/** Deletes what is old or too much, left-overs of killed processes among it. */
function prune(folder: string): void {
  const oldest = Date.now() - LONGEST;
  const found = readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? [{ path, at: stat.mtimeMs }] : [];
  });
  found.sort((one, other) => other.at - one.at);
  for (const [nth, { path, at }] of found.entries()) {
    if (nth >= MOST || at < oldest) rmSync(path, { force: true });
  }
}
