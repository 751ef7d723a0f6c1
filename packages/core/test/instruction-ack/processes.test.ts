import { describe, expect, it } from "vitest";
import { createInstructionQueue } from "../../src/instruction-ack/queue.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createSharedJournal } from "../support/shared-journal.js";

function room() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  const start = (name: string) => {
    const queue = createInstructionQueue({ clock, journal: journal.view(name) });
    queue.recover();
    return queue;
  };
  return { clock, journal, start };
}

describe("instruction queues of several processes on one journal", () => {
  it("hand an instruction over once, in one of them", () => {
    const { journal, start } = room();
    const [one, two] = [start("one"), start("two")];
    one.queueInstructionWithAck("Read AGENTS.md");
    let second: string | undefined;
    // The other process has looked, and is quicker to write.
    journal.beforeNextAppend(() => {
      second = two.dispatch();
    });
    expect([one.dispatch(), second]).toEqual([undefined, "Read AGENTS.md"]);
    expect(one.dispatch()).toBeUndefined();
    expect(two.dispatch()).toBeUndefined();
  });

  it("know each other's instructions, acknowledgements and counts", () => {
    const { clock, start } = room();
    const [one, two] = [start("one"), start("two")];
    const id = one.queueInstructionWithAck("Read AGENTS.md");
    expect(two.queueInstructionWithAck("Read AGENTS.md")).toBe(id);
    expect(two.dispatch()).toBe("Read AGENTS.md");
    expect(one.isIdle()).toBe(true);
    expect(two.acknowledgeInstruction(id)).toBe(true);
    clock.advance(5);
    expect(one.stats()).toEqual(two.stats());
    expect(one.tick()).toBe(0);
  });

  it("read past nothing that another one writes while they recover", () => {
    const { clock, journal, start } = room();
    const one = start("one");
    const view = journal.view("two");
    let reads = 0;
    const two = createInstructionQueue({
      clock,
      journal: {
        ...view,
        read() {
          const entries = [...view.read()];
          reads += 1;
          if (reads === 1) one.queueInstructionWithAck("Read AGENTS.md");
          return entries;
        },
      },
    });
    two.recover();
    expect(two.dispatch()).toBe("Read AGENTS.md");
  });

  it("track the same text once, also when both begin at the same moment", () => {
    const { clock, journal, start } = room();
    const [one, two] = [start("one"), start("two")];
    let second: string | undefined;
    journal.beforeNextAppend(() => {
      second = two.queueInstructionWithAck("Read AGENTS.md");
    });
    one.queueInstructionWithAck("Read AGENTS.md");
    clock.advance(5);
    expect([one.dispatch(), two.dispatch(), one.dispatch()]).toEqual([
      "Read AGENTS.md",
      undefined,
      undefined,
    ]);
    // Each of them may hold the id that does not count: it is as good as the other.
    expect(two.acknowledgeInstruction(second ?? "")).toBe(true);
    clock.advance(5);
    expect([one.stats().acknowledged, two.stats().acknowledged]).toEqual([1, 1]);
  });

  it.each([5, 0])(
    "agree which of two ids counts, %s ms apart, whichever is written first",
    (ms) => {
      for (let round = 0; round < 20; round += 1) {
        const { clock, journal, start } = room();
        const [one, two] = [start("one"), start("two")];
        journal.beforeNextAppend(() => {
          clock.advance(ms);
          two.queueInstructionWithAck("Read AGENTS.md");
        });
        one.queueInstructionWithAck("Read AGENTS.md");
        clock.advance(5);
        const starts = journal.entries.filter(({ event }) => event === "readback.start");
        const [younger = "", older = ""] = starts.map(({ instance }) => instance);
        const counts = ms > 0 || older < younger ? older : younger;
        const tracked = ({ runtime }: typeof one) => [...runtime.live()].map(([id]) => id);
        expect([tracked(one), tracked(two)]).toEqual([[counts], [counts]]);
        expect([one.dispatch(), two.dispatch()]).toEqual(["Read AGENTS.md", undefined]);
        // Whoever queued it holds the other id: that acknowledges it, too.
        expect(one.acknowledgeInstruction(counts === older ? younger : older)).toBe(true);
        expect(tracked(two)).toEqual([counts]);
        two.isIdle();
        expect(tracked(two)).toEqual([]);
      }
    },
  );

  it("repeat it no more often together than one of them would", () => {
    const { clock, start } = room();
    const [one, two] = [start("one"), start("two")];
    one.queueInstructionWithAck("Read AGENTS.md", { maxRetries: 9 });
    one.start();
    clock.advance(30_000);
    two.start();
    let handed = 0;
    for (let second = 0; second < 240; second += 1) {
      clock.advance(1_000);
      if ((one.dispatch() ?? two.dispatch()) !== undefined) handed += 1;
    }
    // Each of them looks once a minute, half a minute after the other.
    expect(handed).toBeLessThanOrEqual(1 + 4);
    expect(handed).toBeGreaterThanOrEqual(4);
  });

  it("count one look in nine tenths of the time between two, of whichever process", () => {
    const clock = createSimulatedClock(1_000_000);
    let back = 0;
    const queue = createInstructionQueue({ clock: { ...clock, now: () => clock.now() - back } });
    const id = queue.queueInstructionWithAck("Read AGENTS.md", { maxRetries: 9 });
    const look = (event: { readonly idle?: boolean; readonly every?: number }) => {
      queue.dispatch();
      return queue.runtime.send(id, { type: "TICK", ...event });
    };
    expect(look({ idle: false, every: 1_000 })).toBe(false);
    // It was handed over just now: the agent has had no time to take it up.
    expect(look({ every: 1_000 })).toBe(false);
    clock.advance(900);
    expect(look({ every: 1_000 })).toBe(true);
    expect(look({ every: 1_000 })).toBe(false);
    clock.advance(899);
    expect(look({ every: 1_000 })).toBe(false);
    clock.advance(1);
    expect(look({ every: 1_000 })).toBe(true);
    // Somebody who looks once is never too early.
    expect(look({})).toBe(true);
    // Nobody waits until a clock that was set back has caught up.
    queue.dispatch();
    back = 10_000;
    expect(queue.runtime.send(id, { type: "TICK", every: 1_000 })).toBe(true);
  });
});
