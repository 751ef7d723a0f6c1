import { join } from "node:path";
import { createRetryCounter, planOf, statisticsSummary } from "@readback/core/formats";
import { readLines } from "@readback/node";
import { printableJson } from "../terminal/json.js";
import { printable } from "../terminal/text.js";
import { verifyFolder } from "../verify/state.js";
import { eventIn } from "./event-in.js";

/** What `readback stats` was told. */
export interface StatsValues {
  readonly plan?: string;
  readonly json?: boolean;
  readonly dir?: string;
}

const BAR = 30;
const LONG_FILE = 8 << 20;

/** `readback stats` */
export function runStats({ plan, json, dir }: StatsValues): number {
  const path = join(verifyFolder(dir), "retry.jsonl");
  const counter = createRetryCounter(1_000);
  let unreadable = 0;
  const onLine = (line: string) => {
    const event = eventIn(line);
    if (!event) unreadable += 1;
    else if (plan === undefined || planOf({ id: event.task_id }) === plan) counter.add(event);
  };
  readLines(path, 0, onLine, { onProgress: progressBar() });
  const statistics = counter.result();
  if (json) {
    console.log(printableJson({ plan: plan ?? null, ...statistics, unreadable_lines: unreadable }));
    return 0;
  }
  console.log(statisticsSummary(plan === undefined ? "All Plans" : `Plan ${plan}`, statistics));
  if (unreadable > 0) {
    const lines = unreadable === 1 ? "1 line" : `${unreadable} lines`;
    console.error(`${lines} of ${printable(path)} cannot be read.`);
  }
  if (statistics.total_tasks === 0) {
    const what = plan === undefined ? "No task" : `No task of a plan "${printable(plan)}"`;
    console.error(`${what} has ended yet, as far as ${printable(path)} tells.`);
  }
  return 0;
}

/** Shows how far a long file is read, where somebody looks on. */
function progressBar(): (reading: { readonly at: number; readonly size: number }) => void {
  const { stderr: out } = process;
  let drawn = -1;
  return ({ at, size }) => {
    if (!out.isTTY || size < LONG_FILE) return;
    const done = Math.min(BAR, Math.floor((BAR * at) / size));
    if (done === drawn) return;
    drawn = done;
    const bar = `${"█".repeat(done)}${"░".repeat(BAR - done)}`;
    out.write(done === BAR ? "\r\u001b[2K" : `\r${bar} ${Math.floor((100 * at) / size)}%`);
  };
}
