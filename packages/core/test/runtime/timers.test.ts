import { afterEach, describe, expect, it } from "vitest";
import { emit, setup } from "xstate";
import type { Bounded } from "../../src/bounded.js";
import type { Journal } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { type Clock, createSimulatedClock, systemClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import type { Runtime } from "../../src/runtime/runtime-interface.js";
import { lampMachine } from "../support/lamp-machine.js";

describe("the simulated clock", () => {
  it("fires what falls due on the way, in order, at its time", () => {
    const clock = createSimulatedClock(1_000);
    const fired: string[] = [];
    const at = (name: string) => () => void fired.push(`${name} ${clock.now()}`);
    clock.setTimeout(at("second"), 20);
    clock.setTimeout(at("first"), 10);
    clock.setTimeout(() => {
      at("third")();
      clock.setTimeout(at("fourth"), 5);
    }, 20);
    const dropped = clock.setTimeout(at("never"), 15);
    clock.clearTimeout(dropped);
    clock.clearTimeout(undefined);
    expect(clock.next()).toBe(1_010);
    clock.advance(25);
    expect(fired).toEqual(["first 1010", "second 1020", "third 1020", "fourth 1025"]);
    expect(clock.now()).toBe(1_025);
    expect(clock.next()).toBeUndefined();
  });
});

describe("deadlines", () => {
  it("fire on time, and are dropped when the state is left", () => {
    const clock = createSimulatedClock();
    const runtime = createRuntime([lampMachine], { clock });
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    clock.advance(50);
    runtime.send("a", { type: "TURN_OFF" });
    clock.advance(50);
    expect(runtime.snapshot("a")?.context.cause).toBe("human");
    runtime.send("a", { type: "TURN_ON" });
    clock.advance(100);
    expect(runtime.snapshot("a")?.context.cause).toBe("timer");
  });

  it("that cannot be journaled are reported, and tried again a second later", () => {
    const clock = createSimulatedClock();
    const inner = createMemoryJournal();
    const errors: unknown[] = [];
    let isFull = false;
    const journal: Journal = {
      ...inner,
      append(entry) {
        if (isFull) throw new Error(`full at ${clock.now()}`);
        return inner.append(entry);
      },
    };
    const runtime = createRuntime([lampMachine], {
      clock,
      journal,
      onError: (error) => errors.push((error as Error).message),
    });
    const heard: string[] = [];
    runtime.on(lampMachine, ({ type }) => heard.push(`${clock.now()} ${type}`));
    runtime.start(lampMachine, "a", {});
    runtime.start(lampMachine, "b", {});
    runtime.send("a", { type: "TURN_ON" });
    runtime.send("b", { type: "TURN_ON" });
    isFull = true;
    clock.advance(2_500);
    expect(errors).toEqual(["full at 100", "full at 1100", "full at 2100"]);
    expect(runtime.snapshot("a")?.value).toBe("on");
    isFull = false;
    // A send in between neither waits for the retry nor brings it forward.
    expect(runtime.send("a", { type: "POKE" })).toBe(true);
    clock.advance(599);
    expect(runtime.snapshot("b")?.value).toBe("on");
    clock.advance(1);
    expect(runtime.snapshot("b")?.value).toBe("off");
    expect(heard.at(-1)).toBe("3100 lamp.off");
    expect(errors).toHaveLength(3);
  });

  it("that leave the state as it is are gone once they have come, also for a checkpoint", () => {
    const egg = setup({
      types: { context: {} as Bounded, emitted: {} as { type: "egg.done" } },
    }).createMachine({
      id: "egg",
      context: { attempt: 1, bound: 1, cause: null },
      after: { 100: { actions: emit({ type: "egg.done" }) } },
    });
    const clock = createSimulatedClock();
    const runtime = createRuntime([egg], { clock });
    const heard: string[] = [];
    runtime.on(egg, ({ type }) => heard.push(type));
    runtime.start(egg, "a", undefined);
    clock.advance(1_000);
    expect(heard).toEqual(["egg.done"]);
    expect([...runtime.checkpoints()]).toMatchObject([{ payload: { deadlines: [] } }]);
    expect(clock.next()).toBeUndefined();
  });

  it("may be further away than a platform's timer reaches", () => {
    const simulated = createSimulatedClock();
    const delays: number[] = [];
    const clock: Clock = {
      ...simulated,
      setTimeout(callback, ms) {
        delays.push(ms);
        return simulated.setTimeout(callback, ms);
      },
    };
    const runtime = createRuntime([lampMachine], { clock });
    const far = 5 * 2 ** 31 + 7;
    runtime.start(lampMachine, "a", { kept: far });
    simulated.advance(far - 1);
    expect(runtime.snapshot("a")?.value).toBe("off");
    simulated.advance(1);
    expect(runtime.snapshot("a")).toBeUndefined();
    expect(Math.max(...delays)).toBeLessThan(2 ** 31);
    expect(delays.length).toBeGreaterThan(5);
  });

  it("need one timer of the platform, however many there are", () => {
    const simulated = createSimulatedClock();
    const handles = new Set<unknown>();
    const clock: Clock = {
      ...simulated,
      setTimeout(callback, ms) {
        const handle = simulated.setTimeout(() => {
          handles.delete(handle);
          callback();
        }, ms);
        handles.add(handle);
        return handle;
      },
      clearTimeout(handle) {
        handles.delete(handle);
        simulated.clearTimeout(handle);
      },
    };
    const runtime = createRuntime([lampMachine], { clock });
    for (let n = 0; n < 100; n += 1) {
      runtime.start(lampMachine, `${n}`, { kept: 1_000 - n, shines: 10 + n });
      if (n % 2) runtime.send(`${n}`, { type: "TURN_ON" });
      expect(handles.size).toBe(1);
    }
    simulated.advance(5_000);
    expect([...runtime.live()]).toEqual([]);
    expect(handles.size).toBe(0);
  });

  it("are kept when the clock of the machine steps back", () => {
    let now = 1_000_000;
    const simulated = createSimulatedClock();
    const clock: Clock = { ...simulated, now: () => now + simulated.now() };
    const journal = createMemoryJournal();
    const runtime = createRuntime([lampMachine], { clock, journal });
    runtime.start(lampMachine, "a", {});
    runtime.send("a", { type: "TURN_ON" });
    now -= 500;
    runtime.send("a", { type: "TURN_OFF" });
    runtime.send("a", { type: "TURN_ON" });
    const next = createRuntime([lampMachine], { clock: createSimulatedClock(), journal });
    expect(next.recover()).toEqual({ applied: 4, ignored: 0, diverged: 0 });
    expect(next.snapshot("a")?.context.attempt).toBe(2);
    simulated.advance(100);
    expect(runtime.snapshot("a")?.value).toBe("off");
  });
});

describe("with the clock of Node", () => {
  const handles: NodeJS.Timeout[] = [];
  let runtime: Runtime<typeof lampMachine>;
  const clock: Clock = {
    ...systemClock,
    setTimeout(callback, ms) {
      const handle = systemClock.setTimeout(callback, ms) as NodeJS.Timeout;
      handles.push(handle);
      return handle;
    },
  };
  afterEach(() => runtime.stop());

  it("a timer somebody waits for keeps the process alive, an idle one does not", () => {
    runtime = createRuntime([lampMachine], { clock });
    const isKept = () => handles.at(-1)?.hasRef();
    runtime.start(lampMachine, "a", { kept: 60_000, shines: 50_000 });
    expect(isKept()).toBe(false);
    runtime.send("a", { type: "TURN_ON" });
    expect(isKept()).toBe(true);
    runtime.start(lampMachine, "b", { kept: 40_000 });
    expect(isKept()).toBe(true);
    runtime.send("a", { type: "TURN_OFF" });
    expect(isKept()).toBe(false);
    runtime.send("b", { type: "TURN_ON" });
    expect(isKept()).toBe(true);
    runtime.send("b", { type: "BREAK" });
    expect(isKept()).toBe(false);
  });

  it("an instance that comes back keeps the process alive as before", () => {
    const journal = createMemoryJournal();
    const before = createRuntime([lampMachine], { clock, journal });
    before.start(lampMachine, "a", { shines: 50_000 });
    before.send("a", { type: "TURN_ON" });
    before.stop();
    runtime = createRuntime([lampMachine], { clock, journal });
    runtime.recover();
    runtime.resume();
    expect(handles.at(-1)?.hasRef()).toBe(true);
    runtime.send("a", { type: "TURN_OFF" });
    expect(handles.at(-1)?.hasRef()).toBe(false);
  });

  it("fires for real", async () => {
    runtime = createRuntime([lampMachine]);
    const off = new Promise<void>((resolve) => {
      runtime.on(lampMachine, ({ type }) => type === "lamp.off" && resolve());
    });
    runtime.start(lampMachine, "a", { shines: 5 });
    runtime.send("a", { type: "TURN_ON" });
    await off;
    expect(runtime.snapshot("a")?.value).toBe("off");
  });
});
