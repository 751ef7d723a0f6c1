import { readdirSync, readFileSync } from "node:fs";
import {
  askMachine,
  guardMachine,
  instructionMachine,
  type JournalEntry,
  verifyMachine,
} from "@readback/core";
import { createHost, createReplay, type KeptState } from "@readback/core/host";
import { describe, expect, test } from "vitest";
import type { AnyStateMachine } from "xstate";
import { restoredFrom } from "../src/kept.js";

// What earlier versions of the machines kept, as core's own fixtures have it: a cluster has to read it as well.

const GOLDEN = new URL("../../core/test/golden/", import.meta.url);
const FOLDERS: Readonly<Record<string, AnyStateMachine>> = {
  ask: askMachine,
  guard: guardMachine,
  instructions: instructionMachine,
  verify: verifyMachine,
};

/** Every state that a version kept of a machine. */
function keptBy(version: string, folder: string): readonly (readonly [string, JournalEntry])[] {
  const base = new URL(`${version}/${folder}/`, GOLDEN);
  return readdirSync(base)
    .filter((name) => name.endsWith(".checkpoint.jsonl"))
    .flatMap((name) =>
      readFileSync(new URL(name, base), "utf8")
        .trim()
        .split("\n")
        .map((line) => [name, JSON.parse(line) as JournalEntry] as const),
    );
}

const versions = readdirSync(GOLDEN).filter((name) => /^\d/.test(name));

describe.each(versions)("a state that version %s kept", (version) => {
  test.each(Object.entries(FOLDERS))("of %s goes on where it was", (folder, machine) => {
    const host = createHost(machine);
    const all = keptBy(version, folder);
    expect(all.length).toBeGreaterThan(3);
    for (const [name, entry] of all) {
      const { definition = version, instance, payload } = entry;
      const state = payload as unknown as KeptState;
      const kept = { definition, state, moves: 1 };
      const restored = host.keep(restoredFrom(host, instance, kept, entry.time));
      // A journal on disk is read by the same rules.
      const replay = createReplay([machine]);
      expect(replay.apply({ ...entry, definition }), name).toBe(true);
      const [known] = replay.instances.all();
      expect(restored.value, name).toEqual(known?.snapshot.value);
      expect(restored.context, name).toEqual(known?.snapshot.context);
      // No deadline moves: whatever of them is left has its old time.
      const times = new Set(state.deadlines.map(({ at }) => at));
      for (const { at } of restored.deadlines) expect(times.has(at), name).toBe(true);
    }
  });
});
