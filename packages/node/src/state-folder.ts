import { lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { JournalError } from "./journal-error.js";

/**
 * Where a project's state is kept: `--dir`, else `READBACK_DIR`, else `.readback` in the project. A
 * `.readback` that leads elsewhere may have come with the project: it is refused unless it was named.
 */
export function stateFolder(project: string, dir = process.env.READBACK_DIR): string {
  if (dir) return resolve(project, dir);
  const folder = join(project, ".readback");
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const problem = "is a symbolic link: remove it, or name its target with --dir or READBACK_DIR";
    throw new JournalError("symlink", folder, problem);
  }
  return folder;
}

/** The journal's folder within a state folder. */
export function journalFolder(state: string): string {
  return join(state, "journal");
}
