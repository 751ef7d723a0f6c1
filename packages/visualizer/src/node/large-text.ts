import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** No exported run is larger, in bytes: a string could not hold much more. */
const LARGEST = 256 * 2 ** 20;

/** The text of a file that a person has named; refuses what is no file, and what no string can hold. */
export function readLargeText(path: string): string {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) throw new Error("it is not a file");
    if (stat.size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes`);
    return readFileSync(fd, "utf8");
  } finally {
    closeSync(fd);
  }
}
