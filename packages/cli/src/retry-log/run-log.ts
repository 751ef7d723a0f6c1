import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LinesRead, readLines } from "@readback/node";
import { numberFlag } from "../number-flags.js";
import { printable } from "../terminal/text.js";
import { verifyFolder } from "../verify/state.js";
import { createLinesShown } from "./lines-shown.js";

/** What `readback log` was told. */
export interface LogValues {
  readonly follow?: boolean;
  readonly task?: string;
  readonly lines?: string;
  readonly json?: boolean;
  readonly dir?: string;
}

/** How often to look for new lines, in milliseconds. */
const LOOK_EVERY = 250;

/** `readback log` */
export async function runLog(values: LogValues): Promise<number> {
  const folder = verifyFolder(values.dir);
  const path = join(folder, values.json ? "retry.jsonl" : "retry.log");
  const rule = "a whole number of lines, 1 to 999999999";
  const most = numberFlag(values.lines, "lines", rule, (given) => given >= 1) ?? 50;
  const isWanted = filterFor(values);
  const shown = createLinesShown();
  const last: string[] = [];
  let read = readLines(path, 0, (line) => {
    shown.add(line);
    if (!isWanted(line)) return;
    last.push(line);
    if (last.length > 2 * most) last.splice(0, last.length - most);
  });
  if (!read && !values.follow) {
    console.error(`Nothing has been verified yet (no ${printable(path)}): readback verify --help`);
    return 0;
  }
  for (const line of last.slice(-most)) print(line);
  while (values.follow) {
    await pause(LOOK_EVERY);
    const now = readLines(path, read?.next ?? 0, follow, { file: read?.file });
    read = now?.isOther ? readOther(now.file) : (now ?? read);
  }
  return 0;

  function follow(line: string): void {
    shown.add(line);
    if (isWanted(line)) print(line);
  }

  /** Lines that are too old were taken out: it is another file, which begins with what is left of the one before. */
  function readOther(file: string): LinesRead | undefined {
    const { look, known } = shown.search();
    readLines(path, 0, look, { file });
    let index = 0;
    const again = readLines(path, 0, (line) => ++index > known() && follow(line), { file });
    // It may be yet another one already.
    return again && !again.isOther ? again : read;
  }
}

function print(line: string): void {
  console.log(printable(line));
}

function filterFor({ task, json }: LogValues): (line: string) => boolean {
  if (task === undefined) return () => true;
  if (!json) return (line) => line.includes(`] [RETRY] [${task}] `);
  const needle = `"task_id":${JSON.stringify(task)}`;
  return (line) => line.includes(needle);
}
