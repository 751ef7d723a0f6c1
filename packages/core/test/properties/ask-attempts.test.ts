import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import {
  ASK,
  commands,
  createWorld,
  generations,
  PLAIN,
  settings,
  TIMES,
  type World,
  worldAfter,
} from "../support/ask-world.js";
import { PASSAGES } from "../support/crash.js";
import { property } from "../support/properties.js";

// Invariant 1: attempts never exceed the bound.

/** The attempts the UI saw of each generation of each ask. */
function presentations({ requests }: World): Map<string, number[]> {
  const attempts = new Map<string, number[]>();
  for (const [requestId, generation] of generations(requests)) {
    const { attempt = 0 } = requests.get(requestId) ?? {};
    attempts.set(generation, [...(attempts.get(generation) ?? []), attempt]);
  }
  return attempts;
}

property(
  "never asks more than 1 + maxRetries times",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const bound = 1 + chosen.maxRetries;
    for (const attempts of presentations(world).values()) {
      expect(attempts.length).toBeLessThanOrEqual(bound);
      expect(new Set(attempts).size).toBe(attempts.length);
      expect(Math.max(...attempts)).toBeLessThanOrEqual(bound);
    }
    expect(world.entries.filter(({ attempt, bound }) => attempt > bound)).toEqual([]);
    for (const { settled } of world.callers) {
      for (const result of settled) expect(result).toMatchObject({ maxRetries: chosen.maxRetries });
    }
  },
  {
    kept: [
      // A late ack made the first presentation count again: after a restart it was sent as the second.
      [
        { ...PLAIN, retry: "host" },
        [
          ASK,
          { do: "wait", ms: 10 },
          { do: "render", request: 1 },
          { do: "restart", how: "as it is", again: false },
        ],
      ],
    ],
  },
);

property(
  "gives a question a new budget only after the ask before it has ended",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    /** Attempts used by the asks that have no outcome yet. */
    const unfinished = new Map<string, number>();
    for (const { instance, event, attempt, outcome, to } of world.entries) {
      const used = unfinished.get(instance) ?? 0;
      expect(attempt).toBeGreaterThanOrEqual(used);
      if (event === "readback.start") expect(used).toBe(0);
      if (outcome !== undefined) unfinished.delete(instance);
      else if (/^(open|awaitingRetry)/.test(to)) unfinished.set(instance, attempt);
    }
  },
);

/** One call that will not be shown, and what goes wrong around it. */
const unshownCall = fc.record({
  how: fc.constantFrom("works" as const, "throws" as const, "rejects" as const),
  queuedFirst: fc.boolean(),
  joiners: fc.nat(2),
  restart: fc.option(fc.constantFrom(...PASSAGES), { freq: 3 }),
  pause: fc.nat(TIMES.idleWindow - 1),
});

property(
  "tells an agent whose question never appears to retry exactly maxRetries times",
  [fc.nat(5), fc.array(unshownCall, { minLength: 6, maxLength: 6 })],
  async (maxRetries, calls) => {
    const world = createWorld({ maxRetries });
    const told: boolean[] = [];
    for (const { how, queuedFirst, joiners, restart, pause } of calls.slice(0, 1 + maxRetries)) {
      await world.do({ do: "sending", how });
      await world.do({ do: "ask", question: 0, session: 0 });
      if (how === "works") {
        for (let n = 0; n < joiners; n += 1) await world.do({ do: "ask", question: 0, session: 0 });
        if (queuedFirst) await world.do({ do: "queue", request: 0 });
        await world.do({ do: "sending", how: "works" });
        if (restart) await world.do({ do: "restart", how: restart, again: true });
        await world.do({ do: "wait", ms: queuedFirst ? TIMES.queueCap : TIMES.renderTimeout });
      }
      const results = world.callers.flatMap(({ settled }) => settled).splice(0);
      const last = results.at(-1);
      if (!last || last instanceof Error) throw new Error("The call did not end");
      told.push(last.shouldRetry);
      expect(last).toMatchObject({ attempt: told.length, renderConfirmed: false, timedOut: false });
      expect(last.retryReason).toBe(
        last.shouldRetry
          ? `UI failed to render question (attempt ${told.length}/${maxRetries})`
          : `Max retries (${maxRetries}) exceeded`,
      );
      if (restart) await world.do({ do: "restart", how: restart, again: true });
      await world.do({ do: "wait", ms: pause });
    }
    expect(told).toEqual([...Array<boolean>(maxRetries).fill(true), false]);
  },
);

property(
  "presents again by itself, in host mode, exactly maxRetries times, within one call",
  [fc.nat(5), fc.array(fc.option(fc.constantFrom(...PASSAGES), { freq: 2 }), { maxLength: 6 })],
  async (maxRetries, restarts) => {
    const world = createWorld({ maxRetries, retry: "host" });
    await world.do({ do: "ask", question: 0, session: 0 });
    for (let attempt = 1; attempt <= 1 + maxRetries; attempt += 1) {
      expect([...world.requests.values()].map((request) => request.attempt)).toHaveLength(attempt);
      const how = restarts[attempt - 1];
      if (how) await world.do({ do: "restart", how, again: true });
      expect(world.waiting()).toHaveLength(1);
      await world.do({ do: "wait", ms: TIMES.renderTimeout });
    }
    const results = world.callers.flatMap(({ settled }) => settled);
    expect(results).toMatchObject([{ outcome: "exhausted", attempt: 1 + maxRetries }]);
  },
);

property(
  "counts a call that comes after the last one ended as the next attempt, shown anew or not",
  [settings, commands()],
  async (chosen, list) => {
    const { entries } = await worldAfter(chosen, list);
    const attempts = new Map<string, number>();
    for (const { instance, event, attempt, from, to } of entries) {
      const before = attempts.get(instance) ?? 0;
      const isCall = event === "CALL" && from !== to;
      const isOpen = to.startsWith("open");
      if (event === "readback.start") expect(attempt).toBe(isOpen ? 1 : 0);
      // Asked again after the end, it counts from 1; a late answer is there without any attempt.
      else if (isCall && from?.startsWith("ended")) {
        expect(isOpen ? [1] : [before, 0]).toContain(attempt);
      } else if (isCall) expect(attempt).toBe(before + 1);
      else if (event === "CALL" || chosen.retry === "agent") expect(attempt).toBe(before);
      attempts.set(instance, attempt);
    }
  },
);
