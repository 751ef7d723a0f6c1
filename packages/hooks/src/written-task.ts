import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf, text } from "./fields.js";
import type { HookInput } from "./hook-call.js";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** What can stand for a file's name in a path, and for nothing else. */
const NAME = /^[\w-]{1,100}$/;
/** Files of tasks are small. */
const LARGEST = 100_000;

/**
 * What an agent itself has written down of a task, in a folder for each list: the task may be older than the hook, which
 * then never heard what it is called. Empty where nothing of the kind is there. A model gives the id, so it is only ever
 * a file's name.
 */
export function writtenName(
  { root, list, below = "" }: { root: string; list: string; below?: string },
  id: string,
  field: string,
): string {
  if (root === "" || !NAME.test(list) || !NAME.test(id)) return "";
  try {
    const file = readSmallFile(join(root, list, below, `${id}.json`));
    return nameOf(text(JSON.parse(file) as HookInput, field));
  } catch {
    return "";
  }
}

/** Reads a file, and nothing that is none: no link, and no pipe that a reader would wait at. */
function readSmallFile(path: string): string {
  const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > LARGEST) throw new Error("It is no file of a task");
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}
