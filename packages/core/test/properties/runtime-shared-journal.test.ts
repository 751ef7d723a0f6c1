import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import type { AskEvent } from "../../src/ask-with-render-ack/ask.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import { createReplay } from "../../src/journal/replay.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { anyEvent, askOf } from "../support/ask-host.js";
import { TIMES } from "../support/ask-world.js";
import { property } from "../support/properties.js";
import { createSharedJournal } from "../support/shared-journal.js";

// Invariants 1, 2 and 5 when several processes share a journal: its order is what they agree on.

const PROCESSES = [0, 1, 2] as const;
const who = fc.constantFrom(...PROCESSES);
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        by: who,
        event: anyEvent,
        // Another process that writes after this one has looked and before it writes.
        quicker: fc.option(fc.record({ by: who, event: anyEvent }), { freq: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.oneof(fc.nat(12), fc.constantFrom(...Object.values(TIMES))) },
  ),
  { maxLength: 15, size: "max" },
);

property(
  "lets processes that share a journal agree on every state, attempt and outcome",
  [fc.nat(2), fc.boolean(), steps],
  (maxRetries, startedTwice, list) => {
    const clock = createSimulatedClock();
    const journal = createSharedJournal();
    const presented: string[] = [];
    const outcomes: string[] = [];
    const runtimes = PROCESSES.map(() => {
      const runtime = createRuntime([askMachine], { clock, journal: journal.view() });
      runtime.on(askMachine, (emitted) => {
        if (emitted.type === "ask.present") presented.push(emitted.request.requestId);
        if (emitted.type !== "ask.settled") return;
        const { outcome, attempt } = emitted.result;
        // With attempts left, an ask goes on after these two.
        const goesOn = outcome === "not_rendered" || outcome === "aborted";
        if (!goesOn || attempt > maxRetries) outcomes.push(outcome);
      });
      return runtime;
    });
    const start = (by: number) => {
      runtimes[by]?.start(askMachine, "a", askOf("a", { maxRetries }));
    };
    const send = (by: number, event: AskEvent) => void runtimes[by]?.send("a", event);
    if (startedTwice) journal.beforeNextAppend(() => start(1));
    start(0);
    for (const step of list) {
      if (typeof step === "number") {
        clock.advance(step);
        continue;
      }
      const { quicker } = step;
      if (quicker && quicker.by !== step.by) {
        journal.beforeNextAppend(() => send(quicker.by, quicker.event));
      }
      send(step.by, step.event);
      journal.beforeNextAppend(() => {});
    }

    const replay = createReplay([askMachine]);
    for (const entry of journal.entries) replay.apply(entry);
    const truth = replay.instances.get("a")?.snapshot;
    for (const runtime of runtimes) {
      runtime.send("nobody", { type: "RETRY" });
      const snapshot = runtime.snapshot("a");
      expect(snapshot?.value).toEqual(truth?.value);
      expect(snapshot?.context).toEqual(truth?.context);
    }
    expect(new Set(presented).size).toBe(presented.length);
    expect(outcomes.length).toBeLessThanOrEqual(1);
    for (const requestId of presented) {
      expect(Number(requestId.split(".")[1])).toBeLessThanOrEqual(1 + maxRetries);
    }
  },
);
