import { describe, expect, it, vi } from "vitest";
import { ReadbackError } from "../../src/errors.js";
import type { Journal, JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import type { HostOptions } from "../../src/runtime/runtime-interface.js";
import { lampMachine } from "../support/lamp-machine.js";
import { createSharedJournal } from "../support/shared-journal.js";

function setUp(options: HostOptions = {}) {
  const clock = createSimulatedClock();
  const journal = options.journal ?? createMemoryJournal();
  const errors: unknown[] = [];
  const runtime = createRuntime([lampMachine], {
    clock,
    journal,
    onError: (error) => errors.push(error),
    ...options,
  });
  const emitted: string[] = [];
  runtime.on(lampMachine, ({ type }, instance) => emitted.push(`${instance} ${type}`));
  const events = () => [...journal.read()].map(({ event }) => event);
  return { clock, journal, runtime, emitted, errors, events };
}

/** A memory journal that can be full. */
function createFillable() {
  const inner = createMemoryJournal();
  const journal: Journal & { isFull: boolean } = {
    ...inner,
    isFull: false,
    append(entry) {
      if (journal.isFull) throw new Error("The disk is full");
      return inner.append(entry);
    },
  };
  return journal;
}

describe("sending", () => {
  it("tells whether anything changed", () => {
    const { runtime, events } = setUp();
    runtime.start(lampMachine, "a", {});
    expect(runtime.send("a", { type: "TURN_OFF" })).toBe(false);
    expect(runtime.send("a", { type: "TURN_ON" })).toBe(true);
    expect(runtime.send("b", { type: "TURN_ON" })).toBe(false);
    expect(runtime.send("a", { type: "BREAK" })).toBe(true);
    expect(runtime.send("a", { type: "TURN_ON" })).toBe(false);
    expect(events()).toEqual(["readback.start", "TURN_ON", "BREAK"]);
  });

  it("takes a state that is entered again for a change: its clock starts anew", () => {
    const { runtime, clock, emitted } = setUp();
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    clock.advance(99);
    expect(runtime.send("a", { type: "POKE" })).toBe(true);
    clock.advance(99);
    expect(runtime.snapshot("a")?.value).toBe("on");
    clock.advance(1);
    expect(runtime.snapshot("a")?.value).toBe("off");
    expect(emitted).toEqual(["a lamp.on", "a lamp.off", "a lamp.on", "a lamp.off"]);
  });

  it("writes the journal before it emits", () => {
    const { runtime, events } = setUp();
    const written: string[][] = [];
    runtime.on(lampMachine, () => written.push(events()));
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    expect(written).toEqual([["readback.start", "TURN_ON"]]);
  });

  it("refuses events from a journal's subscriber, for the journal is ahead of the state then", async () => {
    const refused: unknown[] = [];
    const journal = createMemoryJournal({ onError: (error) => refused.push(error) });
    const { runtime, events } = setUp({ journal });
    runtime.start(lampMachine, "a", {});
    const stop = journal.subscribe(() => runtime.send("a", { type: "BREAK" }));
    runtime.send("a", { type: "TURN_ON" });
    expect(refused).toMatchObject([{ code: "reentrant" }]);
    expect(events()).toEqual(["readback.start", "TURN_ON"]);
    stop();
    journal.subscribe(() => queueMicrotask(() => runtime.send("a", { type: "BREAK" })));
    runtime.send("a", { type: "TURN_OFF" });
    await Promise.resolve();
    expect(events()).toEqual(["readback.start", "TURN_ON", "TURN_OFF", "BREAK"]);
  });

  it.each(["catches up", "has a deadline"] as const)(
    "takes in what others wrote in the journal's order, also when it %s while it appends",
    (meanwhile) => {
      const shared = createSharedJournal();
      const one = setUp({ journal: shared.view("one") });
      const other = setUp({ journal: shared.view("other") });
      one.runtime.start(lampMachine, "a", {});
      one.runtime.send("a", { type: "TURN_ON" });
      let refused: unknown;
      shared.beforeNextAppend(() => {
        other.runtime.send("a", { type: "BREAK" });
        if (meanwhile === "has a deadline") return one.clock.advance(100);
        try {
          one.runtime.catchUp();
        } catch (error) {
          refused = error;
        }
      });
      expect(one.runtime.send("a", { type: "TURN_OFF" })).toBe(false);
      expect(one.runtime.snapshot("a")).toBeUndefined();
      expect(one.errors).toEqual([]);
      if (meanwhile === "catches up") expect(refused).toMatchObject({ code: "reentrant" });
    },
  );

  it("does not bring back what another process ends while a lost journal is written again", () => {
    const shared = createSharedJournal();
    const one = setUp({ journal: shared.view("one") });
    const other = setUp({ journal: shared.view("other") });
    one.runtime.start(lampMachine, "a", {});
    other.runtime.catchUp();
    shared.delete();
    shared.beforeNextAppend(() => other.runtime.send("a", { type: "BREAK" }));
    one.runtime.catchUp();
    expect(one.runtime.snapshot("a")).toBeUndefined();
    const third = setUp({ journal: shared.view("third") }).runtime;
    third.recover();
    expect(third.snapshot("a")).toBeUndefined();
  });

  it("gives the sender the journal's error, and changes nothing", () => {
    const journal = createFillable();
    const { runtime, clock, emitted, errors, events } = setUp({ journal });
    runtime.start(lampMachine, "a", {});
    journal.isFull = true;
    const before = runtime.snapshot("a");
    const due = [...runtime.checkpoints()];
    expect(() => runtime.send("a", { type: "TURN_ON" })).toThrow("The disk is full");
    expect(() => runtime.start(lampMachine, "b", {})).toThrow("The disk is full");
    expect(runtime.snapshot("a")).toBe(before);
    expect(runtime.snapshot("b")).toBeUndefined();
    expect([...runtime.checkpoints()]).toEqual(due);
    expect(emitted).toEqual([]);
    expect(errors).toEqual([]);
    expect(events()).toEqual(["readback.start"]);

    journal.isFull = false;
    expect(runtime.send("a", { type: "TURN_ON" })).toBe(true);
    runtime.start(lampMachine, "b", {});
    clock.advance(100);
    expect(emitted).toEqual(["a lamp.on", "a lamp.off"]);
  });

  it("treats an error of `redact` as one of the journal", () => {
    const { runtime, events } = setUp({
      redact(entry) {
        if (entry.event === "TURN_ON") throw new Error("No secrets here");
        return entry;
      },
    });
    runtime.start(lampMachine, "a", {});
    expect(() => runtime.send("a", { type: "TURN_ON" })).toThrow("No secrets here");
    expect(runtime.snapshot("a")?.value).toBe("off");
    expect(events()).toEqual(["readback.start"]);
  });
});

describe("listening", () => {
  it("goes on with the other listeners when one throws, and reports that", () => {
    const { runtime, emitted, errors } = setUp();
    const error = new Error("deaf");
    runtime.on(lampMachine, () => {
      throw error;
    });
    const heard: string[] = [];
    runtime.on(lampMachine, ({ type }) => heard.push(type));
    runtime.start(lampMachine, "a", {});
    expect(runtime.send("a", { type: "TURN_ON" })).toBe(true);
    expect(runtime.send("a", { type: "TURN_OFF" })).toBe(true);
    expect(emitted).toEqual(["a lamp.on", "a lamp.off"]);
    expect(heard).toEqual(["lamp.on", "lamp.off"]);
    expect(errors).toEqual([error, error]);
  });

  it("delivers in the order of the journal, also when a listener sends", () => {
    const { runtime, events } = setUp();
    const heard: string[] = [];
    runtime.on(lampMachine, ({ type }, instance) => {
      heard.push(`first ${instance} ${type}`);
      if (type === "lamp.on" && instance === "a") {
        runtime.send("a", { type: "TURN_OFF" });
        runtime.send("b", { type: "TURN_ON" });
        // The state has moved on; the news of it comes later.
        expect(runtime.snapshot("b")?.value).toBe("on");
      }
    });
    runtime.on(lampMachine, ({ type }, instance) => heard.push(`second ${instance} ${type}`));
    runtime.start(lampMachine, "a", {});
    runtime.start(lampMachine, "b", {});
    runtime.send("a", { type: "TURN_ON" });
    expect(heard).toEqual([
      "first a lamp.on",
      "second a lamp.on",
      "first a lamp.off",
      "second a lamp.off",
      "first b lamp.on",
      "second b lamp.on",
    ]);
    expect(events().slice(2)).toEqual(["TURN_ON", "TURN_OFF", "TURN_ON"]);
  });

  it("stops when told to", () => {
    const { runtime } = setUp();
    const heard: string[] = [];
    const stop = runtime.on(lampMachine, ({ type }) => heard.push(type));
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    stop();
    stop();
    runtime.send("a", { type: "TURN_OFF" });
    expect(heard).toEqual(["lamp.on"]);
  });

  it("runs actions that a host provides after the journal is written, and survives their errors", () => {
    const journal = createMemoryJournal();
    const errors: unknown[] = [];
    const seen: (readonly [string, readonly string[]])[] = [];
    const provided = lampMachine.provide({
      actions: {
        look: ({ event }) => {
          seen.push([event.type, [...journal.read()].map((entry) => entry.event)]);
          throw new Error("blind");
        },
      },
    });
    const runtime = createRuntime([provided], {
      journal,
      clock: createSimulatedClock(),
      onError: (error) => errors.push(error),
    });
    runtime.start(provided, "a", {});
    expect(runtime.send("a", { type: "TURN_ON" })).toBe(true);
    expect(seen).toEqual([["TURN_ON", ["readback.start", "TURN_ON"]]]);
    expect(errors).toMatchObject([{ message: "blind" }]);
    expect(runtime.snapshot("a")?.value).toBe("on");
  });

  it("prints errors nobody asked for", () => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const runtime = createRuntime([lampMachine], { clock: createSimulatedClock() });
    const error = new Error("lost");
    runtime.on(lampMachine, () => {
      throw error;
    });
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    expect(print).toHaveBeenCalledWith(error);
    print.mockRestore();
  });
});

describe("instances", () => {
  it("are refused for a machine that is not hosted, also one that only has the same name", () => {
    const { runtime, events } = setUp();
    const other = lampMachine.provide({});
    expect(() => runtime.start(other, "a", {})).toThrow('does not host the machine "lamp"');
    try {
      runtime.start(other, "a", {});
    } catch (error) {
      expect(error).toBeInstanceOf(ReadbackError);
      expect((error as ReadbackError).code).toBe("unknown_machine");
    }
    expect(events()).toEqual([]);
  });

  it("have names of their own, which are free again when they end", () => {
    const { runtime, events } = setUp();
    runtime.start(lampMachine, "a", {});
    expect(() => runtime.start(lampMachine, "a", {})).toThrow('Instance "a" exists already');
    expect(events()).toEqual(["readback.start"]);
    runtime.send("a", { type: "BREAK" });
    runtime.start(lampMachine, "a", {});
    expect(runtime.snapshot("a")?.value).toBe("off");
  });

  it("are listed while they live", () => {
    const { runtime, clock } = setUp();
    runtime.start(lampMachine, "a", {});
    runtime.start(lampMachine, "b", { kept: 50 });
    expect([...runtime.live()].map(([id]) => id)).toEqual(["a", "b"]);
    clock.advance(50);
    expect([...runtime.live()].map(([id]) => id)).toEqual(["a"]);
  });
});

describe("stopping", () => {
  it("refuses further events, drops the timer and leaves the journal as it is", () => {
    const { runtime, clock, emitted, events } = setUp();
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    const written = events();
    runtime.stop();
    expect(clock.next()).toBeUndefined();
    expect(runtime.send("a", { type: "TURN_OFF" })).toBe(false);
    expect(() => runtime.start(lampMachine, "b", {})).toThrow("make a new one");
    runtime.resume();
    clock.advance(10_000);
    expect(emitted).toEqual(["a lamp.on"]);
    expect(events()).toEqual(written);
    expect(runtime.snapshot("a")?.value).toBe("on");
  });

  it("may happen in a listener", () => {
    const { runtime, clock, emitted } = setUp();
    runtime.on(lampMachine, () => runtime.stop());
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    clock.advance(10_000);
    expect(emitted).toEqual(["a lamp.on"]);
    expect(clock.next()).toBeUndefined();
  });
});

describe("recovering", () => {
  it("brings instances back and fires what is overdue only when told to", () => {
    const { journal, clock, runtime } = setUp();
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    runtime.start(lampMachine, "b", { kept: 500 });
    runtime.stop();
    clock.advance(400);

    const next = setUp({ journal, clock });
    expect(next.runtime.recover()).toEqual({ applied: 3, ignored: 0, diverged: 0 });
    expect(next.runtime.snapshot("a")?.value).toBe("on");
    expect(next.emitted).toEqual([]);
    expect(clock.next()).toBeUndefined();
    next.runtime.resume();
    expect(next.runtime.snapshot("a")?.value).toBe("off");
    // Nothing is emitted a second time.
    expect(next.emitted).toEqual(["a lamp.off"]);
    clock.advance(100);
    expect(next.runtime.snapshot("b")).toBeUndefined();
  });

  it("takes only the part of a journal it is asked for", () => {
    const { journal, clock, runtime } = setUp();
    runtime.start(lampMachine, "a", {});
    runtime.start(lampMachine, "b", {});
    const next = setUp({ journal, clock });
    next.runtime.recover((entry: JournalEntry) => entry.instance === "b");
    expect([...next.runtime.live()].map(([id]) => id)).toEqual(["b"]);
  });

  it("goes on from a checkpoint as from the whole history", () => {
    const { clock, runtime } = setUp();
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    clock.advance(60);
    const compacted = createMemoryJournal();
    for (const entry of runtime.checkpoints()) compacted.append(entry);
    runtime.stop();

    const next = setUp({ journal: compacted, clock });
    expect(next.runtime.recover()).toEqual({ applied: 1, ignored: 0, diverged: 0 });
    next.runtime.resume();
    clock.advance(39);
    expect(next.runtime.snapshot("a")?.value).toBe("on");
    clock.advance(1);
    expect(next.runtime.snapshot("a")?.value).toBe("off");
    expect(next.runtime.snapshot("a")?.context.attempt).toBe(1);
  });
});
