import { fc } from "@fast-check/vitest";
import { askMachine, instructionMachine, journalStatistics } from "@readback/core";
import { stateName } from "@readback/core/host";
import { describe, expect, it } from "vitest";
import { createMachine } from "xstate";
import { entriesOf, filesOf } from "../../../core/test/golden/golden-files.js";
import { property } from "../../../core/test/support/properties.js";
import {
  attemptsOf,
  coverageOf,
  createAxis,
  createStore,
  createTrack,
  differences,
  journalOfRun,
  ledgerOf,
  overviewOf,
  spansOf,
  takenBy,
} from "../../src/index.js";
import { houseMachine } from "../support/house-machine.js";
import { happeningsOf, journalOf, SAMPLES, throughJson } from "../support/journals.js";
import { MACHINES } from "../support/machines.js";
import { presentedAsk } from "../support/stories.js";

const rendered = { type: "RENDERED", requestId: "own.2" } as never;
const retried = journalOf(askMachine, presentedAsk, [
  30_000,
  5_000,
  { type: "CALL", caller: "a" } as never,
  2_000,
  rendered,
  9_000,
  { type: "ANSWER", requestId: "own.2", answers: [] } as never,
]);

describe("spans", () => {
  const track = createTrack(askMachine, retried);
  const spans = spansOf(track);

  it("tell apart who was waited for, and how long", () => {
    expect(
      spans.map((one) => [one.waitsFor, one.state, (one.until ?? 0) - one.since, one.endedBy]),
    ).toEqual([
      ["render", "open.presenting.rendering", 30_000, "deadline"],
      ["agent", "awaitingRetry", 5_000, "event"],
      ["render", "open.presenting.rendering", 2_000, "event"],
      ["person", "open.rendered.waiting", 9_000, "event"],
      ["agent", "ended.handedOver", -47_000, null],
    ]);
  });

  it("make attempts", () => {
    expect(
      attemptsOf(spans).map(({ attempt, since, state, spans: { length } }) => [
        attempt,
        since,
        state,
        length,
      ]),
    ).toEqual([
      [1, 1_000, "awaitingRetry", 2],
      [2, 36_000, "ended.handedOver", 3],
    ]);
  });

  it("make a ledger of what was expected, received, missed and is overdue", () => {
    expect(ledgerOf(spans, 47_000)).toMatchObject({
      expected: 5,
      received: 3,
      missed: 1,
      pending: 1,
      overdue: 0,
    });
    expect(ledgerOf(spans, 48_000)).toMatchObject({ pending: 0, overdue: 1 });
    expect(ledgerOf(spans, 47_500).items[3]).toMatchObject({ status: "received", took: 9_000 });
  });

  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `of ${machine.id} follow one another without a gap, and name the state of each moment`,
      [inputs, happeningsOf(events)],
      (input, happenings) => {
        const entries = journalOf(machine, input, happenings);
        const own = createTrack(machine, entries);
        const found = spansOf(own);
        for (const [index, span] of found.entries()) {
          expect(span.waitsFor).not.toBe("event");
          const next = found[index + 1];
          if (next) expect([span.until, span.last]).toEqual([next.since, next.first]);
          for (let n = span.first; n < span.last; n += 1) {
            expect(stateName(own.state(n)?.snapshot.value ?? "")).toBe(span.state);
          }
        }
        const isOver = entries.at(-1)?.done === true;
        expect(found.filter(({ until }) => until === null)).toHaveLength(isOver ? 0 : 1);
      },
    );
  }

  it("know for every state of ours in which an instance can rest who is waited for", () => {
    for (const [name, machine] of Object.entries(MACHINES)) {
      for (const file of filesOf("0.1", name)) {
        const own = spansOf(createTrack(machine, entriesOf("0.1", name, file)));
        expect(
          own.filter((one) => one.waitsFor === "event"),
          file,
        ).toEqual([]);
      }
    }
  });

  it("of somebody else's machine go by what it is made of, or by what it says", () => {
    const machine = createMachine({
      id: "m",
      initial: "pause",
      states: {
        pause: { after: { 10: "asked" } },
        asked: { meta: { waitsFor: "person" }, on: { YES: "open" } },
        open: { on: { CLOSE: "end" } },
        end: {},
      },
    });
    const events = [
      { at: 20, event: { type: "YES" } },
      { at: 30, event: { type: "CLOSE" } },
    ];
    const { entries } = journalOfRun(machine, { instance: "i", startedAt: 0, events });
    const own = spansOf(createTrack(machine, entries));
    expect(own.map((one) => one.waitsFor)).toEqual(["timer", "person", "event", "nobody"]);
    const fetching = journalOfRun(houseMachine, {
      instance: "h",
      startedAt: 0,
      events: [{ at: 1, event: { type: "FETCH" } }],
    });
    expect(spansOf(createTrack(houseMachine, fetching.entries)).at(-1)?.waitsFor).toBe("system");
  });
});

describe("spans of a history that goes on", () => {
  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `are those of the whole history of ${machine.id}, whenever somebody looks`,
      [inputs, happeningsOf(events), fc.nat(9)],
      (input, happenings, forgets) => {
        const entries = journalOf(machine, input, happenings);
        const track = createTrack(machine, [], { keyframeEvery: 4 });
        for (const [n, entry] of entries.entries()) {
          track.add(entry);
          if (n % 3 === 0) spansOf(track);
          if (n === 3 * forgets) track.forgetBefore(n);
        }
        const whole = createTrack(machine, entries, { keyframeEvery: 4 });
        whole.forgetBefore(track.first);
        expect(spansOf(track)).toEqual(spansOf(whole));
        expect(spansOf(track)).toBe(spansOf(track));
      },
    );
  }

  it("are worked out from the new entries alone", () => {
    const track = createTrack(askMachine, retried.slice(0, -1));
    let looks = 0;
    const counted = Object.create(track, {
      at: {
        value(n: number) {
          looks += 1;
          return track.at(n);
        },
      },
    });
    spansOf(counted);
    const before = looks;
    track.add(retried.at(-1) as (typeof retried)[0]);
    expect(spansOf(counted)).toEqual(spansOf(createTrack(askMachine, retried)));
    expect(looks - before).toBe(1);
  });
});

describe("an axis", () => {
  property(
    "keeps the order of moments, and finds each again",
    [fc.array(fc.integer({ min: 0, max: 1e12 }), { minLength: 2, maxLength: 30 })],
    (times) => {
      const axis = createAxis(times);
      const sorted = [...new Set(times)].sort((a, b) => a - b);
      const places = sorted.map(axis.placeOf);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      for (const time of sorted) expect(axis.timeAt(axis.placeOf(time))).toBeCloseTo(time, 0);
      expect(axis.placeOf(Number.NEGATIVE_INFINITY)).toBe(0);
      expect(axis.placeOf(Number.POSITIVE_INFINITY)).toBe(axis.length);
    },
  );

  it("gives an hour of silence little more room than a burst", () => {
    const axis = createAxis([0, 5, 10, 3_600_010]);
    expect(axis.placeOf(10) / axis.length).toBeGreaterThan(0.15);
  });
});

describe("differences", () => {
  // JSON has no minus nothing.
  const plainValue = fc.jsonValue({ maxDepth: 2 }).map((value) => throughJson(value));

  it("name what was added, removed and changed, however deep", () => {
    const before = { attempt: 1, failures: [{ error: "a" }], process: "p" };
    const after = { attempt: 2, failures: [{ error: "b" }, { error: "c" }] };
    expect(differences(before, after)).toEqual([
      { path: "attempt", change: "changed", before: 1, after: 2 },
      { path: "failures.0.error", change: "changed", before: "a", after: "b" },
      { path: "failures.1", change: "added", before: undefined, after: { error: "c" } },
      { path: "process", change: "removed", before: "p", after: undefined },
    ]);
  });

  it("tell nothing in an object from nothing in a list", () => {
    expect(differences({}, [])).toMatchObject([{ path: "", change: "changed" }]);
  });

  property(
    "are none exactly when two values are the same",
    [plainValue, plainValue],
    (one, other) => {
      expect(differences(one, structuredClone(one))).toEqual([]);
      const isSame = JSON.stringify(sortedKeys(one)) === JSON.stringify(sortedKeys(other));
      expect(differences(one, other).length === 0).toBe(isSame);
    },
  );

  it("end for values that hold themselves", () => {
    const ring = () => {
      const one: { self?: unknown; n: number } = { n: 1 };
      one.self = one;
      return one;
    };
    expect(differences(ring(), { ...ring(), n: 2 })[0]).toMatchObject({ path: "n" });
  });
});

describe("the overview", () => {
  it("counts outcomes and retries as core does, and how long instances stayed in each state", () => {
    const store = createStore(Object.values(MACHINES));
    const input = { id: "i", content: "Check", maxRetries: 1, expiresAfter: 1e9 };
    const journals = [10, 20, 30, 40].map((ms, index) =>
      journalOf(
        instructionMachine,
        input,
        [ms, { type: "DISPATCHED" }, 5, { type: "ACKNOWLEDGE" }],
        `i${index}`,
      ),
    );
    for (const entry of [...journals.flat(), ...retried]) store.add(entry);
    const [instructions, asks] = [...overviewOf(store)].sort((a, b) => b.instances - a.instances);
    expect(instructions?.statistics).toEqual(
      journalStatistics(journals.flat()).get("instruction-ack"),
    );
    expect(instructions?.dwell.get("tracked.queued")).toEqual({
      count: 4,
      p50: 20,
      p95: 40,
      longest: 40,
    });
    expect(instructions?.dwell.get("acknowledged")).toBeUndefined();
    expect(asks?.statistics?.retries).toBe(1);
    expect(asks?.dwell.get("open.presenting.rendering")).toEqual({
      count: 2,
      p50: 2_000,
      p95: 30_000,
      longest: 30_000,
    });
  });

  it("counts which transitions were taken, those without an event included", () => {
    const track = createTrack(askMachine, retried);
    expect(track.first).toBe(0);
    const taken = retried.map((_, n) => takenBy(askMachine, track.at(n)));
    expect(taken).toEqual([
      ["called  1"],
      [
        "open.presenting.rendering xstate.after.renderTimeout.ask-with-render-ack.open.presenting.rendering 0",
        "open.unrendered  1",
      ],
      ["awaitingRetry CALL 6"],
      ["open.presenting RENDERED 0"],
      ["open ANSWER 0", "ended.deciding  1"],
    ]);
    const { counts, all, taken: covered } = coverageOf(askMachine, [track]);
    expect(counts.get("open.presenting RENDERED 0")).toBe(1);
    expect(covered).toBe(7);
    expect(all).toBeGreaterThan(50);
  });

  for (const { machine, inputs, events } of SAMPLES) {
    property(
      `finds, for every entry of ${machine.id}, transitions that lead where it leads`,
      [inputs, happeningsOf(events)],
      (input, happenings) => {
        const entries = journalOf(machine, input, happenings);
        const track = createTrack(machine, entries);
        for (const [n, { from, to }] of entries.entries()) {
          const taken = takenBy(machine, track.at(n));
          if (from !== to && from !== null) expect(taken.length, `${n}`).toBeGreaterThan(0);
        }
        const { taken, all } = coverageOf(machine, [track]);
        expect(taken).toBeLessThanOrEqual(all);
      },
    );
  }
});

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  // Not an array: nothing in an object is not the same as nothing in a list.
  return { entries: entries.map(([key, one]) => ({ key, one: sortedKeys(one) })) };
}
