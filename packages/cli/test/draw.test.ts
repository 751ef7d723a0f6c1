import { fc } from "@fast-check/vitest";
import { createStyle } from "@readback/terminal/style";
import { describe, expect, it } from "vitest";
import type { Beat } from "../src/demo/beat.js";
import { drawBeat } from "../src/demo/draw.js";
import { type Look, usableWidth } from "../src/demo/look.js";
import { drawInput } from "../src/demo/terminal/draw-prompt.js";
import { widthOf } from "../src/terminal/text.js";

const lookOf = (columns: number, color: boolean): Look => ({
  style: createStyle(color),
  width: () => usableWidth(columns),
  person: "you",
});

const beats: fc.Arbitrary<Beat> = fc.oneof(
  fc.record({
    kind: fc.constant("says" as const),
    who: fc.constantFrom("agent" as const, "person" as const),
    text: fc.string({ unit: "binary", maxLength: 300 }),
  }),
  fc.record({
    kind: fc.constant("quote" as const),
    who: fc.constant("screen" as const),
    lines: fc.array(fc.string({ unit: "binary", maxLength: 300 }), { minLength: 1 }),
  }),
  fc.record({
    kind: fc.constant("fields" as const),
    who: fc.constant("told" as const),
    fields: fc.array(fc.tuple(fc.constantFrom("error", "answers"), fc.jsonValue()), {
      minLength: 1,
    }),
  }),
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are the point
const STYLE = /\u001b\[\d+m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/;

describe("drawing", () => {
  it("lets nothing through that a terminal would obey, whatever is said", () => {
    fc.assert(
      fc.property(beats, fc.boolean(), (beat, color) => {
        for (const line of drawBeat(beat, lookOf(80, color))) {
          expect(line.replace(STYLE, "")).not.toMatch(CONTROL);
        }
      }),
    );
  });

  it("draws no line wider than the terminal, with or without colours", () => {
    fc.assert(
      fc.property(beats, fc.integer({ min: 60, max: 200 }), fc.boolean(), (beat, width, color) => {
        for (const line of drawBeat(beat, lookOf(width, color))) {
          expect(widthOf(line)).toBeLessThan(width);
        }
      }),
    );
  });

  it("escapes what is typed, on both sides of the cursor", () => {
    const typing = { typed: "a\u009bb\u202ec", cursor: 2, problem: "", suggestion: "" };
    const drawn = drawInput("What?", typing, lookOf(80, false));
    expect(drawn).toContain("› a\\u009b▏b\\u202ec");
  });

  it("puts the notes of a transition at the right, or on a line of their own", () => {
    const transition = {
      from: "open.presenting.rendering",
      to: "awaitingRetry",
      event: "xstate.after",
      attempt: null,
      cause: "timer",
      outcome: null,
    } as const;
    const beat: Beat = { kind: "transition", transition };
    const [wide = "", ...none] = drawBeat(beat, lookOf(80, false));
    expect(none).toEqual([]);
    expect(wide).toMatch(/^ {2}machine {2}open.presenting.rendering → awaitingRetry +by timer$/);
    expect(wide).toHaveLength(79);
    expect(drawBeat(beat, lookOf(60, false))).toEqual([
      "  machine  open.presenting.rendering → awaitingRetry",
      `${" ".repeat(51)}by timer`,
    ]);
  });
});
