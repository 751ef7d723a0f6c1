import { fc } from "@fast-check/vitest";
import { expect } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.js";
import {
  ASK,
  type Caller,
  commands,
  createWorld,
  generations,
  type Settings,
  settings,
  TIMES,
  worldAfter,
} from "../support/ask-world.js";
import { property } from "../support/properties.js";

// Invariants 2 and 3: one outcome for each ask and each call, and time alone brings it.

/** The entries of each instance, from each of its beginnings: `isBeginning` says which those are. */
function since(
  isBeginning: (entry: JournalEntry) => boolean,
  entries: readonly JournalEntry[],
): readonly (readonly JournalEntry[])[] {
  const parts: JournalEntry[][] = [];
  const latest = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    const known = isBeginning(entry) ? undefined : latest.get(entry.instance);
    const part = known ?? [];
    part.push(entry);
    if (known) continue;
    latest.set(entry.instance, part);
    parts.push(part);
  }
  return parts;
}

const isStart = ({ event }: JournalEntry) => event === "readback.start";

/** The same question, asked again after it had ended; one that was answered late needs no presentation. */
const isNextGeneration = ({ event, from, to, outcome }: JournalEntry) =>
  event === "CALL" &&
  from?.startsWith("ended") === true &&
  (to.startsWith("open") || outcome !== undefined);

/** The longest an ask can take when nobody does anything: every wait it may have left, in a row. */
function longest({ maxRetries, lateAnswerWindow }: Settings): number {
  const { renderTimeout, responseTimeout, queueCap, idleWindow } = TIMES;
  return queueCap + maxRetries * renderTimeout + responseTimeout + idleWindow + lateAnswerWindow;
}

property(
  "gives every call exactly one result, and reports no error",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    for (const { settled, lost } of world.callers) {
      expect(settled).toHaveLength(lost ? 0 : 1);
      for (const result of settled) expect(result).not.toBeInstanceOf(Error);
    }
    expect(world.errors).toEqual([]);
  },
);

property(
  "gives every generation of an ask exactly one outcome, and nothing comes after its end",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const begins = (entry: JournalEntry) => isStart(entry) || isNextGeneration(entry);
    for (const entries of since(begins, world.entries)) {
      expect(entries.filter(({ outcome }) => outcome !== undefined)).toHaveLength(1);
    }
    for (const entries of since(isStart, world.entries)) {
      expect(entries.filter(({ done }) => done)).toEqual([entries.at(-1)]);
    }
  },
);

property(
  "gives everyone who waits for the same question the same result, but who gave up or left",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const waiting = new Set<Caller>();
    const gaveUp = new Set<Caller>();
    for (const happening of world.happenings) {
      if (happening.kind === "asked") waiting.add(happening.caller);
      if (happening.kind === "gave up") gaveUp.add(happening.caller);
      if (happening.kind === "restart") waiting.clear();
      if (happening.kind !== "result") continue;
      const { caller, result } = happening;
      waiting.delete(caller);
      if (gaveUp.has(caller)) {
        expect(result.outcome).toBe("aborted");
        continue;
      }
      expect(result.outcome).not.toBe("aborted");
      if (result.outcome === "pending") continue;
      for (const other of waiting) {
        if (other.question !== caller.question || other.session !== caller.session) continue;
        if (!gaveUp.has(other)) expect(other.settled).toEqual([result]);
      }
    }
  },
);

const keyOf = ({ question, session }: Caller) => `${question} ${session}`;

property(
  "goes on with the same ask when a call that could wait no longer is made again",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    const generation = generations(world.requests);
    /** When the latest caller left. */
    const leftAt = new Map<string, number>();
    const asks = new Map<string, string>();
    const expected = new Map<Caller, string>();
    const waiting = new Set<Caller>();
    for (const happening of world.happenings) {
      if (happening.kind === "restart") waiting.clear();
      if (happening.kind !== "asked" && happening.kind !== "told") continue;
      const { at } = happening;
      const caller =
        happening.kind === "asked"
          ? happening.caller
          : world.callers.find(({ id }) => id === happening.to);
      if (!caller) continue;
      const key = keyOf(caller);
      if (happening.kind === "asked") waiting.add(caller);
      else waiting.delete(caller);
      if (happening.kind === "asked") {
        const before = asks.get(key);
        asks.delete(key);
        const left = leftAt.get(key) ?? Number.NEGATIVE_INFINITY;
        if (before && at - left < TIMES.idleWindow) expected.set(caller, before);
        continue;
      }
      const { outcome, requestId } = happening.result;
      const ask = generation.get(requestId ?? "");
      if (ask === undefined) continue;
      // Where others still wait, they are told how it ends, and nothing is kept.
      const isLast = ![...waiting].some((one) => keyOf(one) === key);
      if (outcome === "pending") {
        if (isLast) asks.set(key, ask);
        leftAt.set(key, at);
      }
      // An older answer, held for whoever asks next, comes first.
      else if (expected.has(caller) && outcome !== "answered") {
        expect(ask).toBe(expected.get(caller));
      }
    }
  },
);

property(
  "ends every ask and every call by time alone, in bounded time",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    expect(await world.letTimePass()).toBeLessThanOrEqual(longest(chosen));
    expect([...world.asker.runtime.live()]).toEqual([]);
    expect(world.waiting()).toEqual([]);
  },
);

property(
  "sends every result with flags that agree with its outcome",
  [settings, commands()],
  async (chosen, list) => {
    const world = await worldAfter(chosen, list);
    await world.letTimePass();
    for (const result of world.callers.flatMap(({ settled }) => settled)) {
      if (result instanceof Error) throw result;
      const { outcome, answered, cancelled, timedOut, shouldRetry, answers } = result;
      expect([answered, cancelled, timedOut, shouldRetry].filter(Boolean).length).toBeLessThan(2);
      expect(answered).toBe(outcome === "answered");
      expect(answers.length > 0).toBe(answered);
      expect(result.retryReason !== null).toBe(
        ["not_rendered", "exhausted", "pending"].includes(outcome),
      );
      expect(result.cause).not.toBeNull();
      if (outcome === "not_rendered") expect(result.attempt).toBeLessThanOrEqual(chosen.maxRetries);
      if (timedOut) expect(result.renderConfirmed).toBe(true);
    }
  },
);

/** What a UI says about a question, and how long after the last time it said something. */
const said = fc.record({
  after: fc.oneof(fc.nat(TIMES.renderTimeout), fc.nat(TIMES.responseTimeout)),
  what: fc.constantFrom(
    ...(["queue", "dequeue", "render", "render", "type", "type", "type", "type"] as const),
  ),
});

property(
  "gives the UI its time to show a question and the person theirs to answer, and not a moment more",
  [fc.array(said, { maxLength: 15, size: "max" })],
  async (list) => {
    const { renderTimeout, queueCap, responseTimeout, responseCap } = TIMES;
    const world = createWorld({ maxRetries: 0 });
    await world.do(ASK);
    // When time is up, by the rules: the render clock stands still while queued; the response clock
    // starts at the first ack, and again with each activity, up to the cap.
    let clock: "render" | "queue" | "response" = "render";
    let limit = Number.POSITIVE_INFINITY;
    let due: number = renderTimeout;
    for (const { after, what } of list) {
      const now = world.clock.now() + after;
      await world.do({ do: "wait", ms: after });
      expect(world.waiting().length, `at ${now}, due at ${due}`).toBe(now < due ? 1 : 0);
      if (now >= due) break;
      await world.do({ do: what, request: 0 });
      if (what === "render" && clock !== "response") {
        clock = "response";
        limit = now + responseCap;
        due = Math.min(now + responseTimeout, limit);
      } else if (what === "type" && clock === "response") {
        due = Math.min(now + responseTimeout, limit);
      } else if (what === "queue" && clock === "render") {
        clock = "queue";
        due = now + queueCap;
      } else if (what === "dequeue" && clock === "queue") {
        clock = "render";
        due = now + renderTimeout;
      }
    }
    await world.letTimePass();
    const outcome = clock === "response" ? "timed_out" : "exhausted";
    expect(world.callers[0]?.settled).toMatchObject([{ outcome, cause: "timer" }]);
  },
  {
    kept: [
      // A person who never stops typing reaches the cap,
      [
        [
          { after: 0, what: "render" },
          { after: 40, what: "type" },
          { after: 40, what: "type" },
          { after: 40, what: "type" },
        ],
      ],
      // and a UI that queues for ever, the one for queueing.
      [
        [
          { after: 9, what: "queue" },
          { after: 39, what: "dequeue" },
          { after: 9, what: "queue" },
          { after: 40, what: "render" },
        ],
      ],
    ],
  },
);
