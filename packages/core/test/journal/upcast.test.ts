import { describe, expect, it } from "vitest";
import { setup } from "xstate";
import type { Bounded } from "../../src/bounded.js";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import type { Upcast } from "../../src/journal/upcast.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";

/**
 * A door. In its first version an instance was one visit (`front/1`), a visit began with KNOCK in
 * the payload of its start, and GREASE was an event. Now the door is the instance.
 */
const doorMachine = setup({
  types: {
    context: {} as Bounded & { readonly name: string; readonly visits: number },
    input: {} as { readonly name: string },
    events: {} as { type: "KNOCK" } | { type: "OPEN" } | { type: "CLOSE" },
  },
  actions: {},
}).createMachine({
  id: "door",
  meta: {
    upcast: (): Upcast => {
      const begun = new Set<string>();
      return (entry, known) => {
        if (entry.event === "GREASE") return undefined;
        if (!entry.instance.includes("/")) return entry;
        const instance = entry.instance.slice(0, entry.instance.indexOf("/"));
        if (entry.event === "readback.checkpoint") {
          const { value, context } = entry.payload as { value: string; context: object };
          const payload = { ...entry.payload, value: value === "ajar" ? "open" : value, context };
          return { ...entry, instance, payload, to: payload.value };
        }
        if (entry.event !== "readback.start") return { ...entry, instance };
        if (known(instance) || begun.has(instance)) return { ...entry, instance, event: "KNOCK" };
        begun.add(instance);
        return { ...entry, instance, payload: { input: { name: instance } } };
      };
    },
  },
  context: ({ input }) => ({ attempt: 0, bound: 1, cause: null, visits: 0, name: input.name }),
  initial: "shut",
  states: {
    shut: { on: { OPEN: "open", KNOCK: { actions: [] } } },
    open: { on: { CLOSE: "shut" }, after: { 100: "shut" } },
  },
});

const entry = (instance: string, event: string, to: string, more = {}): JournalEntry => ({
  v: 1,
  time: 10,
  machine: "door",
  instance,
  event,
  from: null,
  to,
  attempt: 0,
  bound: 1,
  cause: null,
  ...more,
});

const old = [
  entry("front/1", "readback.start", "shut", { payload: { visitor: "Ada" } }),
  entry("front/1", "GREASE", "shut"),
  entry("front/1", "OPEN", "open"),
];

describe("entries of an earlier version", () => {
  it("are translated, given to another instance, or left out", () => {
    const replay = createReplay([doorMachine]);
    expect(old.map((one) => replay.apply(one))).toEqual([true, false, true]);
    expect(replay.report).toEqual({ applied: 2, ignored: 1, diverged: 0 });
    const [door] = replay.instances.all();
    expect(door).toMatchObject({ id: "front", snapshot: { value: "open" } });
    expect(door?.snapshot.context).toMatchObject({ name: "front" });
  });

  it("have an upcaster for each fold: what one has seen is no other's business", () => {
    for (const _ of [1, 2]) {
      const replay = createReplay([doorMachine]);
      for (const one of old) replay.apply(one);
      expect(replay.instances.get("front")?.snapshot.value).toBe("open");
    }
  });

  it("may be checkpoints", () => {
    const replay = createReplay([doorMachine]);
    const context = { attempt: 0, bound: 1, cause: null, visits: 3, name: "front" };
    const payload = { value: "ajar", context, deadlines: [] };
    expect(replay.apply(entry("front/1", "readback.checkpoint", "ajar", { payload }))).toBe(true);
    expect(replay.instances.get("front")?.snapshot).toMatchObject({ value: "open", context });
    expect(replay.report.diverged).toBe(0);
  });

  it("are found by `recover`, and the runtime goes on from there in today's words", () => {
    const clock = createSimulatedClock(10);
    const journal = createMemoryJournal();
    for (const one of old) journal.append(one);
    const runtime = createRuntime([doorMachine], { clock, journal });
    const seen: string[] = [];
    const only = ({ instance }: JournalEntry) => seen.push(instance) > 0;
    expect(runtime.recover(only)).toEqual({ applied: 2, ignored: 1, diverged: 0 });
    expect(seen).toEqual(["front/1", "front/1", "front/1"]);
    runtime.resume();
    clock.advance(100);
    expect(runtime.snapshot("front")?.value).toBe("shut");
    expect([...journal.read()].at(-1)).toMatchObject({ instance: "front", to: "shut" });
  });

  it("do no harm when the upcaster cannot read them", () => {
    const replay = createReplay([doorMachine]);
    const broken = entry("front/1", "readback.checkpoint", "ajar", { payload: undefined });
    expect(replay.apply(broken)).toBe(false);
    expect(replay.report).toEqual({ applied: 0, ignored: 1, diverged: 0 });
  });
});
