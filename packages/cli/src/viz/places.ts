import { statSync } from "node:fs";
import { resolve } from "node:path";
import { projectFolder, stateFolder } from "@readback/node";
import { journalsIn } from "@readback/node/follow";
import { Failure } from "../failure.js";
import { stateOf } from "../guard/options.js";
import { printable } from "../terminal/text.js";

/** What is looked at. */
export interface Places {
  /** Folders with journals, and files. */
  readonly paths: readonly string[];
  /** The project's state, when that is what is looked at: only there a person can act. */
  readonly state: string | undefined;
}

/** Finds what a person has named; without any, the project of the current folder. */
export function placesOf(named: readonly string[], dir?: string): Places {
  if (named.length === 0) {
    const state = stateOf({ dir });
    return { paths: [state], state };
  }
  const paths = named.map(placeOf);
  const [only] = paths;
  return { paths, state: paths.length === 1 && only && isFolder(only) ? only : undefined };
}

function placeOf(name: string): string {
  const path = resolve(name);
  if (!statSync(path, { throwIfNoEntry: false })) {
    throw new Failure(
      `${printable(name)} is not there. Name a project, a folder of journals or a file.`,
    );
  }
  if (!isFolder(path) || journalsIn(path).length > 0) return path;
  return stateFolder(projectFolder(path), "");
}

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
