import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cpuMs } from "./cpu.mjs";

/** One file of JSONL per block, so that the subjects read the same lines one block at a time. */
const fileOf = (folder, block) => join(folder, `${String(block).padStart(4, "0")}.jsonl`);

export function writeBlock(folder, block, lines) {
  writeFileSync(fileOf(folder, block), lines.join("\n"));
}

/** A step that reads the next block, untimed, and times `apply` on its lines, in milliseconds. */
export function timedBlocks(folder, apply, outcome) {
  let block = 0;
  return () => {
    const lines = readFileSync(fileOf(folder, block), "utf8").split("\n");
    block += 1;
    const startedAt = cpuMs();
    for (const line of lines) apply(line);
    return { ms: cpuMs() - startedAt, ...outcome() };
  };
}
