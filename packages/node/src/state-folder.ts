import { join, resolve } from "node:path";

/** Where a project's state is kept: `--dir`, else `READBACK_DIR`, else `.readback` in the project. */
export function stateFolder(project: string, dir = process.env.READBACK_DIR): string {
  return dir ? resolve(project, dir) : join(project, ".readback");
}

/** The journal's folder within a state folder. */
export function journalFolder(state: string): string {
  return join(state, "journal");
}
