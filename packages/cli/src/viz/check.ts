import { basename } from "node:path";
import {
  type CheckedRun,
  checkJournal,
  type JournalCheck,
  type Problem,
} from "@readback/visualizer";
import { printableJson } from "../terminal/json.js";
import { type Screen, screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { machinesFor } from "./machines.js";
import { placesOf } from "./places.js";
import { forgottenLines, problemLines } from "./problems.js";
import { readAll } from "./read-all.js";

interface CheckValues {
  readonly machines?: string;
  readonly json?: boolean;
  readonly "no-color"?: boolean;
}

/** `readback viz check <journal…>`; the exit code. */
export async function checkJournals(
  values: CheckValues,
  named: readonly string[],
): Promise<number> {
  const { paths } = placesOf(named);
  const machines = await machinesFor(values.machines);
  const check: Mutable = { ...NOTHING };
  const problems: Problem[] = [];
  const forgotten = { instances: 0, entries: 0 };
  // Each by itself: two copies of one journal name the same instances.
  for (const path of paths) {
    const store = await readAll([path], machines);
    add(check, checkJournal(store), paths.length > 1 ? `${basename(path)}: ` : "");
    problems.push(...store.problems);
    forgotten.instances += store.forgotten.instances;
    forgotten.entries += store.forgotten.entries;
  }
  // Nothing is proven by what was not read; an entry that is there twice was.
  const isUnread = problems.some(({ kind }) => kind !== "repeated") || forgotten.entries > 0;
  const isWhole = !isUnread && check.unchecked.length === 0;
  const isProven = check.differing.length === 0 && isWhole && check.runs > 0;
  if (values.json) console.log(printableJson({ ...asJson(check, problems, isProven), forgotten }));
  else {
    const unread = [...problemLines(problems), ...forgottenLines({ forgotten })];
    const screen = screenOf(values["no-color"]);
    for (const line of linesOf(check, unread, isWhole, screen)) console.log(line);
  }
  return isProven ? 0 : 1;
}

const NOTHING: JournalCheck = {
  runs: 0,
  entries: 0,
  ofAnotherDefinition: 0,
  differing: [],
  elsewhere: [],
  unchecked: [],
};

type Mutable = { -readonly [K in keyof JournalCheck]: JournalCheck[K] };

function add(all: Mutable, one: JournalCheck, where: string): void {
  const named = (runs: readonly CheckedRun[]) =>
    runs.map(({ key, proof }) => ({ key: `${where}${key}`, proof }));
  all.runs += one.runs;
  all.entries += one.entries;
  all.ofAnotherDefinition += one.ofAnotherDefinition;
  all.differing = [...all.differing, ...named(one.differing)];
  all.elsewhere = [...all.elsewhere, ...named(one.elsewhere)];
  all.unchecked = [...all.unchecked, ...one.unchecked.map((key) => `${where}${key}`)];
}

function asJson(check: JournalCheck, problems: readonly Problem[], isProven: boolean) {
  const { runs, entries, ofAnotherDefinition, differing, elsewhere, unchecked } = check;
  return {
    proven: isProven,
    runs,
    entries,
    ofAnotherDefinition,
    differing: differing.map(runJson),
    elsewhere: elsewhere.map(({ key, proof }) => ({ run: key, ...proof.end })),
    unchecked,
    problems,
  };
}

function runJson({ key, proof }: CheckedRun) {
  const { n, entry, fields } = proof.differs ?? {};
  return {
    run: key,
    entry: n,
    event: entry?.event,
    time: entry?.time,
    fields,
    doesNothing: fields?.length === 0,
  };
}

/** How many runs are shown one by one. */
const SHOWN = 20;

function linesOf(
  { runs, entries, ofAnotherDefinition, differing, elsewhere, unchecked }: JournalCheck,
  unread: readonly string[],
  isWhole: boolean,
  { style }: Screen,
): readonly string[] {
  const lines: string[] = [];
  for (const { key, proof } of differing.slice(0, SHOWN)) {
    const { differs, end, endsElsewhere } = proof;
    if (!differs) continue;
    lines.push(style.red(`${nameOf(key)}: entry ${differs.n}, ${nameOf(differs.entry.event)}`));
    if (differs.fields.length === 0) lines.push("  the machine does nothing with it today");
    for (const { field, written, now } of differs.fields) {
      lines.push(`  ${field}: was ${textOf(written)}, is ${textOf(now)}`);
    }
    if (endsElsewhere) {
      const today = end.now === "" ? "would not go on" : `would end in ${nameOf(end.now)}`;
      lines.push(`  ended in ${nameOf(end.written)}, ${today}`);
    }
  }
  if (differing.length > SHOWN) lines.push(`and ${counted(differing.length - SHOWN, "run")} more`);
  lines.push(...unread.map(style.yellow));
  if (unchecked.length > 0) {
    const [runs, them] =
      unchecked.length === 1
        ? ["1 run of a machine that is", "it"]
        : [`${unchecked.length} runs of machines that are`, "them"];
    lines.push(style.yellow(`${runs} not known: --machines brings ${them}`));
  }
  if (ofAnotherDefinition > 0) {
    lines.push(
      `${counted(ofAnotherDefinition, "entry was", "entries were")} written by another definition of their machine`,
    );
  }
  const summary = `${counted(runs, "run")}, ${counted(entries, "entry", "entries")}`;
  const differ = `${counted(differing.length, "run differs", "runs differ")}, ${counted(elsewhere.length, "ends", "end")} elsewhere`;
  const same = `${summary}: each entry is what its machine would write today`;
  lines.push(
    runs === 0
      ? style.red("There is no run to check.")
      : differing.length > 0
        ? style.red(`${summary}: ${differ}.`)
        : isWhole
          ? style.green(`${same}.`)
          : style.red(`${same}; what could not be read or checked is not proven.`),
  );
  return lines;
}

const LONGEST = 200;
const textOf = (value: unknown) => printable(JSON.stringify(value) ?? "nothing").slice(0, LONGEST);

/** A name from a journal, which may have any length. */
function nameOf(name: string): string {
  const text = printable(name.slice(0, LONGEST));
  return name.length > LONGEST ? `${text}…` : text;
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;
