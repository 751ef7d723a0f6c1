import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createHost } from "../../src/runtime/host.js";
import { createFold } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { anyEvent, startOf } from "../support/ask-host.js";
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
    const effects: string[] = [];
    const heard: string[] = [];
    const runtimes = PROCESSES.map(() => {
      const runtime = createRuntime([askMachine], { clock, journal: journal.view() });
      runtime.on(askMachine, (emitted, _, origin) => {
        if (origin === "here") effects.push(JSON.stringify(emitted));
        else heard.push(JSON.stringify(emitted));
        if (emitted.type !== "ask.present") return;
        expect(emitted.request.attempt).toBeLessThanOrEqual(1 + maxRetries);
      });
      return runtime;
    });
    const start = (by: number) => {
      runtimes[by]?.start(askMachine, "a", startOf("a", { maxRetries }));
    };
    const taken = expect.objectContaining({ code: "duplicate_instance" });
    const send = (by: number, event: AskEvent) => void runtimes[by]?.send("a", event);
    if (startedTwice) {
      journal.beforeNextAppend(() => start(1));
      expect(() => start(0)).toThrow(taken);
    } else start(0);
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

    const fold = createFold(new Map([[askMachine.id, createHost(askMachine)]]));
    const implied = journal.entries.flatMap((entry) => fold.step(entry)?.emitted ?? []);
    const truth = fold.instances.get("a")?.snapshot;
    for (const runtime of runtimes) {
      runtime.send("nobody", { type: "FORGET" });
      const snapshot = runtime.snapshot("a");
      expect(snapshot?.value).toEqual(truth?.value);
      expect(snapshot?.context).toEqual(truth?.context);
    }
    // Each effect happens once, in one of the processes, and every other one hears of it.
    const all = implied.map((emitted) => JSON.stringify(emitted));
    expect(effects.sort()).toEqual([...all].sort());
    const others = PROCESSES.length - 1;
    expect(heard.sort()).toEqual(all.flatMap((one) => Array(others).fill(one)).sort());
  },
);
