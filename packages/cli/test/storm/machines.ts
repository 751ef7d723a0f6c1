import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createFileJournal } from "@readback/node";
import { type Fate, runToItsEnd } from "./fate.js";
import { inLanes, type Row, type Storm } from "./tally.js";

// Instruction queues and verify loops whose processes are killed again and again.

const WORKER = fileURLToPath(
  new URL("../../../node/test/support/machines-worker.mjs", import.meta.url),
);
const LANES = 4;
const LIMIT = 90_000;
/** After so many kills a story is left to come to its end. */
const KILLS = 4;
const BOUND = 4;

type Line = Readonly<Record<string, unknown>>;

/** Tells stories of both machines until so many processes have run. */
export async function stormMachines(storm: Storm, rows: { verify: Row; queue: Row }, runs: number) {
  let told = 0;
  for (const machine of ["verify", "queue"] as const) {
    const row = rows[machine];
    await inLanes(LANES, async () => {
      if (row.runs >= runs / 2) return false;
      told += 1;
      const folder = mkdtempSync(join(tmpdir(), "readback-storm-machine-"));
      const lines = await tell(storm, row, machine, folder);
      row.work += machine === "queue" ? 2 : 1;
      if (lines) (machine === "verify" ? judgeVerify : judgeQueue)(storm, row, folder, lines);
      rmSync(folder, { recursive: true, force: true });
      return true;
    });
  }
  console.log(`storm: ${told} stories of verify loops and instruction queues`);
}

/** One life after another, until one comes to its end; `undefined` when that is never. */
async function tell(storm: Storm, row: Row, machine: "verify" | "queue", folder: string) {
  const { random } = storm;
  const lines: Line[] = [];
  const verify = { maxAttempts: BOUND, passesAt: 3, retryDelay: 20, work: 10 };
  const more = machine === "verify" ? verify : { expiresAfter: 86_400_000 };
  for (let killed = 0; ; ) {
    // From inside at a call that changes a file, in its middle, too; or from outside, at any time.
    const mayDie = killed < KILLS;
    const isInside = random.chance(0.7);
    const dieAt = mayDie && isInside ? 1 + random.below(40) : 0;
    const after = 60 + random.below(250);
    const dice = random.next();
    const fate: Fate =
      mayDie && !isInside
        ? { kind: "kill", after }
        : dice < 0.15
          ? { kind: "stop", after, hold: 20 + random.below(300) }
          : { kind: "live" };
    const plan = { machine, folder, seed: random.below(2 ** 31), dieAt, ...more };
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const args = [WORKER, JSON.stringify(plan)];
    const ended = await runToItsEnd({ args, env, input: "", fate, limit: LIMIT, row });
    // A process that was killed may have left half a line.
    const whole = ended.stdout.split("\n").slice(0, -1);
    lines.push(...whole.map((line) => JSON.parse(line) as Line));
    if (ended.wasKilled) {
      killed += 1;
      continue;
    }
    if (!ended.wasStuck && ended.exitCode === 0) return lines;
    if (!ended.wasStuck) row.lost += 1;
    storm.note(`${machine}: exit code ${ended.exitCode} ${ended.stderr}`);
    return undefined;
  }
}

const numbersOf = (lines: readonly Line[], key: string) =>
  lines.flatMap((line) => (typeof line[key] === "number" ? [line[key]] : []));

/** How often a number is not more than the one before it. */
const timesFallen = (numbers: readonly number[]) =>
  numbers.filter((number, index) => index > 0 && number <= (numbers[index - 1] as number)).length;

/** How many tasks came to their end: a process killed after that leaves the next one to begin again. */
function endsIn(folder: string): number {
  const journal = createFileJournal({ folder });
  try {
    return [...journal.history()].filter(({ done }) => done).length;
  } finally {
    journal.close();
  }
}

function judgeVerify(storm: Storm, row: Row, folder: string, lines: readonly Line[]): void {
  const executed = numbersOf(lines, "execute");
  const mayFall = Math.max(0, endsIn(folder) - 1);
  if (Math.max(...executed) > BOUND || timesFallen(executed) > mayFall) {
    row.twice += 1;
    storm.note(`verify: executed ${executed.join()}`);
  }
  // Every earlier attempt is in the context of the next one, interrupted ones, too.
  const forgotten = lines.filter(
    ({ execute, told }) => typeof execute === "number" && told !== execute - 1,
  );
  const end = lines.at(-1);
  const hasEnded = end?.outcome === "done" || end?.outcome === "escalated";
  row.lost += forgotten.length + (hasEnded ? 0 : 1);
  if (forgotten.length > 0 || !hasEnded) storm.note(`verify: ${JSON.stringify(lines)}`);
}

function judgeQueue(storm: Storm, row: Row, _: string, lines: readonly Line[]): void {
  const dispatches = lines.filter(({ dispatch }) => dispatch !== undefined);
  for (const id of new Set(dispatches.map((one) => one.id))) {
    const attempts = numbersOf(
      dispatches.filter((one) => one.id === id),
      "attempt",
    );
    if (timesFallen(attempts) > 0 || Math.max(...attempts) > BOUND) {
      row.twice += 1;
      storm.note(`queue: ${String(id)} dispatched as ${attempts.join()}`);
    }
  }
  const failed = (lines.at(-1)?.failed ?? []) as {
    readonly id: string;
    readonly content: string;
  }[];
  const acknowledged = lines.flatMap((line) => line.acknowledged ?? []);
  const isKept = failed.some(({ content }) => content === "stubborn");
  const isTrue = !failed.some(({ id }) => acknowledged.includes(id));
  if (isKept && isTrue) return;
  row.lost += 1;
  storm.note(`queue: ${JSON.stringify(lines)}`);
}
