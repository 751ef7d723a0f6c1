import { join } from "node:path";
import { withFolder } from "../lib/folder.mjs";
import { interleave } from "../lib/interleave.mjs";
import { count, median, ratioOf, showRatio } from "../lib/numbers.mjs";
import { startSubject, withSubjects } from "../lib/subject.mjs";

const goal = 2;
const steps = 10;

/** What is over costs nothing any more once the journal was compacted. */
export const reopen = {
  number: 9,
  title: "Reopening a long journal",
  run: ({ quick, show }) =>
    withFolder(async (parent) => {
      const folder = join(parent, "journal");
      const entriesPerStep = quick ? 10_000 : 100_000;
      const { entries, live } = await write(folder, entriesPerStep, show);
      const found = await withSubjects(
        { reopen: ["reopen/reopen", { folder }], parse: ["reopen/parse", { folder }] },
        (started) => interleave(started, quick ? 10 : 30, show.rounds),
      );
      const wrong = [...found.reopen, ...found.parse].find((one) => one.live !== live);
      if (wrong) throw new Error(`${wrong.live} asks were found, and ${live} are open`);
      const times = (name) => found[name].map(({ ms }) => ms);
      const ratio = ratioOf(times("reopen"), times("parse"));
      const ms = (name) => `${median(times(name)).toFixed(1)} ms`;
      return [
        {
          measure: `Reopening a journal of ${count(entries)} entries, to reading the live ones`,
          result: showRatio(ratio),
          goal: `< ${goal} ×`,
          ok: ratio.middle < goal,
        },
        { measure: `  open and recover ${count(live)} open asks`, result: ms("reopen") },
        { measure: "  read their entries and JSON.parse them", result: ms("parse") },
      ];
    }),
};

async function write(folder, entriesPerStep, show) {
  const writer = await startSubject("reopen/write", { folder, entriesPerStep });
  let written;
  for (let step = 1; step <= steps; step += 1) {
    written = await writer.step();
    show(`writing a journal, ${count(written.entries)} entries`);
  }
  writer.stop();
  return written;
}
