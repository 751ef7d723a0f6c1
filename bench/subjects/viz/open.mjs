import { openJournals } from "@readback/visualizer/server";
import { cpuMs } from "../../lib/cpu.mjs";

/** Opens a journal until the page can be used: everything read, and the first list answered. */
export function create({ path }) {
  return async () => {
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 1);
    const startedAt = cpuMs();
    const journals = openJournals({ paths: [path] });
    await journals.ready;
    const { total, rows } = await journals.source.instances({});
    await journals.source.instance(rows[0].key);
    const ms = cpuMs() - startedAt;
    clearInterval(beat);
    globalThis.gc();
    const { heapUsed } = process.memoryUsage();
    journals.close();
    return { ms, total, records: journals.store.records, heapUsed, longest };
  };
}
