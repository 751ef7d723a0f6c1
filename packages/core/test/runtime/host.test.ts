import { describe, expect, it } from "vitest";
import { journalEntrySchema } from "../../src/journal/entry-schema.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createHost, type HostState, type Moved } from "../../src/runtime/host.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { counterMachine } from "../support/counter-machine.js";
import { throughJson } from "../support/crash.js";
import { lampMachine } from "../support/lamp-machine.js";
import { createSharedJournal } from "../support/shared-journal.js";

const counter = createHost(counterMachine);
const lamp = createHost(lampMachine);

const deadlines = ({ deadlines }: HostState) => deadlines.map(({ id, at }) => `${at} ${id}`);
const REMINDER = "xstate.after.100.counter.open";
const CLOSING = "xstate.after.1000.counter.open";

/** A counter at which callers have come, at 0. */
function counterWith(...callers: readonly string[]): HostState<typeof counterMachine> {
  let { state } = counter.start("c", undefined, 0);
  for (const caller of callers) {
    state = counter.send("c", state, { type: "COME", caller }, 0)?.state ?? state;
  }
  return state;
}

/** Lets everything happen that is due until a moment, one after the other. */
function passTime(from: HostState<typeof counterMachine>, until: number) {
  const moves: Moved<typeof counterMachine>[] = [];
  let state = from;
  for (;;) {
    const moved = counter.due("c", state, until);
    if (!moved) return { state, moves, events: moves.map(({ entry }) => entry.event) };
    moves.push(moved);
    ({ state } = moved);
  }
}

describe("a host", () => {
  it("starts, sends and lets deadlines pass, and keeps nothing", () => {
    const started = lamp.start("a", {}, 1_000);
    expect(started.entry).toMatchObject({ event: "readback.start", time: 1_000, to: "off" });
    expect(lamp.next(started.state)).toBe(2_000);
    const on = lamp.send("a", started.state, { type: "TURN_ON", by: "Ada" }, 1_500);
    expect(on?.entry).toMatchObject({ event: "TURN_ON", payload: { by: "Ada" }, attempt: 1 });
    expect(on?.emitted).toEqual([{ type: "lamp.on", attempt: 1 }]);
    expect(on && lamp.due("a", on.state, 1_599)).toBeUndefined();
    const off = on && lamp.due("a", on.state, 1_600);
    expect(off?.entry).toMatchObject({ event: "xstate.after.shines.lamp.on", cause: "timer" });
    expect(off?.entry).not.toHaveProperty("deadline");
    // The same state again, the same event again: the same transition.
    expect(lamp.send("a", started.state, { type: "TURN_ON", by: "Ada" }, 1_500)).toEqual(on);
  });

  it("says when nothing happened", () => {
    const { state } = lamp.start("a", {}, 0);
    expect(lamp.send("a", state, { type: "TURN_OFF" }, 0)).toBeUndefined();
    const broken = lamp.send("a", state, { type: "BREAK" }, 0);
    expect(broken?.entry.done).toBe(true);
    expect(broken?.state.deadlines).toEqual([]);
    expect(broken && lamp.send("a", broken.state, { type: "TURN_ON" }, 0)).toBeUndefined();
    expect(broken && lamp.due("a", broken.state, 1e9)).toBeUndefined();
  });

  it.each([
    "xstate.after.kept.lamp.off",
    "xstate.init",
    "xstate.stop",
    "*",
    "readback.start",
    "readback.checkpoint",
  ])("refuses %s from outside", (type) => {
    const { state } = lamp.start("a", {}, 0);
    expect(lamp.send("a", state, { type } as never, 5_000)).toBeUndefined();
  });

  it("throws what the machine's input makes it throw, and leaves nothing behind", () => {
    expect(() => lamp.start("a", null as never, 0)).toThrow(TypeError);
    const runtime = createRuntime([lampMachine], { clock: createSimulatedClock() });
    expect(() => runtime.start(lampMachine, "a", null as never)).toThrow(TypeError);
    expect([...runtime.journal.read()]).toEqual([]);
  });
});

describe("what a host keeps", () => {
  it("is JSON, and goes on from there", () => {
    const state = counterWith("ada", "bo");
    const kept = throughJson(counter.keep(state));
    expect(kept).toMatchObject({ value: "open", context: { waiting: [{}, {}] } });
    const back = counter.restore(kept);
    expect(counter.keep(back)).toEqual(counter.keep(state));
    expect(passTime(back, 1_000).events).toEqual(passTime(state, 1_000).events);
  });

  it("stays over when it is over", () => {
    const closed = passTime(counterWith("ada"), 1_000).state;
    const back = counter.restore(throughJson(counter.keep(closed)));
    expect(back.snapshot.status).toBe("done");
    expect(counter.send("c", back, { type: "COME", caller: "bo" }, 2_000)).toBeUndefined();
  });

  it.each([
    ["nothing", undefined],
    ["no context", { value: "open", deadlines: [] }],
    ["a state there is not", { value: "mars", context: {}, deadlines: [] }],
    ["a state within none", { value: { open: "mars" }, context: {}, deadlines: [] }],
    ["no value", { context: {}, deadlines: [] }],
    ["no deadlines", { value: "open", context: {} }],
    ["a deadline at no time", { value: "open", context: {}, deadlines: [{ id: "a", event: {} }] }],
  ])("is refused by name when it is %s", (_, kept) => {
    expect(() => counter.restore(kept as never)).toThrow(/not a state of the machine "counter"/);
    expect(() => counter.restore(kept as never)).toThrow(
      expect.objectContaining({ code: "invalid_state" }),
    );
  });
});

describe("deadlines of one instance", () => {
  it("come in the order of time, a state's own before raised ones, then as they were set", () => {
    const state = counterWith("ada", "bo");
    expect(deadlines(state)).toEqual([
      `100 ${REMINDER}`,
      "100 patience.ada",
      "100 patience.bo",
      `1000 ${CLOSING}`,
    ]);
    expect(passTime(state, 5_000).events).toEqual([REMINDER, "PATIENCE", "PATIENCE", CLOSING]);
    // Also when they come back in another order.
    const { value, context, deadlines: all } = counter.keep(state);
    const mixed = counter.restore({ value, context, deadlines: [...all].reverse() });
    expect(passTime(mixed, 5_000).events).toEqual([REMINDER, "PATIENCE", "PATIENCE", CLOSING]);
  });

  it("are cancelled and set again by the id the machine gave them", () => {
    const left = counter.send("c", counterWith("ada", "bo"), { type: "LEAVE", caller: "ada" }, 10);
    expect(left && deadlines(left.state)).toEqual([
      `100 ${REMINDER}`,
      "100 patience.bo",
      `1000 ${CLOSING}`,
    ]);
    const back =
      left && counter.send("c", left.state, { type: "COME", caller: "ada", patience: 20 }, 30);
    expect(back && deadlines(back.state)[0]).toBe("50 patience.ada");
  });

  it("that the machine gave no id are told apart", () => {
    let state = counterWith();
    for (const now of [1, 2]) {
      state = counter.send("c", state, { type: "NUDGE" }, now)?.state ?? state;
    }
    expect(deadlines(state).slice(0, 2)).toEqual(["51 SERVE#1", "52 SERVE#2"]);
  });

  it("are gone once they have passed, also when the machine has no use for them", () => {
    const nudged = counter.send("c", counterWith(), { type: "NUDGE" }, 0);
    const passed = nudged && counter.due("c", nudged.state, 50);
    // Nobody waits, so nobody is served.
    expect(passed?.entry).toMatchObject({ event: "SERVE", deadline: "SERVE#1", to: "open" });
    expect(passed && deadlines(passed.state)).toEqual([`100 ${REMINDER}`, `1000 ${CLOSING}`]);
  });

  it("are named in the entry, so that the same event from outside is told apart", () => {
    const state = counterWith("ada");
    const sent = counter.send("c", state, { type: "PATIENCE", caller: "ada" }, 100);
    expect(sent?.entry).not.toHaveProperty("deadline");
    const [, passed] = passTime(state, 100).moves;
    expect(passed?.entry).toMatchObject({
      event: "PATIENCE",
      deadline: "patience.ada",
      payload: { caller: "ada" },
      told: [{ to: "ada", outcome: "gave_up" }],
    });
    expect(journalEntrySchema.parse(throughJson(passed?.entry))).toEqual(passed?.entry);
  });
});

describe("what callers were told", () => {
  it("is in the entry: the result's outcome, the event's, or its type", () => {
    const state = counterWith("ada", "bo");
    const told = (moved: Moved | undefined) => moved?.entry.told;
    expect(told(counter.send("c", state, { type: "SERVE" }, 1))).toEqual([
      { to: "ada", outcome: "served" },
      { to: "bo", outcome: "served" },
    ]);
    expect(told(counter.send("c", state, { type: "CLOSE" }, 1))).toEqual([
      { to: "ada", outcome: "counter.closing" },
      { to: "bo", outcome: "counter.closing" },
    ]);
    expect(told(counter.send("c", state, { type: "LEAVE", caller: "bo" }, 1))).toBeUndefined();
  });
});

describe("delayed events with ids of the machine's choosing", () => {
  it("happen in the runtime, and again in a replay and from checkpoints", () => {
    const clock = createSimulatedClock();
    const journal = createMemoryJournal();
    const runtime = createRuntime([counterMachine], { clock, journal });
    const gone: string[] = [];
    runtime.on(counterMachine, (one) => one.type === "counter.gone" && gone.push(one.to));
    runtime.start(counterMachine, "c", undefined);
    for (const [caller, patience] of [
      ["ada", 10],
      ["bo", 20],
      ["cy", 30],
    ] as const) {
      runtime.send("c", { type: "COME", caller, patience });
    }
    clock.advance(10);
    runtime.send("c", { type: "LEAVE", caller: "bo" });
    const checkpoints = throughJson([...runtime.checkpoints()]);
    clock.advance(20);
    expect(gone).toEqual(["ada", "cy"]);
    const replay = createReplay([counterMachine]);
    for (const entry of journal.read()) replay.apply(throughJson(entry));
    expect(replay.report).toMatchObject({ ignored: 0, diverged: 0 });
    const again = replay.instances.get("c") as HostState;
    expect(deadlines(again)).toEqual([`100 ${REMINDER}`, `1000 ${CLOSING}`]);

    const later = createSimulatedClock(10);
    const kept = createMemoryJournal();
    for (const entry of checkpoints) kept.append(entry);
    const next = createRuntime([counterMachine], { clock: later, journal: kept });
    next.recover();
    next.resume();
    later.advance(20);
    expect([...kept.read()].slice(1)).toEqual([...journal.read()].slice(-1));
  });

  it("happen once in several processes, whoever comes first", () => {
    const clock = createSimulatedClock();
    const shared = createSharedJournal();
    const gone: string[] = [];
    const runtimes = [0, 1, 2].map((process) => {
      const runtime = createRuntime([counterMachine], { clock, journal: shared.view() });
      runtime.on(counterMachine, (one, _, origin) => {
        if (one.type === "counter.gone" && origin === "here") gone.push(`${one.to} by ${process}`);
      });
      return runtime;
    });
    const [first, second] = runtimes;
    first?.start(counterMachine, "c", undefined);
    first?.send("c", { type: "COME", caller: "ada", patience: 10 });
    second?.send("c", { type: "COME", caller: "bo", patience: 10 });
    // The second process is quicker with the first deadline.
    shared.beforeNextAppend(() => runtimes[2]?.catchUp());
    clock.advance(10);
    expect(gone.map((one) => one.split(" ")[0]).sort()).toEqual(["ada", "bo"]);
    for (const runtime of runtimes) {
      runtime.catchUp();
      expect(runtime.snapshot("c")?.context.waiting).toEqual([]);
      expect([...runtime.checkpoints()][0]?.payload?.deadlines).toHaveLength(2);
    }
  });
});
