import { join } from "node:path";
import {
  createRetryCounter,
  planOf,
  type RetryEvent,
  statisticsSummary,
} from "@readback/core/formats";
import { readLines } from "@readback/node";
import { printableJson } from "../terminal/json.js";
import { verifyFolder } from "../verify/state.js";

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
    try {
      const event = JSON.parse(line) as RetryEvent;
      if (plan === undefined || planOf({ id: event.task_id }) === plan) counter.add(event);
    } catch {
      unreadable += 1;
    }
  };
  readLines(path, 0, onLine, { onProgress: progressBar() });
  const statistics = counter.result();
  if (json) {
    console.log(printableJson({ plan: plan ?? null, ...statistics, unreadable_lines: unreadable }));
    return 0;
  }
  console.log(statisticsSummary(plan === undefined ? "All Plans" : `Plan ${plan}`, statistics));
  if (unreadable > 0) console.error(`${unreadable} lines of ${path} cannot be read.`);
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
