import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interleave } from "../lib/interleave.mjs";
import { count, ratioOf, showRatio } from "../lib/numbers.mjs";
import { startSubject, withSubjects } from "../lib/subject.mjs";

const goal = 3;
const blocks = 50;

/** The fold of a long journal. */
export const replay = {
  number: 4,
  title: "Replay of a long journal",
  async run({ quick, show }) {
    const folder = mkdtempSync(join(tmpdir(), "readback-bench-"));
    try {
      const entriesPerBlock = quick ? 2_000 : 20_000;
      await write(folder, entriesPerBlock, show);
      const found = await withSubjects(
        {
          replay: ["replay/replay", { folder }],
          bare: ["replay/bare", { folder }],
          check: ["replay/check", { folder }],
        },
        (started) => interleave(started, blocks, show.rounds),
      );
      return rowsOf(found, blocks * entriesPerBlock);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function write(folder, entriesPerBlock, show) {
  const writer = await startSubject("replay/write", { folder, entriesPerBlock });
  for (let block = 1; block <= blocks; block += 1) {
    await writer.step();
    show(`writing a journal, ${count(block * entriesPerBlock)} entries`);
  }
  writer.stop();
}

function rowsOf(found, entries) {
  const [last, bare] = [found.replay.at(-1), found.bare.at(-1)];
  if (last.wrong > 0 || last.live !== bare.live) {
    throw new Error(`The replays disagree: ${JSON.stringify({ last, bare })}`);
  }
  const times = (name) => found[name].map(({ ms }) => ms);
  const seconds = (name) => `${(times(name).reduce((a, b) => a + b) / 1_000).toFixed(1)} s`;
  const ratio = ratioOf(times("replay"), times("bare"));
  const ending = `${count(last.live)} asks live at the end`;
  return [
    {
      measure: `Replay of ${count(entries)} entries, to JSON.parse + bare transitions`,
      result: showRatio(ratio),
      goal: `≤ ${goal} ×`,
      ok: ratio.middle <= goal,
    },
    { measure: `  replay (${ending})`, result: seconds("replay") },
    { measure: "  JSON.parse + bare transitions", result: seconds("bare") },
    { measure: "  for scale: JSON.parse + the schema of an entry", result: seconds("check") },
  ];
}
