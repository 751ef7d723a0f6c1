import { fc } from "@fast-check/vitest";
import { describe } from "vitest";
import { createInstructionQueue, type InstructionQueue } from "../../src/instruction-ack/queue.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createBareQueue } from "../support/instruction-bare-host.js";
import {
  beginLife,
  createKeptJournal,
  expectSame,
  type Life,
  type Restart,
} from "../support/lives.js";
import { property } from "../support/properties.js";

const EXPIRY = 10_000;
const CONTENTS = ["Check for the CLI", "List openspec/", "Read the log"];

type Make = (
  life: Life,
  options: { maxFailed: number; expiresAfter: number; newId: () => string },
) => InstructionQueue;

const makeQueue: Make = (life, options) => createInstructionQueue({ ...life, ...options });

/** Processes that come and go, with a queue in each. */
function createWorld(maxFailed: number, make = makeQueue) {
  const clock = createSimulatedClock(1_000_000);
  const journal = createKeptJournal();
  let ids = 0;
  let life: Life;
  let queue: InstructionQueue;
  function begin() {
    life = beginLife(clock, journal);
    const newId = () => `id-${ids++}`;
    queue = make(life, { maxFailed, expiresAfter: EXPIRY, newId });
    queue.recover();
  }
  begin();
  return {
    clock,
    journal,
    queue: () => queue,
    restart(from: Restart) {
      if (from === "checkpoints") journal.compactTo(queue.runtime.checkpoints());
      life.end();
      begin();
    },
  };
}

interface Tracked {
  readonly id: string;
  readonly content: string;
  readonly maxRetries: number;
  state: "queued" | "sent" | "failed";
  /** Dispatches of this count. */
  used: number;
  /** The texts of every dispatch. */
  readonly texts: string[];
  /** Dispatches that were repetitions, and failures, over every count. */
  repeated: number;
  failures: number;
  expiresAt: number;
}

/** The rules of the queue, kept with two lists and some counting. */
class Model {
  queue: { readonly text?: string; readonly it?: Tracked }[] = [];
  known: Tracked[] = [];
  failed: Tracked[] = [];
  sent = 0;
  retried = 0;
  acknowledged = 0;
  failures = 0;
  made = 0;

  constructor(readonly maxFailed: number) {}

  private textOf({ content, used }: Tracked): string {
    const urgency = used < 2 ? "" : used === 2 ? "**IMPORTANT:** " : "**URGENT:** ";
    return `${urgency}${content}`;
  }

  track(content: string, maxRetries: number, now: number): string {
    const same = this.known.find((it) => it.content === content && it.state !== "failed");
    if (same) return same.id;
    const id = `id-${this.made++}`;
    const expiresAt = now + EXPIRY;
    const counts = { used: 0, texts: [], repeated: 0, failures: 0 };
    const it: Tracked = { id, content, maxRetries, state: "queued", expiresAt, ...counts };
    this.known.push(it);
    this.queue.push({ it });
    return id;
  }

  dispatch(): string | undefined {
    const first = this.queue.shift();
    if (!first?.it) return first?.text;
    const { it } = first;
    const text = this.textOf(it);
    it.texts.push(text);
    it.used += 1;
    it.state = "sent";
    // The first to be handed over is the first to be repeated.
    this.known = [...this.known.filter((one) => one !== it), it];
    this.sent += 1;
    if (it.used > 1) {
      this.retried += 1;
      it.repeated += 1;
    }
    return text;
  }

  tick(): number {
    if (this.queue.length > 0) return 0;
    for (const it of [...this.known]) {
      if (it.state !== "sent") continue;
      if (it.used > it.maxRetries) this.fail(it);
      else {
        it.state = "queued";
        this.queue.push({ it });
      }
    }
    return this.queue.length;
  }

  private fail(it: Tracked) {
    it.state = "failed";
    this.queue = this.queue.filter((one) => one.it !== it);
    this.failures += 1;
    it.failures += 1;
    this.failed.push(it);
    if (this.failed.length > this.maxFailed) this.forget(this.failed[0] as Tracked);
  }

  private forget(it: Tracked) {
    this.known = this.known.filter((one) => one !== it);
    this.failed = this.failed.filter((one) => one !== it);
    this.queue = this.queue.filter((one) => one.it !== it);
  }

  acknowledge(id: string): boolean {
    const it = this.known.find((one) => one.id === id);
    if (!it) return false;
    this.forget(it);
    this.acknowledged += 1;
    return true;
  }

  discard(id: string): boolean {
    const it = this.failed.find((one) => one.id === id);
    if (it) this.forget(it);
    return it !== undefined;
  }

  redrive(id: string, now: number): string | undefined {
    const it = this.failed.find((one) => one.id === id);
    if (!it) return undefined;
    const same = this.known.find((one) => one.content === it.content && one.state !== "failed");
    if (same) {
      this.forget(it);
      return same.id;
    }
    it.state = "queued";
    it.used = 0;
    it.expiresAt = now + EXPIRY;
    this.failed = this.failed.filter((one) => one !== it);
    this.queue.push({ it });
    return id;
  }

  /** Time has passed: what is too old has failed, the oldest first. */
  expire(now: number) {
    const old = this.known.filter((it) => it.state !== "failed" && it.expiresAt <= now);
    for (const it of old.sort((a, b) => a.expiresAt - b.expiresAt)) this.fail(it);
  }

  /** A new process knows nothing of plain texts, and counts what the journal holds. */
  restart(from: Restart) {
    this.queue = this.queue.filter(({ it }) => it);
    if (from === "history") return;
    const sum = (of: (it: Tracked) => number) => this.known.reduce((all, it) => all + of(it), 0);
    this.sent = sum(({ texts }) => texts.length);
    this.retried = sum(({ repeated }) => repeated);
    this.failures = sum(({ failures }) => failures);
    this.acknowledged = 0;
  }
}

const content = fc.constantFrom(...CONTENTS);
const does = <D extends string>(name: D) => fc.constant(name);
const which = fc.nat(12);
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: does("note"), content }) },
  { weight: 5, arbitrary: fc.record({ do: does("track"), content, maxRetries: fc.nat(4) }) },
  { weight: 9, arbitrary: fc.record({ do: does("dispatch") }) },
  { weight: 6, arbitrary: fc.record({ do: does("tick") }) },
  { weight: 2, arbitrary: fc.record({ do: does("acknowledge"), which }) },
  { weight: 2, arbitrary: fc.record({ do: does("redrive"), which }) },
  { weight: 1, arbitrary: fc.record({ do: does("discard"), which }) },
  { weight: 3, arbitrary: fc.record({ do: does("wait"), ms: fc.integer({ min: 1, max: 6_000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: does("restart"),
      from: fc.constantFrom<Restart[]>("history", "checkpoints"),
    }),
  },
);

type QueueStep = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** Takes a step that says something; what was said. */
function said(queue: Pick<InstructionQueue, "tick">, one: QueueStep): unknown {
  const it = queue as InstructionQueue;
  if (one.do === "note") return it.queueInstruction(one.content);
  if (one.do === "track") {
    return it.queueInstructionWithAck(one.content, { maxRetries: one.maxRetries });
  }
  if (one.do === "dispatch") return it.dispatch();
  if (one.do === "tick") return it.tick();
  if (one.do === "acknowledge") return it.acknowledgeInstruction(`id-${one.which}`);
  if (one.do === "redrive") return it.redrive(`id-${one.which}`);
  if (one.do === "discard") return it.discard(`id-${one.which}`);
  return undefined;
}

const dispatch = { do: "dispatch" as const };
const tick = { do: "tick" as const };
const redrive = { do: "redrive" as const, which: 0 };
const restart = { do: "restart" as const, from: "history" as const };
const track = (text: string) => ({ do: "track" as const, content: text, maxRetries: 0 });
const failsAtOnce = (text: string) => [track(text), dispatch, tick];

describe("the instruction queue", () => {
  property(
    "hands over, repeats, fails and forgets exactly what the rules say, whatever restarts come",
    [fc.nat(3), fc.array(step, { maxLength: 30, size: "max" })],
    (maxFailed, steps) => {
      const world = createWorld(maxFailed);
      const model = new Model(maxFailed);
      for (const one of steps) {
        // No two expire in the same instant: which of them would be first is nobody's promise.
        world.clock.advance(1);
        model.expire(world.clock.now());
        const queue = world.queue();
        const now = world.clock.now();
        switch (one.do) {
          case "note":
            queue.queueInstruction(one.content);
            model.queue.push({ text: one.content });
            break;
          case "track": {
            const { content: text, maxRetries } = one;
            const id = queue.queueInstructionWithAck(text, { maxRetries });
            expectSame(id, model.track(text, maxRetries, now));
            break;
          }
          case "dispatch":
            expectSame(queue.dispatch(), model.dispatch());
            break;
          case "tick":
            expectSame(queue.tick(), model.tick());
            break;
          case "acknowledge": {
            const id = `id-${one.which}`;
            expectSame(queue.acknowledgeInstruction(id), model.acknowledge(id));
            break;
          }
          case "redrive": {
            const id = `id-${one.which}`;
            expectSame(queue.redrive(id), model.redrive(id, now));
            break;
          }
          case "discard": {
            const id = `id-${one.which}`;
            expectSame(queue.discard(id), model.discard(id));
            break;
          }
          case "wait":
            world.clock.advance(one.ms);
            model.expire(world.clock.now());
            break;
          case "restart":
            world.restart(one.from);
            model.restart(one.from);
        }
        const { sent, retried, acknowledged, failures } = model;
        expectSame(world.queue().isIdle(), model.queue.length === 0);
        expectSame(world.queue().stats(), {
          sent,
          acknowledged,
          retried,
          failed: failures,
          retryRate: sent === 0 ? 0 : retried / sent,
        });
        expectSame(
          world
            .queue()
            .getFailedInstructions()
            .map(({ id, attempts, dispatches }) => [id, attempts, dispatches.map((d) => d.text)]),
          model.failed.map(({ id, used, texts }) => [id, used, texts]),
        );
      }
      const rest = Array.from({ length: model.queue.length + 1 }, () => world.queue().dispatch());
      expectSame(
        rest,
        rest.map(() => model.dispatch()),
      );
    },
    {
      kept: [
        // After a restart the failed ones stood in the order of their making, not of their failing:
        // the next one too many would have cost the wrong one.
        [2, [...failsAtOnce("a"), ...failsAtOnce("b"), redrive, dispatch, tick, restart]],
        // After a restart what had been redriven overtook what was queued before it.
        [2, [...failsAtOnce("a"), track("b"), redrive, restart]],
        // What was let go of because the same text is tracked by another id was still acknowledged by its own.
        [1, [...failsAtOnce("a"), track("a"), redrive, { do: "acknowledge", which: 0 }]],
      ],
    },
  );

  property(
    "is what a small host around the bare machine makes of it: the same journal, the same replies",
    [fc.nat(3), fc.array(step, { maxLength: 30, size: "max" })],
    (maxFailed, steps) => {
      const told = (make: Make) => {
        const world = createWorld(maxFailed, make);
        const replies = steps.map((one) => {
          world.clock.advance(one.do === "wait" ? one.ms : 1);
          if (one.do === "restart") world.restart("history");
          return said(world.queue(), one);
        });
        return [world.journal.entries(), replies];
      };
      expectSame(told(makeQueue), told(createBareQueue as unknown as Make));
    },
  );
});
