import { guardMachine } from "@readback/core";
import { createReplay } from "@readback/core/host";
import { afterAll, describe, expect, it } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import { segmentsIn, useJournalFolder } from "./support/journal-folder.js";
import { createRandom } from "./support/random.mjs";
import { runs } from "./support/runs.js";
import { runWorker, table } from "./support/worker-processes.js";

const place = useJournalFolder();

interface Answer {
  readonly toolUseId: string;
  readonly verdicts: readonly {
    readonly todo: string;
    readonly attempt: number;
    readonly kind: string;
    readonly reason?: string;
  }[];
}

interface Scenario {
  readonly seed: number;
  readonly processes: number;
  readonly completions: number;
  readonly kills: number;
  readonly todos: number;
  /** Workers compact and prune, too. */
  readonly compacts: boolean;
}

/** Runs the workers of a scenario; each one that is killed is replaced until its work is done. */
async function play({ seed, processes, completions, kills, todos, compacts }: Scenario) {
  const folder = place.path;
  const random = createRandom(seed);
  const answers: Answer[] = [];
  let killed = 0;
  let started = 0;
  const troubles: string[] = [];

  async function worker(): Promise<void> {
    for (let left = completions; left > 0; ) {
      started += 1;
      const mayDie = killed < kills;
      const fromInside = random.chance(0.7);
      const plan = {
        folder,
        seed: random.below(2 ** 31),
        name: `w${started}`,
        count: left,
        todos,
        shared: todos,
        maxRetryAttempts: 10,
        compactAt: compacts ? 60_000 : 16 * 2 ** 20,
        compactEvery: compacts ? 60 : 0,
        pruneAfter: 3_000,
        dieAt: mayDie && fromInside ? 1 + random.below(600) : 0,
      };
      const killAfter = mayDie && !fromInside ? 1 + random.below(completions / 2) : 0;
      let seen = 0;
      const result = await runWorker("./claims-worker.mjs", plan, (_, child) => {
        seen += 1;
        if (seen === killAfter) child.kill("SIGKILL");
      });
      const lines = result.lines.map((line) => JSON.parse(line) as Answer | { done: true });
      for (const line of lines) if ("verdicts" in line) answers.push(line);
      left -= lines.length;
      if (result.wasKilled) killed += 1;
      else {
        left = 0;
        if (result.code !== 0) troubles.push(result.stderr);
      }
    }
  }

  await Promise.all(Array.from({ length: processes }, worker));
  return { answers, killed, started, troubles };
}

/** The claims of a todo that its guard keeps in mind: the bound and twenty more. */
const REMEMBERED = 30;

/** Compares what the processes were told with what the journal says. */
function judge(answers: readonly Answer[]) {
  const journal = createFileJournal({ folder: place.path });
  const replay = createReplay([guardMachine]);
  let entries = 0;
  for (const entry of journal.read()) {
    replay.apply(entry);
    entries += 1;
  }
  const claims = new Map<
    string,
    { readonly attempt: number | undefined; readonly kind: string | undefined }
  >();
  const uncounted = new Set<string>();
  const forgetful = new Set<string>();
  /** What was counted or given twice, in words. */
  const twice: string[] = [];
  let gaps = 0;
  for (const { snapshot } of replay.instances.all()) {
    const { guarded, claims: made, attempt } = snapshot.context;
    const counted = new Set<number>();
    for (const claim of made) {
      const { kind, attempt: told } = claim.verdict ?? {};
      claims.set(`${guarded.todo} ${claim.toolUseId}`, { attempt: told, kind });
      if (kind === "exhausted") continue;
      // A twin shares its attempt, and what another todo's block held up is given back, if it can be.
      const isGivenBack = kind === "withheld" && told !== claim.attempt;
      if (claim.twinOf !== undefined || isGivenBack) {
        uncounted.add(`${guarded.todo} ${claim.toolUseId}`);
        continue;
      }
      if (counted.has(claim.attempt)) twice.push(`counted: ${JSON.stringify(claim)}`);
      counted.add(claim.attempt);
    }
    // Only so many are remembered.
    const isWhole = made.length < REMEMBERED;
    if (!isWhole) forgetful.add(guarded.todo);
    if (isWhole && counted.size !== attempt) gaps += 1;
  }
  const given = new Map<string, string>();
  let lost = 0;
  let failed = 0;
  for (const { toolUseId, verdicts } of answers) {
    for (const { todo, attempt, kind } of verdicts) {
      if (attempt === 0) {
        failed += 1;
        continue;
      }
      const known = claims.get(`${todo} ${toolUseId}`);
      const isForgotten = forgetful.has(todo) && (!known || known.kind === "exhausted");
      if (!isForgotten && (known?.attempt !== attempt || known.kind !== kind)) lost += 1;
      const isUncounted = uncounted.has(`${todo} ${toolUseId}`);
      // Whether a claim that is forgotten was a twin or given back, nobody can tell any more.
      if (kind === "exhausted" || isUncounted || isForgotten) continue;
      const key = `${todo} #${attempt}`;
      const other = given.get(key) ?? toolUseId;
      if (other !== toolUseId) {
        twice.push(
          `${key} (${kind}): ${other} and ${toolUseId}, known as ${JSON.stringify(known)}`,
        );
      }
      given.set(key, toolUseId);
    }
  }
  const { corrupt } = journal.report();
  journal.close();
  return { entries, twice, lost, gaps, failed, corrupt, todos: replay.instances.all().length };
}

const usual = [
  { seed: 1, completions: 200, kills: 8, todos: 150, compacts: false },
  { seed: 2, completions: 200, kills: 8, todos: 150, compacts: true },
  { seed: 3, completions: 60, kills: 4, todos: 3, compacts: true },
];
const seeds = Array.from({ length: runs(1) }, (_, round) =>
  usual.map((one) => ({ ...one, seed: one.seed + 10 * round })),
).flat();

describe("processes that share a journal and are killed at random", () => {
  const rows: Record<string, unknown>[] = [];
  afterAll(() => console.log(`\n${table(rows)}\n`));

  it.each(seeds)("lose no attempt and give none twice (seed $seed)", async (seed) => {
    const scenario = { processes: 8, ...seed };
    const began = Date.now();
    const { answers, killed, started, troubles } = await play(scenario);
    const found = judge(answers);
    rows.push({
      seed: seed.seed,
      processes: started,
      killed,
      answers: answers.length,
      todos: found.todos,
      entries: found.entries,
      files: segmentsIn(place.path).length,
      compactions: Number(segmentsIn(place.path).at(-1)?.slice(0, 6)) - 1,
      torn: found.corrupt,
      duplicates: found.twice.length,
      lost: found.lost,
      seconds: ((Date.now() - began) / 1_000).toFixed(1),
    });
    expect(troubles).toEqual([]);
    expect(found).toMatchObject({ twice: [], lost: 0, gaps: 0, failed: 0 });
    expect(answers.length).toBeGreaterThan(8 * 0.9 * scenario.completions);
  });
});
