import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { createSimulatedClock, guardMachine } from "@readback/core";
import type { TodoVerdict } from "@readback/core/host";
import { type Claim, createGuardEngine, createReplay, guardInstance } from "@readback/core/host";
import { describe, expect } from "vitest";
import { createFileJournal } from "../src/create-file-journal.js";
import {
  CONFIG,
  playInterleaved,
  SESSION,
  type Step,
  TURN,
  type Write,
} from "./support/interleaved-guards.js";
import { useJournalFolder } from "./support/journal-folder.js";
import { runs } from "./support/runs.js";

const place = useJournalFolder();

const guard = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("claim" as const), guard, write: fc.nat(7) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("judge" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("compact" as const), guard }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("kill" as const), guard }) },
);
const todo = fc.constantFrom("a", "b");
const writes: fc.Arbitrary<readonly Write[]> = fc
  .array(fc.uniqueArray(todo, { minLength: 1, maxLength: 2 }), { minLength: 3, maxLength: 8 })
  .map((all) => all.map((todos, n) => ({ toolUseId: `t${n}`, todos })));
const schedule = fc.record({
  writes,
  steps: fc.array(step, { minLength: 4, maxLength: 30, size: "max" }),
  turns: fc.array(fc.boolean(), { minLength: 20, maxLength: 150, size: "max" }),
});

/** What the validator says: fixed, so that it can be asked again. */
const passes = (toolUseId: string, todo: string) => (toolUseId + todo).length % 2 === 0;
const outcome = (toolUseId: string, todo: string) => ({ passed: passes(`${toolUseId}1`, todo) });

/** The claims in the order of the journal: what all processes agree on. */
function agreedClaims(folder: string) {
  const journal = createFileJournal({ folder });
  const replay = createReplay([guardMachine]);
  const order: { readonly instance: string; readonly toolUseId: string }[] = [];
  const claimIn = (instance: string, toolUseId: string): Claim | undefined =>
    replay.instances
      .get(instance)
      ?.snapshot.context.claims.find((one: Claim) => one.toolUseId === toolUseId);
  for (const entry of journal.history()) {
    const toolUseId = String(entry.payload?.toolUseId);
    const isApplied = replay.apply(entry);
    // A claim that came while another one waited is its twin.
    if (entry.event === "CLAIM" && isApplied && !claimIn(entry.instance, toolUseId)?.twinOf)
      order.push({ instance: entry.instance, toolUseId });
  }
  journal.close();
  const verdictOn = (instance: string, toolUseId: string): TodoVerdict | null | undefined =>
    claimIn(instance, toolUseId)?.verdict;
  return { order, claimIn, verdictOn };
}

/** One guard in memory that gets the same claims, one after the other. */
async function sequentially(
  claims: readonly { readonly todo: string; readonly toolUseId: string }[],
  isBroken: (todo: string, toolUseId: string) => boolean,
) {
  const clock = createSimulatedClock(1_000_000);
  const alone = createGuardEngine(
    CONFIG,
    ({ toolUseId, todo }) => {
      if (isBroken(todo, toolUseId)) throw new Error("killed");
      return outcome(toolUseId, todo);
    },
    { clock },
  );
  const verdicts = new Map<string, TodoVerdict>();
  for (const { todo, toolUseId } of claims) {
    clock.advance(TURN);
    const { todos } = await alone.check({ session: SESSION, toolUseId, completing: [todo] });
    verdicts.set(`${todo} ${toolUseId}`, todos[0] as TodoVerdict);
  }
  alone.runtime.stop();
  return verdicts;
}

const claim = (guard: number, write: number) => ({ do: "claim" as const, guard, write });
const JUDGE = { do: "judge" as const };
/** Where turns are taken, as a line of 0 and 1. */
const turnsOf = (line: string) => [...line].map((one) => one === "1");

/** Once, a process whose deadline passed in the middle of its append lost what others had written. */
const DUE_WHILE_APPENDING = {
  writes: [["b", "a"], ["a"], ["a"], ["a"], ["a"], ["a"]].map((todos, n) => ({
    toolUseId: `t${n}`,
    todos,
  })),
  steps: [
    ...[claim(0, 0), claim(0, 0), claim(1, 1), claim(1, 2), JUDGE, JUDGE, claim(1, 5), JUDGE],
    ...[JUDGE, claim(0, 0), claim(2, 5), claim(0, 0), claim(2, 0), claim(0, 0), JUDGE],
  ],
  turns: turnsOf("000000000001100101100001000000010000000"),
};

describe("guards in several processes, whoever gets its turn when", () => {
  test.prop([schedule], { numRuns: runs(120), examples: [[DUE_WHILE_APPENDING]] })(
    "decide as one guard alone would that got the claims in the journal's order",
    async ({ writes, steps, turns }) => {
      const folder = join(place.parent, Math.random().toString(36).slice(2));
      const clock = createSimulatedClock(1_000_000);
      const game = playInterleaved({ folder, clock, guards: 3, writes, steps, turns, outcome });
      await game.toTheEnd();

      const { order, claimIn, verdictOn } = agreedClaims(folder);
      const todoOf = new Map(["a", "b"].map((one) => [guardInstance(SESSION, one), one]));
      const claims = order.map(({ instance, toolUseId }) => ({
        todo: todoOf.get(instance) as string,
        toolUseId,
      }));
      // Counted once, whoever reported it.
      const names = claims.map(({ todo, toolUseId }) => `${todo} ${toolUseId}`);
      expect(names).toEqual([...new Set(names)]);

      const final = (todo: string, toolUseId: string) =>
        verdictOn(guardInstance(SESSION, todo), toolUseId);
      const expected = await sequentially(
        claims,
        (todo, toolUseId) => final(todo, toolUseId)?.kind === "guard_failed",
      );
      // What another todo's block held up is given back, which one claim alone cannot know.
      const isHeldUp = new Set(
        claims
          .filter(({ todo, toolUseId }) => final(todo, toolUseId)?.kind === "withheld")
          .map(({ todo }) => todo),
      );
      for (const { write, verdict } of game.answers) {
        for (const given of verdict.todos) {
          const { toolUseId, todos } = write;
          expect(given).toEqual(final(given.todo, toolUseId));
          const isTwin = claimIn(guardInstance(SESSION, given.todo), toolUseId)?.twinOf;
          if (isTwin || isHeldUp.has(given.todo)) continue;
          const alone = expected.get(`${given.todo} ${toolUseId}`);
          expect(given.attempt).toBe(alone?.attempt);
          // A write of several todos is decided as a whole, which one claim alone cannot know.
          if (todos.length === 1) expect(given.kind).toBe(alone?.kind);
        }
      }
    },
  );
});
