import { cpuMs } from "./cpu.mjs";

const warmUpMs = 2_000;
const batchMs = 25;

/**
 * Turns one operation into a step: a batch of it that takes about 25 ms. Warms it up first. The
 * step returns microseconds per operation.
 */
export function batches(one) {
  const run = (size) => {
    const startedAt = cpuMs();
    for (let done = 0; done < size; done += 1) one();
    return cpuMs() - startedAt;
  };
  let size = 100;
  let spent = 0;
  for (let last = 0; spent < warmUpMs; spent += last) {
    last = run(size);
    size = sizeFor(size, last);
  }
  return () => (run(size) * 1_000) / size;
}

/** The same for an operation that returns a promise. */
export async function asyncBatches(one) {
  const run = async (size) => {
    const startedAt = cpuMs();
    for (let done = 0; done < size; done += 1) await one();
    return cpuMs() - startedAt;
  };
  let size = 100;
  let spent = 0;
  for (let last = 0; spent < warmUpMs; spent += last) {
    last = await run(size);
    size = sizeFor(size, last);
  }
  return async () => ((await run(size)) * 1_000) / size;
}

const sizeFor = (size, ms) => Math.max(10, Math.round((size * batchMs) / Math.max(ms, 0.1)));
