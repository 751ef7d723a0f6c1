// Made when the first text needs them: loading their rules takes longer than drawing a first frame.
let graphemes: Intl.Segmenter | undefined;
let words: Intl.Segmenter | undefined;

/** A character as a person counts them, and where it begins. */
interface Grapheme {
  readonly segment: string;
  readonly index: number;
}

/** No two of these make one character, so no rules are needed. */
const ONE_EACH = /^[\n -~]*$/;

/** The characters of a text as a person counts them. */
export function graphemesOf(text: string): Iterable<Grapheme> {
  if (ONE_EACH.test(text)) return Array.from(text, (segment, index) => ({ segment, index }));
  return graphemesIn(text);
}

/** The same, to be found by what is in them. */
export function graphemesIn(text: string): Intl.Segments {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return graphemes.segment(text);
}

/** The words of a text, and what stands between them. */
export function wordsOf(text: string): Intl.Segments {
  words ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return words.segment(text);
}
