import { resolve } from "node:path";
import { projectFolder, stateFolder } from "@readback/node";

/** The flags that the commands of the guard share. */
export interface GuardOptions {
  readonly session?: string | undefined;
  readonly dir?: string | undefined;
  readonly json?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

/** The state folder these commands work on: that of the project the current folder belongs to. */
export function stateOf({ dir }: GuardOptions): string {
  return stateFolder(projectFolder(process.cwd()), dir && resolve(dir));
}
