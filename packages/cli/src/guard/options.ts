import { resolve } from "node:path";
import { JournalError, projectFolder, stateFolder } from "@readback/node";
import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";

/** The flags that the commands of the guard share. */
export interface GuardOptions {
  readonly session?: string | undefined;
  readonly dir?: string | undefined;
  readonly json?: boolean | undefined;
  readonly "no-color"?: boolean | undefined;
}

/** The state folder these commands work on: that of the project the current folder belongs to. */
export function stateOf({ dir }: GuardOptions): string {
  try {
    return stateFolder(projectFolder(process.cwd()), dir && resolve(dir));
  } catch (error) {
    throw asFailure(error);
  }
}

/** What is wrong with the state, for a person to read; any other error as it is. */
export function asFailure(error: unknown): unknown {
  return error instanceof JournalError ? new Failure(printable(error.message)) : error;
}
