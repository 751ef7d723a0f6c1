import { fc } from "@fast-check/vitest";

/** Characters that take no room or look like nothing. */
export const INVISIBLE = [
  ..."\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f",
  ..."\u202a\u202b\u202c\u202d\u202e\u2060\u2062\u2064\u2066\u2068\u2069\u206a\u206f",
  ..."\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\u{1d173}\u{e0001}\u{e0020}\u{e0041}\u{e007f}\u{e0100}",
];

/** Words in which invisible characters do their work: what people see changes without them. */
export const AT_WORK = [
  "👩‍👩‍👧‍👦",
  "🏳️‍🌈",
  "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "👩🏽‍🚀",
  "❤️‍🔥",
  "☎︎",
  "1️⃣",
  "#️⃣",
  "می‌خواهم",
  "ه‍",
  "שלום (\u200eC++\u200f) עולם",
  "قيمة\u200f!",
  "क्‍ष",
  "ন্‍",
  "ന്‍",
  "ශ්‍රී",
  "葛󠄀",
  "≨︀",
  "ᠠ᠋",
] as const;

/** Text in Latin letters with invisible characters anywhere. */
export const withInvisible = fc
  .array(
    fc.oneof(
      fc.constantFrom(...INVISIBLE),
      fc.string({ unit: fc.constantFrom(..."abc XYZ.?-é"), maxLength: 4 }),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""));
