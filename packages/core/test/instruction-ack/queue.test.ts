import { describe, expect, it } from "vitest";
import {
  createInstructionQueue,
  type InstructionQueueOptions,
  startRetryTimer,
} from "../../src/instruction-ack/queue.js";
import { instructionStats } from "../../src/instruction-ack/statistics.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";

const CHECK = "Check for the OpenSpec CLI";

function setUp(options: InstructionQueueOptions = {}) {
  const clock = createSimulatedClock();
  return { clock, queue: createInstructionQueue({ clock, ...options }) };
}

/** Dispatches and ticks until nothing more comes. */
function dispatchAll(queue: ReturnType<typeof createInstructionQueue>): string[] {
  const texts: string[] = [];
  for (;;) {
    const text = queue.dispatch();
    if (text !== undefined) texts.push(text);
    else if (queue.tick() === 0) return texts;
  }
}

describe("an instruction that is never acknowledged", () => {
  it.each([
    [3, [CHECK, CHECK, `**IMPORTANT:** ${CHECK}`, `**URGENT:** ${CHECK}`]],
    [4, [CHECK, CHECK, `**IMPORTANT:** ${CHECK}`, `**URGENT:** ${CHECK}`, `**URGENT:** ${CHECK}`]],
    [1, [CHECK, CHECK]],
    [0, [CHECK]],
  ])("with maxRetries %i is dispatched as %j, then fails", (maxRetries, expected) => {
    const { queue } = setUp();
    const id = queue.queueInstructionWithAck(CHECK, { maxRetries });
    expect(dispatchAll(queue)).toEqual(expected);
    expect(queue.getFailedInstructions()).toMatchObject([
      { id, content: CHECK, attempts: expected.length, maxRetries, cause: "policy" },
    ]);
    expect(queue.getFailedInstructions()[0]?.dispatches.map(({ text }) => text)).toEqual(expected);
  });

  it("is repeated three times by default", () => {
    const { queue } = setUp();
    queue.queueInstructionWithAck(CHECK);
    expect(dispatchAll(queue)).toHaveLength(4);
  });

  it("fails visibly even when no agent ever takes it", () => {
    const { clock, queue } = setUp({ expiresAfter: 1_000 });
    queue.queueInstructionWithAck(CHECK);
    clock.advance(1_000);
    expect(queue.dispatch()).toBeUndefined();
    expect(queue.getFailedInstructions()).toMatchObject([{ attempts: 0, cause: "timer" }]);
  });
});

describe("taking an instruction", () => {
  it("tells the id to acknowledge it by, and none for a text that is not tracked", () => {
    const { queue } = setUp();
    queue.queueInstruction("Read the notes");
    const id = queue.queueInstructionWithAck(CHECK);
    expect(queue.take()).toEqual({ text: "Read the notes", id: null });
    expect(queue.take()).toEqual({ text: CHECK, id });
    expect(queue.take()).toBeUndefined();
    expect(queue.stats()).toMatchObject({ sent: 1 });
  });
});

describe("what the agent was given", () => {
  it("is known, also after a restart, until the instruction has ended", () => {
    const journal = createMemoryJournal();
    const { queue } = setUp({ journal });
    const id = queue.queueInstructionWithAck(CHECK, { maxRetries: 0 });
    expect(queue.wasHandedOver(id)).toBe(false);
    queue.dispatch();
    expect(queue.wasHandedOver(id)).toBe(true);
    const { queue: later } = setUp({ journal });
    expect(later.wasHandedOver(id)).toBeUndefined();
    later.recover();
    expect(later.wasHandedOver(id)).toBe(true);
    later.tick();
    later.redrive(id);
    // What it did for the dispatches before was counted as nothing.
    expect(later.wasHandedOver(id)).toBe(false);
    later.acknowledgeInstruction(id);
    expect(later.wasHandedOver(id)).toBeUndefined();
  });
});

describe("a tick", () => {
  it("does nothing while the queue is not empty", () => {
    const { queue } = setUp();
    queue.queueInstructionWithAck(CHECK);
    queue.dispatch();
    queue.queueInstruction("Something else");
    expect(queue.tick()).toBe(0);
    expect(queue.dispatch()).toBe("Something else");
    expect(queue.tick()).toBe(1);
    expect(queue.dispatch()).toBe(CHECK);
  });

  it("leaves alone what was never dispatched", () => {
    const { queue } = setUp();
    queue.queueInstructionWithAck("a");
    queue.queueInstructionWithAck("b");
    queue.dispatch();
    expect(queue.tick()).toBe(0);
    expect([queue.dispatch(), queue.dispatch()]).toEqual(["b", undefined]);
  });

  it("comes every 60 seconds once started, until stopped", () => {
    const { clock, queue } = setUp();
    const controller = new AbortController();
    queue.queueInstructionWithAck(CHECK);
    queue.dispatch();
    queue.start({ signal: controller.signal });
    clock.advance(59_999);
    expect(queue.isIdle()).toBe(true);
    clock.advance(1);
    expect(queue.dispatch()).toBe(CHECK);
    controller.abort();
    clock.advance(600_000);
    expect(queue.isIdle()).toBe(true);
  });

  it("comes as often as startRetryTimer is told, until that is stopped", () => {
    const { clock, queue } = setUp();
    queue.queueInstructionWithAck(CHECK);
    queue.dispatch();
    const stop = startRetryTimer(queue, { everyMs: 5_000 });
    clock.advance(4_999);
    expect(queue.isIdle()).toBe(true);
    clock.advance(1);
    expect(queue.dispatch()).toBe(CHECK);
    stop();
    clock.advance(600_000);
    expect(queue.isIdle()).toBe(true);
    expect(() => startRetryTimer(queue, { everyMs: 0 })).toThrow(/everyMs/);
  });
});

describe("an acknowledgement", () => {
  it("ends the instruction and removes its queued copy", () => {
    const { queue } = setUp();
    const id = queue.queueInstructionWithAck(CHECK);
    expect(queue.acknowledgeInstruction(id)).toBe(true);
    expect(queue.dispatch()).toBeUndefined();
    expect(queue.acknowledgeInstruction(id)).toBe(false);
    expect(queue.acknowledgeInstruction("unknown")).toBe(false);
  });

  it("counts even when it comes after the instruction has failed", () => {
    const { queue } = setUp();
    const id = queue.queueInstructionWithAck(CHECK, { maxRetries: 0 });
    dispatchAll(queue);
    expect(queue.acknowledgeInstruction(id)).toBe(true);
    expect(queue.getFailedInstructions()).toEqual([]);
  });
});

it("gives the same id, and no second copy, for the same text while it is tracked", () => {
  const { queue } = setUp();
  const id = queue.queueInstructionWithAck(CHECK);
  expect(queue.queueInstructionWithAck(CHECK, { maxRetries: 5 })).toBe(id);
  expect([queue.dispatch(), queue.dispatch()]).toEqual([CHECK, undefined]);
  expect(queue.queueInstructionWithAck(CHECK)).toBe(id);
  queue.acknowledgeInstruction(id);
  expect(queue.queueInstructionWithAck(CHECK)).not.toBe(id);
});

describe("a failed instruction", () => {
  it("can be redriven with a new count, or discarded", () => {
    const { queue } = setUp();
    const id = queue.queueInstructionWithAck(CHECK, { maxRetries: 1 });
    dispatchAll(queue);
    expect(queue.redrive(id)).toBe(id);
    expect(dispatchAll(queue)).toEqual([CHECK, CHECK]);
    expect(queue.stats().failed).toBe(2);
    expect(queue.discard(id)).toBe(true);
    expect(queue.discard(id)).toBe(false);
    expect(queue.redrive(id)).toBeUndefined();
    expect(queue.getFailedInstructions()).toEqual([]);
  });

  it("gives way to a tracked one with the same text", () => {
    const { queue } = setUp();
    const failed = queue.queueInstructionWithAck(CHECK, { maxRetries: 0 });
    dispatchAll(queue);
    const tracked = queue.queueInstructionWithAck(CHECK);
    expect(queue.redrive(failed)).toBe(tracked);
    expect(queue.getFailedInstructions()).toEqual([]);
    // Its caller has the other id now.
    expect(queue.acknowledgeInstruction(failed)).toBe(false);
    expect(queue.acknowledgeInstruction(tracked)).toBe(true);
  });

  it("is kept up to a limit, the oldest discarded first", () => {
    const { queue } = setUp({ maxFailed: 2 });
    for (const text of ["a", "b", "c"]) queue.queueInstructionWithAck(text, { maxRetries: 0 });
    dispatchAll(queue);
    expect(queue.getFailedInstructions().map(({ content }) => content)).toEqual(["b", "c"]);
  });
});

it("counts what was sent, acknowledged, retried and failed", () => {
  const { queue } = setUp();
  expect(queue.stats()).toEqual({ sent: 0, acknowledged: 0, retried: 0, failed: 0, retryRate: 0 });
  queue.queueInstructionWithAck("a", { maxRetries: 2 });
  const id = queue.queueInstructionWithAck("b");
  queue.dispatch();
  queue.dispatch();
  queue.acknowledgeInstruction(id);
  dispatchAll(queue);
  expect(queue.stats()).toEqual({
    sent: 4,
    acknowledged: 1,
    retried: 2,
    failed: 1,
    retryRate: 0.5,
  });
});

it("goes on after a restart with the same counts and queue", () => {
  const journal = createMemoryJournal();
  const { clock, queue } = setUp({ journal });
  const first = queue.queueInstructionWithAck("a", { maxRetries: 2 });
  queue.queueInstructionWithAck("b");
  queue.dispatch();
  const next = createInstructionQueue({ journal, clock });
  expect(next.recover()).toBe(2);
  expect(next.queueInstructionWithAck("a")).toBe(first);
  expect(dispatchAll(next).filter((text) => text.endsWith("a"))).toEqual(["a", "**IMPORTANT:** a"]);
});

it("keeps its statistics over a restart", () => {
  const journal = createMemoryJournal();
  const { clock, queue } = setUp({ journal });
  const first = queue.queueInstructionWithAck("a", { maxRetries: 1 });
  queue.queueInstructionWithAck("b", { maxRetries: 0 });
  dispatchAll(queue);
  queue.redrive(first);
  queue.dispatch();
  queue.acknowledgeInstruction(first);
  const stats = { sent: 4, acknowledged: 1, retried: 1, failed: 2, retryRate: 0.25 };
  expect(queue.stats()).toEqual(stats);
  const next = createInstructionQueue({ journal, clock });
  next.recover();
  expect(next.stats()).toEqual(stats);
  expect(instructionStats(journal.read())).toEqual(stats);
});

it("writes down who let a failed instruction go", () => {
  const journal = createMemoryJournal();
  const { queue } = setUp({ journal, maxFailed: 3 });
  for (const text of ["a", "b", "c", "d"]) queue.queueInstructionWithAck(text, { maxRetries: 0 });
  dispatchAll(queue);
  const [b, c, d] = queue.getFailedInstructions().map(({ id }) => id);
  queue.discard(b as string);
  queue.queueInstructionWithAck("c");
  queue.redrive(c as string);
  queue.acknowledgeInstruction(d as string);
  const ends = [...journal.read()].filter(({ done }) => done);
  expect(ends.map(({ event, to, cause }) => `${event} ${to} ${cause}`)).toEqual([
    "DISCARD discarded policy",
    "DISCARD discarded human",
    "REDRIVE discarded human",
    "ACKNOWLEDGE acknowledged system",
  ]);
});

it("leaves no timer behind", () => {
  const { clock, queue } = setUp();
  queue.queueInstructionWithAck(CHECK);
  queue.start();
  queue.dispose();
  expect(clock.next()).toBeUndefined();
});

describe("next", () => {
  it("hands over everything that waits, and repeats it once an interval has passed", () => {
    const { clock, queue } = setUp({ tickInterval: 60_000 });
    const id = queue.queueInstructionWithAck(CHECK);
    queue.queueInstruction("Be brief");
    expect(queue.next()).toEqual([
      { text: CHECK, id },
      { text: "Be brief", id: null },
    ]);
    expect(queue.next()).toEqual([]);
    clock.advance(30_000);
    expect(queue.next()).toEqual([]);
    clock.advance(30_000);
    expect(queue.next()).toEqual([{ text: CHECK, id }]);
    expect(queue.next()).toEqual([]);
    queue.acknowledgeInstruction(id);
    clock.advance(60_000);
    expect(queue.next()).toEqual([]);
  });
});
