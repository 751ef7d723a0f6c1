/** Bytes in use once everything that can go is gone. Needs `--expose-gc`. */
export function settledHeap() {
  for (let pass = 0; pass < 3; pass += 1) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/**
 * Turns stages (present all asks, then confirm all) into a step: what each ask holds after each
 * stage, in bytes.
 */
export function heapPerAsk(asks, stages) {
  return async () => {
    const before = settledHeap();
    const held = [];
    for (const stage of stages) {
      await stage();
      held.push((settledHeap() - before) / asks);
    }
    return held;
  };
}
