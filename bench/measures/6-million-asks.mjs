import { count, megabytes } from "../lib/numbers.mjs";
import { withSubjects } from "../lib/subject.mjs";

const goal = 1.05;
const parts = 10;

/** How many asks each has in all. The handle checks and hashes, and so gets fewer in the same time. */
const totals = { runtime: 1_000_000, createAsker: 200_000 };
const files = { runtime: "runtime", createAsker: "asker" };

/** Asks that are over leave nothing behind. */
export const millionAsks = {
  number: 6,
  title: "Heap over a million asks",
  async run({ quick, show }) {
    const perPart = (name) => totals[name] / parts / (quick ? 10 : 1);
    const names = Object.keys(totals);
    const subjects = Object.fromEntries(
      names.map((name) => [name, [`million/${files[name]}`, { asksPerStep: perPart(name) }]]),
    );
    const heaps = await withSubjects(subjects, async (started) => {
      const series = [];
      for (let part = 0; part <= parts; part += 1) {
        // Memory does not mind company: the two work at the same time.
        series.push(await Promise.all(Object.values(started).map((one) => one.step())));
        show(`${part} of ${parts} parts, heap ${series.at(-1).map(megabytes).join(" and ")}`);
      }
      return series;
    });
    return names.flatMap((name, column) => {
      const series = heaps.map((row) => row[column]);
      return rowsOf(name, perPart(name), series);
    });
  },
};

function rowsOf(name, perPart, heaps) {
  const ratio = heaps[parts] / heaps[1];
  return [
    {
      measure: `Heap of ${name} after ${count(parts * perPart)} asks, to after ${count(perPart)}`,
      result: `${ratio.toFixed(3)} ×`,
      goal: `≤ ${goal} ×`,
      ok: ratio <= goal,
    },
    {
      measure: `  before, then after each ${count(perPart)}, in MB`,
      result: heaps.map((heap) => (heap / 1e6).toFixed(1)).join(" "),
    },
  ];
}
