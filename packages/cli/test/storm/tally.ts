import { createRandom, type Random } from "../../../node/test/support/random.mjs";
import { table } from "../../../node/test/support/worker-processes.js";

/** What one part of the storm came to. */
export interface Row {
  readonly kind: string;
  /** Processes that were started. */
  runs: number;
  /** Of them, ended with SIGKILL at a random moment. */
  killed: number;
  /** Of them, stopped with SIGSTOP for a while, and continued. */
  stopped: number;
  /** Claims, asks, instructions or tasks. */
  work: number;
  /** What somebody was told that is gone, or that nobody was ever told. */
  lost: number;
  /** What happened, was counted or was handed over more than once. */
  twice: number;
  /** What came to no end within its bound. */
  stuck: number;
}

export interface Storm {
  readonly random: Random;
  /** Something is wrong: the first few are shown in full. */
  note(trouble: string): void;
}

const SHOWN = 20;

export function createStorm(seed: number) {
  const rows: Row[] = [];
  const troubles: string[] = [];
  const sum = (name: Exclude<keyof Row, "kind">) => rows.reduce((all, row) => all + row[name], 0);
  let parts = 0;
  return {
    /** A row of the table, to be counted up. */
    row(kind: string): Row {
      const row = { kind, runs: 0, killed: 0, stopped: 0, work: 0, lost: 0, twice: 0, stuck: 0 };
      rows.push(row);
      return row;
    },
    /** What one part needs: its choices depend on the seed, not on what the others do meanwhile. */
    part(): Storm {
      parts += 1;
      return {
        random: createRandom(seed + parts),
        note: (trouble) => void troubles.push(trouble),
      };
    },
    troubles: () => troubles.slice(0, SHOWN),
    total: (): Row => ({
      kind: "all",
      runs: sum("runs"),
      killed: sum("killed"),
      stopped: sum("stopped"),
      work: sum("work"),
      lost: sum("lost"),
      twice: sum("twice"),
      stuck: sum("stuck"),
    }),
    text() {
      return table([...rows, this.total()].map((row) => ({ ...row, seed })));
    },
  };
}

/** Several things at a time, each of them beginning with the next one as soon as one is done. */
export async function inLanes(lanes: number, next: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (await next());
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
