import { askMachine } from "@readback/core";
import { createReplay } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import { useJournalFolder } from "./support/journal-folder.js";
import { createRandom } from "./support/random.mjs";
import { runWorker } from "./support/worker-processes.js";

// An ask, an instruction queue and a verify loop, whose process is killed again and again.

const place = useJournalFolder();

type Line = { readonly at: number } & Readonly<Record<string, unknown>>;

/** Runs one life after another, each killed at a random call, until one comes to its end. */
async function live(plan: object, { seed, kills }: { seed: number; kills: number }) {
  const random = createRandom(seed);
  const lines: Line[] = [];
  let killed = 0;
  for (let isOver = false; !isOver; ) {
    const dieAt = killed < kills ? 1 + random.below(40) : 0;
    const life = { ...plan, folder: place.path, seed: random.below(2 ** 31), dieAt };
    const result = await runWorker("./machines-worker.mjs", life);
    lines.push(...result.lines.map((line) => JSON.parse(line) as Line));
    if (result.wasKilled) killed += 1;
    else expect([result.code, result.stderr]).toEqual([0, ""]);
    isOver = !result.wasKilled;
  }
  return { lines, killed };
}

const numbersOf = (lines: readonly Line[], key: string) =>
  lines.flatMap((line) => (typeof line[key] === "number" ? [line[key]] : []));

/** How often a number is not more than the one before it. */
const timesFallen = (numbers: readonly number[]) =>
  numbers.filter((number, index) => index > 0 && number <= (numbers[index - 1] as number)).length;

/** What the journal says, read by somebody who took no part. */
function entries() {
  const journal = createFileJournal({ folder: place.path });
  try {
    return [...journal.history()];
  } finally {
    journal.close();
  }
}

describe.each([1, 2, 3, 4])("killed at random calls, seed %i", (seed) => {
  it("a verify loop goes on counting, and never runs more often than it may", async () => {
    const plan = { machine: "verify", maxAttempts: 4, passesAt: 3, retryDelay: 20, work: 10 };
    const { lines } = await live(plan, { seed, kills: 3 });
    const executed = numbersOf(lines, "execute");
    expect(executed.length).toBeGreaterThan(0);
    expect(Math.max(...executed)).toBeLessThanOrEqual(4);
    // A process killed after the end, before it could say so: the next one runs the task anew.
    // One that waits for a person has no end yet.
    const ends = entries().filter(({ done }) => done).length;
    expect(timesFallen(executed), String(executed)).toBeLessThanOrEqual(Math.max(0, ends - 1));
    for (const line of lines) {
      // Every earlier attempt is in the context of the next, interrupted ones, too.
      if (typeof line.execute === "number") expect(line.told).toBe(line.execute - 1);
    }
    const verified = numbersOf(lines, "verify");
    const end = lines.at(-1);
    if (verified.includes(3) || verified.includes(4)) expect(end?.outcome).toBe("done");
    else expect(end).toMatchObject({ outcome: "escalated", attempts: 4 });
  });

  it("an instruction keeps its id and its count", async () => {
    const plan = { machine: "queue", expiresAfter: 86_400_000 };
    const { lines } = await live(plan, { seed: seed + 100, kills: 4 });
    const dispatches = lines.filter(({ dispatch }) => dispatch !== undefined);
    const ids = new Set(dispatches.map(({ id }) => id));
    for (const id of ids) {
      const attempts = numbersOf(
        dispatches.filter((one) => one.id === id),
        "attempt",
      );
      expect(timesFallen(attempts), String(attempts)).toBe(0);
      expect(attempts.at(-1)).toBeLessThanOrEqual(4);
    }
    const urgency = ["", "", "**IMPORTANT:** ", "**URGENT:** "];
    for (const { dispatch, attempt } of dispatches) {
      expect(String(dispatch).startsWith(urgency[Number(attempt) - 1] as string)).toBe(true);
    }
    const stubborn = dispatches.filter((one) => String(one.dispatch).includes("stubborn"));
    expect(new Set(stubborn.map(({ id }) => id)).size).toBe(1);
    expect(lines.at(-1)?.failed).toContainEqual(
      expect.objectContaining({ content: "stubborn", attempts: 4, cause: "policy" }),
    );
    const acknowledged = lines.flatMap((line) => line.acknowledged ?? []);
    const failed = ((lines.at(-1)?.failed ?? []) as { id: string }[]).map(({ id }) => id);
    for (const id of acknowledged) expect(failed).not.toContain(id);
  });

  it("a question keeps its name and its count, and what was acknowledged reaches the agent", async () => {
    const plan = { machine: "ask", rendersAt: 3, renderTimeout: 60 };
    const { lines } = await live(plan, { seed: seed + 200, kills: 4 });
    // A process may be killed once its caller has the answer: then the next one asks again.
    const first = lines.findIndex(({ outcome }) => outcome !== undefined);
    const presented = lines.slice(0, first).filter(({ present }) => present !== undefined);
    for (const { present, attempt } of presented) {
      expect(String(present).endsWith(`.${attempt}`)).toBe(true);
      expect(Number(attempt)).toBeLessThanOrEqual(4);
    }
    const end = lines.at(-1);
    const results = lines.filter(({ outcome }) => outcome !== undefined);
    const told = new Set(results.map(({ requestId }) => requestId));
    for (const { acknowledged } of lines) if (acknowledged) expect(told).toContain(acknowledged);
    for (const { outcome, said } of results) {
      if (outcome === "answered") expect(said).toEqual(["typed by a person"]);
    }
    expect(["answered", "exhausted"]).toContain(end?.outcome);
  });
});

describe("a deadline keeps its time", () => {
  /** Kills the first life at the line that `isReady` picks, and waits before the second. */
  async function twoLives(plan: object, isReady: (line: Line) => boolean, pause: number) {
    const lines: Line[] = [];
    const whole = { ...plan, folder: place.path, seed: 1, dieAt: 0 };
    await runWorker("./machines-worker.mjs", whole, (text, child) => {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (isReady(line)) child.kill("SIGKILL");
    });
    await new Promise((resolve) => setTimeout(resolve, pause));
    const second = await runWorker("./machines-worker.mjs", whole);
    return { before: lines, after: second.lines.map((line) => JSON.parse(line) as Line) };
  }

  it("of an ask, when its process is killed and another takes over", async () => {
    // Long enough for a busy machine to start the second life in time.
    const plan = { machine: "ask", rendersAt: 2, renderTimeout: 10_000 };
    const { before, after } = await twoLives(plan, ({ present }) => present !== undefined, 1_500);
    const first = before.find(({ present }) => present !== undefined) as Line;
    const again = after.find(({ attempt }) => attempt === 1) as Line;
    const second = after.find(({ attempt }) => attempt === 2) as Line;
    expect(again.present).toBe(first.present);
    // The clock runs from the entry in the journal, which is there before the question is shown.
    const askedAt = entries()[0]?.time as number;
    expect(first.at - askedAt).toBeGreaterThanOrEqual(0);
    expect(second.at - askedAt).toBeGreaterThanOrEqual(9_990);
    // A clock that had started again would have run until 10,000 after the new life began.
    expect(second.at).toBeLessThan(again.at + 9_990);
    expect(after.at(-1)).toMatchObject({ outcome: "answered", attempt: 2 });
  });

  it("of a verify loop between two attempts", async () => {
    const plan = { machine: "verify", maxAttempts: 3, passesAt: 2, retryDelay: 3_000, work: 1 };
    const { before, after } = await twoLives(plan, ({ verify }) => verify === 1, 1_500);
    const failed = before.find(({ verify }) => verify === 1) as Line;
    const next = after.find(({ execute }) => execute !== undefined) as Line;
    expect(after.at(-1)).toMatchObject({ outcome: "done" });
    expect(next.at - failed.at).toBeGreaterThanOrEqual(2_990);
  });

  it("and a replay of what is left gives the state the processes agreed on", async () => {
    const plan = { machine: "ask", rendersAt: 9, renderTimeout: 30 };
    await live(plan, { seed: 9, kills: 3 });
    const journal = createFileJournal({ folder: place.path });
    const replay = createReplay([askMachine]);
    for (const entry of journal.read()) replay.apply(entry);
    expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
    journal.close();
  });
});
