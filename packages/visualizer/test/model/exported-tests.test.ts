import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fc } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import { property } from "../../../core/test/support/properties.js";
import { createTrack, journalOfRun, testOfBranch } from "../../src/index.js";
import { houseMachine } from "../support/house-machine.js";
import { happeningsOf, journalOf, SAMPLES } from "../support/journals.js";

const folder = join(import.meta.dirname, "../../.test/exported");
beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = new Map([
  ["ask-with-render-ack", "askMachine"],
  ["todo-attempt-guard", "guardMachine"],
  ["instruction-ack", "instructionMachine"],
  ["verify-retry-escalate", "verifyMachine"],
]);
let count = 0;

/** Runs the text of a test; rejects when the test fails. */
async function run(text: string): Promise<void> {
  count += 1;
  const file = join(folder, `exported-${count}.ts`);
  writeFileSync(file, text.replace('from "vitest"', 'from "../../test/support/as-if-vitest.js"'));
  await import(/* @vite-ignore */ file);
}

function nameOf({ id }: AnyStateMachine): string {
  return NAMES.get(id) as string;
}

describe("a branch exported as a test", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `of ${machine.id} passes`,
      [inputs, happeningsOf(events), events, fc.integer({ min: 0, max: 200 })],
      async (input, happenings, insert, after) => {
        const track = createTrack(machine, journalOf(machine, input, happenings));
        const from = { name: nameOf(machine), from: "@readback/core" };
        const changes = [{ insert, at: 1_000 + after }];
        await run(testOfBranch(track, { machine: from, from: -1, changes, until: 1e6 }));
      },
      { runs: 15 },
    );
  }

  const { entries } = journalOfRun(houseMachine, {
    instance: 'a "house" $of `mine`\u2028',
    startedAt: 0,
    events: [
      { at: 20, event: { type: "FETCH" } },
      { at: 40, event: { type: "xstate.done.actor.courier", output: "a 'parcel'" } as never },
      { at: 50, event: { type: "LEAVE" } },
      { at: 60, event: { type: "RETURN" } },
    ],
  });
  const house = createTrack(houseMachine, entries);
  const machine = { name: "houseMachine", from: "../../test/support/house-machine.js" };

  it("passes for somebody else's machine, with history and an actor", async () => {
    await run(testOfBranch(house, { machine, from: 1, until: 5_000 }));
  });

  it("fails when the machine goes another way", async () => {
    const text = testOfBranch(house, { machine, from: 1, until: 5_000 });
    expect(text).toContain('"away"');
    await expect(run(text.replaceAll('"away"', '"elsewhere"'))).rejects.toThrow(/elsewhere/);
  });

  it("begins with what is left of a long history", async () => {
    const [sample] = SAMPLES.filter(({ machine: { id } }) => id === "instruction-ack");
    if (!sample) throw new Error("There is no sample");
    const input = { id: "i", content: "Check", maxRetries: 1e9, expiresAfter: 1e9 };
    const rounds = Array.from({ length: 50 }, () => [
      { type: "DISPATCHED" },
      { type: "TICK" },
    ]).flat();
    const track = createTrack(sample.machine, journalOf(sample.machine, input, rounds));
    track.forgetBefore(80);
    const from = { name: "instructionMachine", from: "@readback/core" };
    const text = testOfBranch(track, { machine: from, from: track.length - 1, until: 2e9 });
    expect(text).toContain("restore({");
    await run(text);
  });
});
