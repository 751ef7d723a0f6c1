import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { segmentNumbers } from "../succession.js";

/** How deep below a state folder journals can be: `mcp/1/journal` of version 0.1. */
const DEPTH = 3;
/** A folder that came with a project may hold any number of others. */
const MOST = 1_000;

/**
 * The journals within a folder: itself, or folders with segments below it, as a project's state folder has
 * one for its hooks and one for its MCP servers. Symbolic links are not followed.
 */
export function journalsIn(folder: string): readonly string[] {
  const found: string[] = [];
  let looked = 0;
  const walk = (path: string, depth: number): void => {
    looked += 1;
    if (looked > MOST) return;
    if (hasSegments(path)) found.push(path);
    if (depth === DEPTH) return;
    for (const entry of entriesOf(path)) {
      if (entry.isDirectory()) walk(join(path, entry.name), depth + 1);
    }
  };
  walk(folder, 0);
  return found;
}

function hasSegments(folder: string): boolean {
  try {
    return segmentNumbers(folder).length > 0;
  } catch {
    return false;
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
