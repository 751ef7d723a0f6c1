import { isDeepStrictEqual } from "node:util";
import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import { askIdOf } from "../../src/ask-with-render-ack/request-id.js";
import { checkpointOf, type JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createReplay } from "../../src/runtime/replay.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { anyEvent, isForeign, startOf } from "../support/ask-host.js";
import {
  ASK,
  commands,
  createWorld,
  PLAIN,
  settings,
  type World,
  worldAfter,
} from "../support/ask-world.js";
import { property } from "../support/properties.js";

// Invariant 6: late, duplicate, reordered or forged events are harmless.

property(
  "is not moved by anything about a request it never sent",
  [settings, commands(["forge"])],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    const live = () => [...world.asker.runtime.live()].flat();
    const before = live();
    const entries = world.entries.length;
    const effective = world.forgeries().filter(([what, requestId]) => {
      world.fromUi(what, requestId);
      return world.entries.length > entries;
    });
    expect(effective).toEqual([]);
    // The very same snapshots, not only equal ones.
    live().forEach((one, index) => void expect(one).toBe(before[index]));
    expect(live()).toHaveLength(before.length);
    expect(world.errors).toEqual([]);
  },
);

/**
 * The entries of each ask that changed its state or a deadline; a repeated answer leaves one that does
 * neither. Which of two asks comes first when both are due at one moment is nobody's promise.
 */
function effective(entries: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const replay = createReplay([askMachine]);
  const state = (id: string) => {
    const found = replay.instances.get(id);
    if (!found) return undefined;
    // How many entries it has had is not its state.
    const { snapshot, deadlines } = found;
    return { ...checkpointOf(0, { id, snapshot, deadlines }), event: "" };
  };
  const kept = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const { instance } = entry;
    const before = state(instance);
    replay.apply(entry);
    if (isDeepStrictEqual(state(instance), before)) continue;
    kept.set(instance, [...(kept.get(instance) ?? []), { ...entry, sequence: 0 }]);
  }
  return kept;
}

/** After which command to repeat which event the asker has already taken. */
const echoes = fc.array(fc.option(fc.nat(9), { freq: 2 }), { minLength: 40, maxLength: 40 });

property(
  "takes a second ack, answer or cancel of the same request, at any time, for what it is: nothing",
  [settings, commands(["forge"]), echoes],
  async (chosen, list, repeat) => {
    const plain = await worldAfter(chosen, list);
    const echoing = createWorld(chosen);
    let taken: (readonly ["render" | "answer" | "cancel" | "decline", string])[] = [];
    for (const [index, command] of list.entries()) {
      const entries = echoing.entries.length;
      await echoing.do(command);
      const event = echoing.happenings.filter(({ kind }) => kind === "from ui").at(-1);
      if (
        event?.kind === "from ui" &&
        echoing.entries.length > entries &&
        event.what === command.do
      ) {
        const { what, requestId } = event;
        const isAcknowledged = echoing.happenings.some(
          (one) => one.kind === "acknowledged" && one.requestId === requestId,
        );
        if (what === "render" || what === "cancel" || what === "decline") {
          taken.push([what, requestId]);
        }
        // Once it is off the screen, an ack of any of its presentations is news again.
        if (what === "lose") {
          const lost = askIdOf(requestId);
          taken = taken.filter(([acked, id]) => acked !== "render" || askIdOf(id) !== lost);
        }
        // One that was refused may be sent again, and be taken then.
        if (what === "answer" && isAcknowledged) taken.push([what, requestId]);
      }
      const back = repeat[index];
      const echo =
        back === null || back === undefined ? undefined : taken.at(-1 - (back % taken.length));
      if (echo) echoing.fromUi(...echo);
    }
    expect(effective(echoing.entries)).toEqual(effective(plain.entries));
    const results = ({ callers }: World) => callers.map(({ settled }) => settled);
    expect(results(echoing)).toEqual(results(plain));
  },
  {
    kept: [
      // The late ack of the first presentation is news again when the second one, in its place, was lost.
      [
        { ...PLAIN, maxRetries: 1 },
        [
          ASK,
          { do: "wait", ms: 10 },
          ASK,
          { do: "render", request: 3 },
          { do: "lose", request: 0 },
        ],
        [null, null, null, null, 0],
      ],
      // After an abort the repeated ack of the closed dialog counted for the next attempt.
      [
        PLAIN,
        [ASK, { do: "render", request: 0 }, { do: "give up", caller: 0 }, ASK],
        [null, null, null, 0],
      ],
      // The repeated answer's entry changed which of two asks came first at the same moment.
      [
        PLAIN,
        [
          { do: "ask", question: 0, session: 1 },
          ASK,
          { do: "answer", request: 0 },
          { do: "answer", request: 1 },
          { do: "wait", ms: 0 },
          { do: "restart", how: "as checkpoints", again: false },
          { do: "wait until due", early: 0 },
        ],
        [null, null, null, null, 1],
      ],
    ],
  },
);

/** Types no caller may send, whatever state an ask is in. */
const forbidden = fc.oneof(
  fc.constantFrom(
    "xstate.init",
    "xstate.stop",
    "xstate.error.actor.0",
    "xstate.done.state.ask-with-render-ack.open",
    "xstate.after.renderTimeout.ask-with-render-ack.open.presenting.rendering",
    "xstate.after.queueCap.ask-with-render-ack.open.presenting.queued",
    "xstate.after.responseTimeout.ask-with-render-ack.open.rendered.waiting",
    "xstate.after.responseCap.ask-with-render-ack.open.rendered",
    "xstate.after.idleWindow.ask-with-render-ack.awaitingRetry",
    "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.listening",
    "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.holding",
    "xstate.after.lateAnswerWindow.ask-with-render-ack.ended.handedOver",
    "xstate.after.idleWindow.ask-with-render-ack.ended.untold",
    "xstate.after.memory.ask-with-render-ack.ended.received",
    "readback.start",
    "readback.checkpoint",
    "*",
    "",
    "toString",
    "__proto__",
  ),
  fc.string(),
);

property(
  "keeps its state and its journal when an event is not taken, and never throws",
  [
    fc.nat(3),
    fc.array(anyEvent, { maxLength: 12 }),
    fc.array(fc.oneof(forbidden, anyEvent), { minLength: 1, maxLength: 12 }),
  ],
  (maxRetries, before, stray) => {
    const journal = createMemoryJournal();
    const runtime = createRuntime([askMachine], { journal, clock: createSimulatedClock() });
    runtime.start(askMachine, "a", startOf("a", { maxRetries }));
    for (const event of before) runtime.send("a", event);
    for (const event of stray) {
      const snapshot = runtime.snapshot("a");
      const checkpoints = [...runtime.checkpoints()];
      const entries = [...journal.read()];
      const isForbidden = typeof event === "string";
      const taken = runtime.send(
        "a",
        isForbidden ? ({ type: event, requestId: "a.1" } as unknown as AskEvent) : event,
      );
      if (isForbidden || isForeign(event)) expect(taken).toBe(false);
      if (taken) continue;
      expect(runtime.snapshot("a")).toBe(snapshot);
      expect([...runtime.checkpoints()]).toEqual(checkpoints);
      expect([...journal.read()]).toEqual(entries);
    }
    expect(runtime.send("nobody", { type: "SHOW" })).toBe(false);
  },
);
