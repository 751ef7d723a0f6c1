import { fc } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { InvalidInputError } from "../../src/errors.js";
import { createInstructionQueue } from "../../src/instruction-ack/queue.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFlakyJournal, createSleepyClock, expectSame } from "../support/lives.js";
import { property } from "../support/properties.js";

const EXPIRY = 10_000;
const TICK = 1_000;

const does = <D extends string>(name: D) => fc.constant(name);
const which = fc.nat(5);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: does("track"),
      content: fc.constantFrom("a", "b", "c"),
      maxRetries: fc.nat(2),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: does("dispatch") }) },
  { weight: 1, arbitrary: fc.record({ do: does("acknowledge"), which }) },
  { weight: 1, arbitrary: fc.record({ do: does("redrive"), which }) },
  { weight: 1, arbitrary: fc.record({ do: does("discard"), which }) },
  { weight: 4, arbitrary: fc.record({ do: does("wait"), ms: fc.nat(2 * TICK) }) },
  { weight: 1, arbitrary: fc.record({ do: does("sleep"), ms: fc.nat(EXPIRY) }) },
);

describe("whatever breaks around it, the instruction queue", () => {
  property(
    "does what it is asked or says why not, loses nothing, and never repeats too often",
    [
      fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
      fc.nat(2),
      fc.array(step, { maxLength: 25, size: "max" }),
    ],
    (works, maxFailed, steps) => {
      const clock = createSleepyClock(1_000_000);
      const journal = createFlakyJournal(works);
      let ids = 0;
      const queue = createInstructionQueue({
        clock,
        journal,
        maxFailed,
        expiresAfter: EXPIRY,
        tickInterval: TICK,
        newId: () => `id-${ids++}`,
        onError: () => {},
      });
      queue.start();
      /** Every instruction not yet acknowledged or let go of, with its dispatches of this count. */
      const open = new Map<string, { content: string; maxRetries: number; used: number }>();
      const view = () => [queue.isIdle(), queue.stats(), queue.getFailedInstructions()];
      /** Runs a command; one that is refused has changed nothing. */
      const attempt = <T>(run: () => T): T | "refused" => {
        const before = view();
        try {
          return run();
        } catch (error) {
          if (!(error as Error).message.includes("disk is full")) throw error;
          expectSame(view(), before);
          return "refused";
        }
      };
      for (const one of steps) {
        switch (one.do) {
          case "track": {
            const { content, maxRetries } = one;
            const id = attempt(() => queue.queueInstructionWithAck(content, { maxRetries }));
            if (id !== "refused" && !open.has(id)) open.set(id, { content, maxRetries, used: 0 });
            break;
          }
          case "dispatch": {
            const text = attempt(() => queue.dispatch());
            if (text === "refused" || text === undefined) break;
            const live = [...open].filter(([id]) => queue.runtime.snapshot(id) !== undefined);
            const sent = live.find(([id, { used }]) => {
              const { attempt = 0 } = queue.runtime.snapshot(id)?.context ?? {};
              return attempt === used + 1;
            });
            const it = sent?.[1];
            // With maxFailed 0 it may be gone already: it expired while the machine slept.
            if (!it) break;
            it.used += 1;
            if (!text.endsWith(it.content)) expect.fail(`"${text}" for "${it.content}"`);
            if (it.used > 1 + it.maxRetries) expect.fail(`dispatched ${it.used} times`);
            break;
          }
          case "acknowledge": {
            const id = `id-${one.which}`;
            const known = queue.runtime.snapshot(id) !== undefined;
            const said = attempt(() => queue.acknowledgeInstruction(id));
            if (said !== "refused") expectSame(said, known);
            if (said === true) open.delete(id);
            break;
          }
          case "redrive": {
            const id = `id-${one.which}`;
            const said = attempt(() => queue.redrive(id));
            const it = open.get(id);
            if (said === id && it) it.used = 0;
            break;
          }
          case "discard":
            attempt(() => queue.discard(`id-${one.which}`));
            break;
          case "wait":
            clock.advance(one.ms);
            break;
          case "sleep":
            clock.sleep(one.ms);
        }
        const { sent, retried } = queue.stats();
        if (retried > sent) expect.fail("more repetitions than dispatches");
      }
      journal.heal();
      // The agent takes what it is given, and never acknowledges.
      for (let second = 0; second < 25; second += 1) {
        while (queue.dispatch() !== undefined);
        clock.advance(TICK);
      }
      const states = [...queue.runtime.live()].map(([, { value }]) => value);
      expectSame([...new Set(states)], states.length > 0 ? ["failed"] : []);
      expectSame(queue.getFailedInstructions().length, states.length);
      if (works.every((work) => work) && states.length > maxFailed) {
        expect.fail(`${states.length} failed ones are kept, more than ${maxFailed}`);
      }
    },
    {
      kept: [
        // A tick that could not be written down was thrown out of the timer: nobody could catch it.
        [
          [true, true, true, false],
          1,
          [
            { do: "track", content: "a", maxRetries: 1 },
            { do: "dispatch" },
            { do: "wait", ms: TICK },
          ],
        ],
        // Asking whether the queue is idle let an instruction expire.
        [
          [true],
          0,
          [
            { do: "track", content: "a", maxRetries: 0 },
            { do: "wait", ms: 1_490 },
            { do: "sleep", ms: 772 },
            { do: "wait", ms: 1_520 },
            { do: "sleep", ms: 6_218 },
            { do: "acknowledge", which: 0 },
          ],
        ],
      ],
    },
  );

  property(
    "hands out nothing and says nothing untrue once it is disposed of",
    [fc.array(step, { maxLength: 20, size: "max" })],
    (steps) => {
      const clock = createSimulatedClock();
      let ids = 0;
      const queue = createInstructionQueue({
        clock,
        expiresAfter: EXPIRY,
        newId: () => `id-${ids++}`,
      });
      for (const one of steps) {
        if (one.do === "track") {
          queue.queueInstructionWithAck(one.content, { maxRetries: one.maxRetries });
        }
        if (one.do === "dispatch" && queue.dispatch() === undefined) queue.tick();
        if (one.do === "wait") clock.advance(one.ms);
      }
      const failed = queue.getFailedInstructions();
      queue.dispose();
      const entries = [...queue.runtime.journal.read()];
      for (let id = 0; id < ids; id += 1) {
        const said = [
          queue.dispatch(),
          queue.acknowledgeInstruction(`id-${id}`),
          queue.redrive(`id-${id}`),
          queue.discard(`id-${id}`),
          queue.tick(),
        ];
        expectSame(said, [undefined, false, undefined, false, 0]);
      }
      clock.advance(EXPIRY);
      expectSame(queue.getFailedInstructions(), failed);
      expectSame([...queue.runtime.journal.read()], entries);
    },
  );

  property(
    "repeats what the agent takes and never acknowledges exactly maxRetries times, then gives up",
    [fc.nat(6), fc.string({ minLength: 1 }).filter((text) => text.trim() !== "")],
    (maxRetries, content) => {
      const clock = createSimulatedClock();
      const queue = createInstructionQueue({ clock, tickInterval: TICK });
      const stop = queue.start();
      const id = queue.queueInstructionWithAck(content, { maxRetries });
      const texts: (string | undefined)[] = [];
      for (let minute = 0; minute < 10; minute += 1) {
        texts.push(queue.dispatch());
        expectSame(queue.dispatch(), undefined);
        clock.advance(TICK);
      }
      stop();
      const urgencies = ["", "", "**IMPORTANT:** ", ...Array(4).fill("**URGENT:** ")];
      const expected = urgencies.slice(0, 1 + maxRetries).map((urgency) => `${urgency}${content}`);
      expectSame(
        texts.filter((text) => text !== undefined),
        expected,
      );
      const [failed] = queue.getFailedInstructions();
      expectSame(
        [failed?.id, failed?.attempts, failed?.cause, failed?.dispatches.map(({ text }) => text)],
        [id, 1 + maxRetries, "policy", expected],
      );
    },
  );

  const notADuration = fc.oneof(
    fc.integer({ max: 0 }),
    fc.integer({ min: 1 }).map((n) => 2 ** 31 + n),
    fc.constantFrom<unknown[]>(Number.NaN, Number.POSITIVE_INFINITY, null, "60000", [], {}),
  );
  const notACount = fc.oneof(
    fc.integer({ max: -1 }),
    fc.constantFrom<unknown[]>(0.5, Number.NaN, Number.POSITIVE_INFINITY, null, "3", [], {}),
  );
  const bad = fc.oneof(
    fc.tuple(fc.constantFrom("tickInterval", "expiresAfter"), notADuration),
    fc.tuple(fc.constant("maxFailed"), notACount),
    fc.tuple(fc.constant("maxRetries"), fc.oneof(notACount, fc.integer({ min: 101 }))),
    fc.tuple(
      fc.constant("instruction"),
      fc.constantFrom<unknown[]>("", " \n\t", null, undefined, 7, {}, "x".repeat(100_001)),
    ),
  );

  property("refuses bad input by name before anything changes", [bad], ([field, value]) => {
    const journal = createFlakyJournal([true]);
    const queue = createInstructionQueue({ journal });
    try {
      if (field === "instruction") queue.queueInstructionWithAck(value as string);
      else if (field === "maxRetries") {
        queue.queueInstructionWithAck("a", { maxRetries: value as number });
      } else createInstructionQueue({ journal, [field]: value });
      expect.fail(`${field} was accepted`);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      if (!error.message.includes(field)) expect.fail(error.message);
    }
    expectSame([...journal.read()], []);
    expectSame(queue.isIdle(), true);
  });
});
