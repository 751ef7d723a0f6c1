import { stateFolder } from "@readback/node";

/** The flags that the commands of the guard share. */
export interface GuardOptions {
  readonly session?: string | undefined;
  readonly dir?: string | undefined;
  readonly json?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

/** The state folder these commands work on: that of the project in the current folder. */
export function stateOf({ dir }: GuardOptions): string {
  return stateFolder(process.cwd(), dir);
}
