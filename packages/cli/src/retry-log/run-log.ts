import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { numberFlag } from "../number-flags.js";
import { printable } from "../terminal/text.js";
import { verifyFolder } from "../verify/state.js";
import { readLines } from "./read-lines.js";

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
  if (!existsSync(path) && !values.follow) {
    console.error(`Nothing has been verified yet (no ${printable(path)}): readback verify --help`);
    return 0;
  }
  const last: string[] = [];
  let at = existsSync(path)
    ? readLines(path, 0, (line) => {
        if (!isWanted(line)) return;
        last.push(line);
        if (last.length > 2 * most) last.splice(0, last.length - most);
      })
    : 0;
  for (const line of last.slice(-most)) print(line);
  if (values.follow) await follow(path, at, isWanted);
  return 0;

  async function follow(file: string, from: number, wanted: typeof isWanted): Promise<void> {
    at = from;
    let inode = inodeOf(file);
    let newest = last.at(-1);
    for (;;) {
      await pause(LOOK_EVERY);
      const now = inodeOf(file);
      if (now === undefined) continue;
      // Lines that are too old were taken out: the file is another one, and what was shown is in it.
      const isReplaced = now !== inode;
      inode = now;
      let isNew = !isReplaced || newest === undefined;
      at = readLines(file, isReplaced ? 0 : at, (line) => {
        if (!wanted(line)) return;
        if (isNew) print(line);
        if (isNew) newest = line;
        else isNew = line === newest;
      });
    }
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
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
