import { gzipSync } from "node:zlib";
import { createStore } from "@readback/visualizer";
import { exportRun, OUR_MACHINES, openJournals, serve } from "@readback/visualizer/server";
import { longStory } from "../lib/long-journal.mjs";
import { kilobytes } from "../lib/numbers.mjs";

const pageGoal = 60_000;
const exportGoal = 150_000;

/** What a browser has to load, and what is attached to a bug report. */
export const visualizerSize = {
  number: 19,
  title: "Size of the visualizer's page and of an exported run",
  async run() {
    const journals = openJournals({ paths: [] });
    const server = await serve(() => journals);
    const texts = await Promise.all(
      ["/", "/page.js", "/page.css", "/icon.svg"].map(async (path) =>
        (await fetch(new URL(path, server.url))).text(),
      ),
    );
    await server.stop();
    journals.close();
    const page = texts.reduce((sum, text) => sum + gzipSync(text).length, 0);
    const runs = [];
    for (const { id } of OUR_MACHINES) runs.push({ id, without: await withoutJournal(id) });
    const largest = runs.sort((a, b) => b.without - a.without)[0];
    const journal = JSON.stringify(longStory(100)).length;
    return [
      {
        measure: "The page with all it loads, gzipped",
        result: kilobytes(page),
        goal: `≤ ${kilobytes(pageGoal)}`,
        ok: page <= pageGoal,
      },
      {
        measure: `An exported run, without its journal: the largest is of ${largest.id}`,
        result: kilobytes(largest.without),
        goal: `≤ ${kilobytes(exportGoal)}`,
        ok: largest.without <= exportGoal,
      },
      ...runs.slice(1).map(({ id, without }) => ({
        measure: `  of ${id}`,
        result: kilobytes(without),
      })),
      { measure: "  a journal of 100 entries, for comparison", result: kilobytes(journal) },
    ];
  },
};

/** What a file with a run of this machine has besides the run. */
async function withoutJournal(machine) {
  const store = createStore(OUR_MACHINES);
  const start = { v: 1, time: 1, machine, instance: "i", event: "readback.start" };
  store.add({ ...start, from: null, to: "begun", attempt: 0, bound: 1, cause: null });
  const key = `${machine}/i`;
  const html = await exportRun({ store, keys: [key] });
  return Buffer.byteLength(html) - JSON.stringify(store.entries(key)).length;
}
