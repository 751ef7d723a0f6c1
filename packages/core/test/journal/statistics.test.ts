import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { journalStatistics } from "../../src/journal/statistics.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { lampMachine } from "../support/lamp-machine.js";

describe("statistics of a journal", () => {
  it("are empty for an empty journal", () => {
    expect(journalStatistics([])).toEqual(new Map());
  });

  it("count what was started, tried and tried again, and how it ended", async () => {
    const clock = createSimulatedClock();
    const journal = createMemoryJournal();
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock, journal, maxRetries: 1 });
    const ask = (title: string) => asker.ask({ title, questions: [{ question: "Why?" }] });

    ask("answered at once");
    ui.answer([{ id: "q1", values: ["So"] }]);
    for (const _ of [1, 2]) {
      ask("never shown");
      clock.advance(30_000);
    }
    ask("cancelled");
    ui.cancel();
    ask("open");

    expect(journalStatistics(journal.read()).get("ask-with-render-ack")).toMatchObject({
      started: 4,
      // Those that ended still listen for an answer, or remember it.
      live: 4,
      attempts: 5,
      retries: 1,
      retryRate: 1 / 5,
      outcomes: new Map([
        ["answered", 1],
        ["exhausted", 1],
        ["cancelled", 1],
      ]),
      causes: new Map([
        ["human", 2],
        ["timer", 1],
      ]),
    });
  });

  it("are kept by machine, and take the final state for an outcome where there is no other", () => {
    const clock = createSimulatedClock();
    const journal = createMemoryJournal();
    const runtime = createRuntime([lampMachine], { clock, journal });
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    runtime.send("a", { type: "BREAK" });
    const statistics = journalStatistics(journal.read());
    expect([...statistics.keys()]).toEqual(["lamp"]);
    expect(statistics.get("lamp")).toMatchObject({
      started: 1,
      live: 0,
      attempts: 1,
      retries: 0,
      retryRate: 0,
      outcomes: new Map([["broken", 1]]),
    });
  });

  it("are the same from checkpoints for what is still alive", () => {
    const clock = createSimulatedClock();
    const journal = createMemoryJournal();
    const runtime = createRuntime([lampMachine], { clock, journal });
    runtime.start(lampMachine, "a", {});
    for (const _ of [1, 2, 3]) {
      runtime.send("a", { type: "TURN_ON" });
      clock.advance(100);
    }
    const whole = journalStatistics(journal.read());
    expect(whole.get("lamp")).toMatchObject({ started: 1, live: 1, attempts: 3, retries: 2 });
    expect(journalStatistics(runtime.checkpoints())).toEqual(whole);
    // A checkpoint in the middle of a journal counts nothing twice.
    expect(journalStatistics([...journal.read(), ...runtime.checkpoints()])).toEqual(whole);
  });

  it("leave out what another process wrote before it had seen the end", () => {
    const journal = createMemoryJournal();
    const runtime = createRuntime([lampMachine], { clock: createSimulatedClock(), journal });
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "BREAK" });
    const whole = [...journal.read()];
    const late = { ...(whole.at(-1) as JournalEntry), attempt: 7, outcome: "sold" };
    expect(journalStatistics([...whole, late])).toEqual(journalStatistics(whole));
  });

  it("go on counting after a person started the count again", () => {
    const entry = { v: 1, time: 0, machine: "m", instance: "a", from: null, to: "on" } as const;
    const entries = [
      { ...entry, event: "readback.start", attempt: 2, bound: 3, cause: null },
      { ...entry, event: "AGAIN", attempt: 1, bound: 3, cause: "human" as const },
    ];
    expect(journalStatistics(entries).get("m")).toMatchObject({ attempts: 3, retries: 1 });
  });
});
