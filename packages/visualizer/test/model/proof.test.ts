import { fc } from "@fast-check/vitest";
import { instructionMachine, type JournalEntry } from "@readback/core";
import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { entriesOf, filesOf } from "../../../core/test/golden/golden-files.js";
import { property } from "../../../core/test/support/properties.js";
import { checkJournal, createStore, createTrack, journalOfRun, prove } from "../../src/index.js";
import { happeningsOf, journalOf, SAMPLES } from "../support/journals.js";
import { MACHINES } from "../support/machines.js";

describe("the replay proof", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `finds nothing in a journal that ${machine.id} wrote, and any state that somebody changed`,
      [inputs, happeningsOf(events), fc.nat(100)],
      (input, happenings, seek) => {
        const entries = journalOf(machine, input, happenings);
        const proof = prove(createTrack(machine, entries));
        expect(proof).toMatchObject({
          compared: entries.length,
          differs: null,
          endsElsewhere: false,
        });
        const n = seek % entries.length;
        const forged = entries.map((entry, index) =>
          index === n ? { ...entry, to: "elsewhere" } : entry,
        );
        const { differs } = prove(createTrack(machine, forged));
        const { to } = entries[n] as JournalEntry;
        expect(differs).toMatchObject({
          n,
          fields: [{ field: "to", written: "elsewhere", now: to }],
        });
      },
    );
  }

  it("finds nothing in the journals of an earlier version", () => {
    for (const [name, machine] of Object.entries(MACHINES)) {
      for (const file of filesOf("0.1", name)) {
        const { differs, endsElsewhere } = prove(
          createTrack(machine, entriesOf("0.1", name, file)),
        );
        expect([file, differs, endsElsewhere]).toEqual([file, null, false]);
      }
    }
  });

  const lamp = (next: string) =>
    createMachine({
      id: "lamp",
      initial: "off",
      states: { off: { on: { PRESS: next } }, on: { on: { PRESS: "off" } }, broken: {} },
    });
  const press = (...at: number[]) => ({
    startedAt: 0,
    events: at.map((time) => ({ at: time, event: { type: "PRESS" } })),
  });

  it("checks an old journal on a new definition, and names the runs that end elsewhere", () => {
    const store = createStore([lamp("broken")]);
    for (const instance of ["never", "once", "twice"]) {
      const times = { never: [], once: [5], twice: [5, 6] }[instance] as number[];
      for (const entry of journalOfRun(lamp("on"), { instance, ...press(...times) }).entries)
        store.add(entry);
    }
    const { runs, entries, ofAnotherDefinition, differing, elsewhere } = checkJournal(store);
    expect([runs, entries, ofAnotherDefinition]).toEqual([3, 6, 6]);
    expect(
      differing.map(({ key, proof }) => [key, proof.differs?.n, proof.differs?.fields]),
    ).toEqual([
      ["lamp/once", 1, [{ field: "to", written: "on", now: "broken" }]],
      ["lamp/twice", 1, [{ field: "to", written: "on", now: "broken" }]],
    ]);
    expect(elsewhere.map(({ key, proof }) => [key, proof.end])).toEqual([
      ["lamp/once", { written: "on", now: "broken" }],
      ["lamp/twice", { written: "off", now: "broken" }],
    ]);
  });

  it("names an event that a new definition no longer takes", () => {
    const { entries } = journalOfRun(lamp("on"), { instance: "l", ...press(5) });
    const deaf = createMachine({ id: "lamp", initial: "off", states: { off: {}, on: {} } });
    const { differs, endsElsewhere } = prove(createTrack(deaf, entries));
    expect(differs).toMatchObject({ n: 1, fields: [] });
    expect(endsElsewhere).toBe(true);
  });

  it("does not hold it against a journal that another process had come first", () => {
    const input = { id: "i", content: "Check", maxRetries: 1, expiresAfter: 1_000 };
    const entries = journalOf(instructionMachine, input, [
      { type: "DISPATCHED" },
      { type: "ACKNOWLEDGE" },
    ]);
    const [start, dispatched, acknowledged] = entries as [JournalEntry, JournalEntry, JournalEntry];
    const late = { ...dispatched, time: dispatched.time + 1 };
    const proof = prove(createTrack(instructionMachine, [start, dispatched, late, acknowledged]));
    expect(proof).toMatchObject({
      compared: 3,
      stale: 1,
      ofAnotherDefinition: 0,
      differs: null,
      endsElsewhere: false,
    });
  });

  it.each([
    [0, "entry 1 is not there", 0],
    [1, "entry 2 is not there", 1],
    [2, "entry 3 is not there", 2],
  ])("does not take a history for proven from which entry %i is gone", (gone, what, n) => {
    const input = { id: "i", content: "Check", maxRetries: 3, expiresAfter: 1_000 };
    const events = [{ type: "DISPATCHED" }, { type: "TICK" }, { type: "DISPATCHED" }];
    const entries = journalOf(instructionMachine, input, events);
    const whole = entries.map((entry, index) => ({ ...entry, sequence: index + 1 }));
    expect(prove(createTrack(instructionMachine, whole)).missing).toBeNull();
    const track = createTrack(
      instructionMachine,
      whole.filter((_, index) => index !== gone),
    );
    const { missing, stale, compared, unfolded } = prove(track);
    expect(missing).toEqual({ n, what });
    expect([stale, compared + unfolded]).toEqual([0, 3]);
  });

  it("does not take a history for proven of which the beginning is gone, also without numbers", () => {
    const input = { id: "i", content: "Check", maxRetries: 3, expiresAfter: 1_000 };
    const events = [{ type: "DISPATCHED" }, { type: "TICK" }];
    const [, ...rest] = journalOf(instructionMachine, input, events);
    const unnumbered = rest.map((entry) => ({ ...entry, sequence: undefined }));
    expect(prove(createTrack(instructionMachine, unnumbered))).toMatchObject({
      ...{ compared: 0, unfolded: 2, stale: 0, endsElsewhere: true },
      missing: { n: 0, what: "how it began is not there" },
    });
  });

  it("leaves out what it has no definition of", () => {
    const store = createStore([]);
    for (const entry of journalOfRun(lamp("on"), { instance: "l", ...press() }).entries)
      store.add(entry);
    expect(checkJournal(store)).toMatchObject({ runs: 0, unchecked: ["lamp/l"] });
  });
});
