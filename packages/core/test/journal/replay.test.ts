import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.js";
import { journalEntrySchema } from "../../src/journal/entry-schema.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { lampMachine } from "../support/lamp-machine.js";

/** A lamp that was turned on, went off by itself and was turned on again. */
function history(redact?: (entry: JournalEntry) => JournalEntry): JournalEntry[] {
  const clock = createSimulatedClock();
  const journal = createMemoryJournal();
  const runtime = createRuntime([lampMachine], { clock, journal, ...(redact && { redact }) });
  runtime.start(lampMachine, "a", {});
  runtime.send("a", { type: "TURN_ON", by: "Ada" });
  clock.advance(150);
  runtime.send("a", { type: "TURN_ON", by: "Bo" });
  return [...journal.read()];
}

describe("an entry", () => {
  it("says when, what, from where to where, how often and why", () => {
    expect(history()).toEqual([
      {
        v: 1,
        sequence: 1,
        time: 0,
        machine: "lamp",
        definition: expect.stringMatching(/^[0-9a-f]{8}$/),
        instance: "a",
        event: "readback.start",
        payload: { input: {} },
        from: null,
        to: "off",
        attempt: 0,
        bound: 1_000_000,
        cause: null,
        timers: [{ id: "xstate.after.kept.lamp.off", at: 1_000 }],
      },
      expect.objectContaining({
        sequence: 2,
        timers: [{ id: "xstate.after.shines.lamp.on", at: 100 }],
        time: 0,
        event: "TURN_ON",
        payload: { by: "Ada" },
        from: "off",
        to: "on",
        attempt: 1,
      }),
      expect.objectContaining({
        time: 100,
        event: "xstate.after.shines.lamp.on",
        from: "on",
        to: "off",
        cause: "timer",
      }),
      expect.objectContaining({ sequence: 4, time: 150, event: "TURN_ON", attempt: 2 }),
    ]);
    for (const entry of history()) expect(journalEntrySchema.parse(entry)).toEqual(entry);
  });

  it("can be redacted before it is written, and the state is not touched by that", () => {
    const entries = history((entry) =>
      entry.payload?.by ? { ...entry, payload: { ...entry.payload, by: "***" } } : entry,
    );
    expect(JSON.stringify(entries)).not.toMatch(/Ada|Bo/);
    expect(entries[1]?.payload).toEqual({ by: "***" });
    expect(entries[1]?.to).toBe("on");
  });
});

describe("replaying", () => {
  it("brings back state and deadlines, and counts what it applied", () => {
    const replay = createReplay([lampMachine]);
    for (const entry of history()) expect(replay.apply(entry)).toBe(true);
    expect(replay.report).toEqual({ applied: 4, ignored: 0, diverged: 0 });
    const instance = replay.instances.get("a");
    expect(instance?.snapshot.value).toBe("on");
    expect(instance?.deadlines.map(({ at }) => at)).toEqual([250]);
  });

  it("ignores what it cannot use: other machines, unknown or finished instances, events without effect", () => {
    const replay = createReplay([lampMachine]);
    const [start, on, off] = history() as [JournalEntry, JournalEntry, JournalEntry];
    expect(replay.apply(on)).toBe(false);
    expect(replay.apply({ ...start, machine: "toaster" })).toBe(false);
    expect(replay.apply({ ...start, v: 2 as 1 })).toBe(false);
    expect(replay.apply(start)).toBe(true);
    expect(replay.apply(start)).toBe(false);
    expect(replay.apply({ ...on, event: "TURN_OFF" })).toBe(false);
    expect(replay.apply(on)).toBe(true);
    // A deadline that is not due yet, and one of a state that was left.
    expect(replay.apply({ ...off, time: 99 })).toBe(false);
    expect(replay.apply(off)).toBe(true);
    expect(replay.apply(off)).toBe(false);
    expect(replay.apply({ ...on, event: "BREAK", to: "broken", done: true })).toBe(true);
    expect(replay.apply(on)).toBe(false);
    expect(replay.report).toEqual({ applied: 4, ignored: 8, diverged: 0 });
    expect([...replay.instances.all()]).toEqual([]);
  });

  it("counts entries that no longer lead where they led", () => {
    const replay = createReplay([lampMachine]);
    const [start, on] = history() as [JournalEntry, JournalEntry];
    replay.apply(start);
    expect(replay.apply({ ...on, to: "bright" })).toBe(true);
    expect(replay.report).toEqual({ applied: 2, ignored: 0, diverged: 1 });
  });

  it("lets a checkpoint stand for all that came before", () => {
    const clock = createSimulatedClock();
    const runtime = createRuntime([lampMachine], { clock });
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    const [checkpoint] = [...runtime.checkpoints()] as [JournalEntry];
    expect(checkpoint).toMatchObject({ event: "readback.checkpoint", from: "on", to: "on" });
    expect(checkpoint.outcome).toBeUndefined();
    expect(journalEntrySchema.parse(JSON.parse(JSON.stringify(checkpoint)))).toEqual(
      JSON.parse(JSON.stringify(checkpoint)),
    );
    const replay = createReplay([lampMachine]);
    for (const entry of history()) replay.apply(entry);
    // Of the same life: whoever wrote it knew no more.
    replay.apply(JSON.parse(JSON.stringify(checkpoint)));
    expect(replay.report).toEqual({ applied: 4, ignored: 1, diverged: 0 });
    // An older life of the name: the checkpoint wins over what is there.
    const older = { ...checkpoint, payload: { ...checkpoint.payload, born: -1 } };
    replay.apply(JSON.parse(JSON.stringify(older)));
    expect(replay.report).toEqual({ applied: 5, ignored: 1, diverged: 0 });
    expect(replay.instances.get("a")?.snapshot.context).toEqual(runtime.snapshot("a")?.context);
    expect(replay.instances.get("a")?.deadlines.map(({ at }) => at)).toEqual([100]);
  });
});
