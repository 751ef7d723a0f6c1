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
    const store = createStore(OUR_MACHINES);
    const story = longStory(100);
    for (const entry of story) store.add(entry);
    const [{ key }] = [...store.machines.values()].flat();
    const html = await exportRun({ store, keys: [key] });
    const journal = JSON.stringify(story).length;
    const without = Buffer.byteLength(html) - journal;
    return [
      {
        measure: "The page with all it loads, gzipped",
        result: kilobytes(page),
        goal: `≤ ${kilobytes(pageGoal)}`,
        ok: page <= pageGoal,
      },
      {
        measure: "An exported run, without its journal",
        result: kilobytes(without),
        goal: `≤ ${kilobytes(exportGoal)}`,
        ok: without <= exportGoal,
      },
      { measure: "  its journal, of 100 entries", result: kilobytes(journal) },
    ];
  },
};
