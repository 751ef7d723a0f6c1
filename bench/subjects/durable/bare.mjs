import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { cpuMs } from "../../lib/cpu.mjs";

/** As many bytes, added to a file and on the disk before they count. Nothing is decided, nothing read. */
export function create({ bare, name, rounds, todos, record }) {
  const fd = openSync(bare, "a");
  process.once("exit", () => closeSync(fd));
  const bytes = Buffer.from(`\n${"x".repeat(record - 2)}\n`);
  let steps = 0;
  return () => {
    steps += 1;
    if (steps % 2 === 1) return null;
    const times = [];
    const given = [];
    const cpuBefore = cpuMs();
    for (let round = 1; round <= rounds; round += 1) {
      for (const todo of todos) {
        const startedAt = performance.now();
        writeSync(fd, bytes);
        fdatasyncSync(fd);
        times.push(performance.now() - startedAt);
        given.push(`${name} ${steps} ${todo} ${round}`);
      }
    }
    return { times, given, cpu: cpuMs() - cpuBefore };
  };
}
