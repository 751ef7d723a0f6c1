import { join } from "node:path";
import { frames, withPage } from "../../packages/visualizer/bench/page.mjs";
import { withFolder } from "../lib/folder.mjs";
import { writeLongJournal } from "../lib/long-journal.mjs";
import { count, median, megabytes, quantile, ratioOf, showRatio } from "../lib/numbers.mjs";
import { startSubject } from "../lib/subject.mjs";

const openGoal = 2;
const seekGoal = 16;
const pace = 5_000;
const behindGoal = pace / 4;

/** How long a person waits for the visualizer, and what it costs whom it watches. */
export const visualizer = {
  number: 18,
  title: "The visualizer on large and busy journals",
  run: ({ quick, show }) =>
    withFolder(async (folder) => [
      ...(await opening(folder, quick, show)),
      ...(await seeking(folder, quick)),
      ...(await scrolling(folder, quick, show)),
      ...(await following(folder, quick, show)),
    ]),
};

async function opening(folder, quick, show) {
  const [instances, each] = quick ? [1_000, 100] : [10_000, 100];
  const path = join(folder, "long.jsonl");
  show(`writing ${count(instances * each)} entries`);
  const size = writeLongJournal(path, instances, each);
  const found = { open: [], parse: [] };
  for (let round = 1; round <= (quick ? 3 : 5); round += 1) {
    // Each in a process of its own: a second run would find a grown heap.
    found.open.push(await once("viz/open", { path }));
    found.parse.push(await once("viz/parse-all", { path }));
    show.rounds(round, quick ? 3 : 5);
  }
  const wrong = found.open.find(
    ({ total, records }) => total !== instances || records !== instances * each,
  );
  if (wrong) throw new Error(`${wrong.records} entries of ${wrong.total} instances were found`);
  const times = (name) => found[name].map(({ ms }) => ms);
  const ratio = ratioOf(times("open"), times("parse"));
  const heap = (name) => megabytes(median(found[name].map(({ heapUsed }) => heapUsed)));
  return [
    {
      measure: `Opening ${count(instances * each)} entries of ${count(instances)} instances (${megabytes(size)}) until the first list, to reading and JSON.parse-ing them`,
      result: `${showRatio(ratio)}, ${(median(times("open")) / 1_000).toFixed(1)} s`,
      goal: `≤ ${openGoal} ×`,
      ok: ratio.middle <= openGoal,
    },
    {
      measure: "  memory held then, to that of the parsed entries alone",
      result: `${heap("open")} to ${heap("parse")}`,
    },
    {
      measure: "  longest time without room for other work",
      result: `${Math.max(...found.open.map(({ longest }) => longest)).toFixed(0)} ms`,
    },
  ];
}

async function scrolling(folder, quick, show) {
  const path = join(folder, "list.jsonl");
  writeLongJournal(path, quick ? 1_000 : 10_000, 10);
  show("scrolling the list in a browser");
  const { list, plain } = await withPage([path], (page) => frames(page, quick ? 120 : 600));
  const late = (times) =>
    `${((100 * times.filter((ms) => ms > 25).length) / times.length).toFixed(1)} %`;
  const p99 = (times) => `${quantile(times, 0.99).toFixed(0)} ms`;
  return [
    {
      measure: `Frames while the list of ${quick ? "1,000" : "10,000"} instances is scrolled: later than 25 ms, to a plain list`,
      result: `${late(list)} to ${late(plain)} (p99 ${p99(list)} to ${p99(plain)})`,
    },
  ];
}

async function seeking(folder, quick) {
  const path = join(folder, "one.jsonl");
  writeLongJournal(path, 1, 10_000);
  const views = await once("viz/moments", { path, seeks: quick ? 200 : 2_000 });
  const times = await once("viz/seek", { entries: 10_000, seeks: quick ? 500 : 5_000 });
  return [
    {
      measure: "A seek on an instance of 10,000 entries, p99",
      result: `${quantile(times, 0.99).toFixed(2)} ms (median ${median(times).toFixed(2)} ms)`,
      goal: `≤ ${seekGoal} ms`,
      ok: quantile(times, 0.99) <= seekGoal,
    },
    {
      measure: "  with all that the page shows of the moment, p99",
      result: `${quantile(views, 0.99).toFixed(2)} ms (median ${median(views).toFixed(2)} ms)`,
      goal: `≤ ${seekGoal} ms`,
      ok: quantile(views, 0.99) <= seekGoal,
    },
    {
      measure: "  events that @statelyai/inspect keeps until somebody looks",
      result: "200, of depth 10",
    },
  ];
}

async function following(parent, quick, show) {
  const folder = join(parent, "journal");
  const options = { folder, perSecond: pace, seconds: quick ? 2 : 5 };
  const writer = await startSubject("viz/write", options);
  await writer.step();
  const rounds = { alone: [], watched: [] };
  const behind = [];
  for (const subject of ["viz/follow", "viz/follow-with-page"]) {
    const follower = await startSubject(subject, { folder });
    try {
      show("following a busy journal");
      const { written, micros } = await writer.step();
      behind.push(written - (await follower.step()));
      rounds.watched.push({ micros });
    } finally {
      follower.stop();
    }
  }
  rounds.alone.push(await writer.step());
  writer.stop();
  const [watched, alone] = [rounds.watched[0], rounds.alone[0]];
  const [unseen, seen] = behind;
  const cost = watched.micros / alone.micros;
  return [
    {
      measure: `Entries behind, after ${options.seconds} s of ${count(pace)} a second`,
      result: `${count(unseen)}`,
      goal: `≤ ${count(behindGoal)} (a quarter of a second)`,
      ok: unseen <= behindGoal,
    },
    {
      measure: "  with its page open in a browser",
      result: `${count(seen)}`,
      goal: `≤ ${count(behindGoal)} (a quarter of a second)`,
      ok: seen <= behindGoal,
    },
    {
      measure: "  processor time of the writer for an entry while it is followed, to alone",
      result: `${cost.toFixed(2)} ×, ${watched.micros.toFixed(1)} µs to ${alone.micros.toFixed(1)} µs`,
    },
  ];
}

async function once(name, options) {
  const subject = await startSubject(name, options);
  try {
    return await subject.step();
  } finally {
    subject.stop();
  }
}
