import { fc, test as property } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { Span } from "../../src/model/spans.js";
import { HEAD, linesOf, windowOf } from "../../src/page/view/list-lines.js";
import { lanesOf, ticksOf } from "../../src/page/view/timeline-lanes.js";
import { countdown, shortDuration } from "../../src/page/words.js";

const ROW = 62;

describe("the list in sight", () => {
  property.prop([
    fc.array(fc.nat(3_000), { minLength: 1, maxLength: 5 }),
    fc.nat(500_000),
    fc.integer({ min: 100, max: 1_500 }),
  ])("has every line between its ends, and few others", (counts, scroll, height) => {
    const groups = counts.map((count, at) => ({ machine: `m${at}`, count }));
    const sight = windowOf(linesOf(groups), scroll, height, ROW, 5);
    const all = counts.reduce((sum, count) => sum + count, 0);
    expect(sight.total).toBe(all * ROW + groups.length * HEAD);
    const instances = sight.lines.filter(({ line }) => "index" in line);
    const visible = instances.filter(({ top }) => top + ROW > scroll && top < scroll + height);
    const room = Math.max(
      0,
      Math.min(scroll + height, sight.total) - Math.min(scroll, sight.total),
    );
    expect(visible.length * ROW).toBeGreaterThanOrEqual(room - groups.length * HEAD - 2 * ROW);
    expect(instances.length).toBeLessThanOrEqual(height / ROW + 12);
    const places = instances.map(({ line }) => ("index" in line ? line.index : -1));
    for (const place of places) {
      expect(place).toBeGreaterThanOrEqual(sight.offset);
      expect(place).toBeLessThan(sight.offset + sight.limit);
      expect(place).toBeLessThan(all);
    }
  });
});

describe("the time line", () => {
  const span = (attempt: number, since: number, until: number | null): Span => ({
    ...{ instance: "i", state: "s", waitsFor: "agent", endedBy: null, due: null, generation: 1 },
    ...{ attempt, since, until, first: since, last: since },
  });

  it("has a row for each attempt, in order", () => {
    const lanes = lanesOf({
      spans: [span(0, 0, 5), span(1, 5, 9), span(1, 9, 20), span(2, 20, null)],
    });
    expect(lanes.map(({ name, spans }) => [name, spans.length])).toEqual([
      ["before", 1],
      ["attempt 1", 2],
      ["attempt 2", 1],
    ]);
  });

  it("has the attempts in order, also when the later ones were read first", () => {
    const later = { ...span(1, 30, null), generation: 2 };
    const lanes = lanesOf({ spans: [later, span(2, 20, 30), span(1, 5, 20)] });
    expect(lanes.map(({ name }) => name)).toEqual(["attempt 1", "attempt 2", "life 2, attempt 1"]);
  });

  it("draws no more boxes than can be told apart, and leaves no time out", () => {
    const many = Array.from({ length: 10_000 }, (_, at) => span(1, at, at + 1));
    const [lane] = lanesOf({ spans: many });
    expect(lane?.spans.length).toBeLessThanOrEqual(300);
    expect(lane?.spans[0]?.since).toBe(0);
    expect(lane?.spans.at(-1)?.until).toBe(10_000);
    for (const [at, one] of (lane?.spans ?? []).entries()) {
      if (at > 0) expect(one.since).toBe(lane?.spans[at - 1]?.until);
    }
  });

  it("says of boxes that stand for many what these have in common, and when that is nothing", () => {
    const many = Array.from(
      { length: 900 },
      (_, at): Span => ({
        ...span(1, at, at + 1),
        waitsFor: at < 450 || at % 3 > 0 ? "agent" : "person",
      }),
    );
    const [lane] = lanesOf({ spans: many });
    const boxes = lane?.spans ?? [];
    expect(boxes).toHaveLength(300);
    expect(boxes.every(({ count }) => count === 3)).toBe(true);
    for (const { since, isMixed } of boxes) expect(isMixed, `${since}`).toBe(since >= 450);
    const [few] = lanesOf({ spans: many.slice(0, 2) });
    expect(few?.spans).toMatchObject([
      { count: 1, isMixed: false },
      { count: 1, isMixed: false },
    ]);
  });

  it("writes its scale where there is room", () => {
    const times = Array.from({ length: 100 }, (_, at) => at * 1_000);
    const ticks = ticksOf(times, (time) => time / 99_000);
    expect(ticks[0]).toEqual({ place: 0, text: "0" });
    for (const [at, { place }] of ticks.entries()) {
      if (at > 0) expect(place - (ticks[at - 1]?.place ?? 0)).toBeGreaterThanOrEqual(0.14);
    }
  });
});

describe("durations", () => {
  it.each([
    [320, "320 ms"],
    [4_200, "4.2 s"],
    [185_000, "3 min 5 s"],
    [7_500_000, "2 h 5 min"],
    [86_400_000, "1 d"],
  ])("%i ms is %s", (ms, text) => expect(shortDuration(ms)).toBe(text));

  it.each([
    [299_001, "5:00"],
    [61_000, "1:01"],
    [3_723_000, "1:02:03"],
    [-5, "0:00"],
  ])("%i ms are counted down as %s", (ms, text) => expect(countdown(ms)).toBe(text));
});
