import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { graphemesOf } from "../src/segments.js";

const rules = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const plain = fc.string({ unit: fc.constantFrom("a", "~", " ", "\n", "'", "1", "\u007f") });
const any = fc.string({
  unit: fc.constantFrom("a", "\r", "\n", "\t", "e\u0301", "\u0301", "👩‍👧", "ü"),
});

test.prop([fc.oneof(plain, any, fc.string({ unit: "grapheme" }))])(
  "the characters of any text are those of Unicode's rules, also where these are not asked",
  (text) => {
    const found = [...graphemesOf(text)].map(({ segment, index }) => ({ segment, index }));
    expect(found).toEqual(
      [...rules.segment(text)].map(({ segment, index }) => ({ segment, index })),
    );
  },
);
