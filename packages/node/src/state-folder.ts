import { existsSync, lstatSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CONFIG_FILE } from "./config.js";
import { JournalError } from "./journal-error.js";
import { STATE_FOLDER } from "./private-files.js";

/**
 * The project that a folder belongs to: the nearest folder, from there up to the top of its git
 * repository, with a `readback.config.json` or a `.readback`; when there is none, the folder itself.
 */
export function projectFolder(start: string): string {
  let found: string | undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    const has = (name: string) => existsSync(join(folder, name));
    if (has(CONFIG_FILE) || has(STATE_FOLDER)) found ??= folder;
    // What is above the repository is not the project's: a config from there must not run commands.
    if (found === start || has(".git")) return found ?? start;
    if (folder === dirname(folder)) return start;
  }
}

/**
 * Where a project's state is kept: `--dir`, else `READBACK_DIR`, else `.readback` in the project. A
 * `.readback` that leads elsewhere may have come with the project: it is refused unless it was named.
 */
export function stateFolder(project: string, dir = process.env.READBACK_DIR): string {
  if (dir) return resolve(project, dir);
  const folder = join(project, STATE_FOLDER);
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
