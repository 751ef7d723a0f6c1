// Made when the first text needs them: loading their rules takes longer than drawing a first frame.
let graphemes: Intl.Segmenter | undefined;
let words: Intl.Segmenter | undefined;

/** The characters of a text as a person counts them. */
export function graphemesOf(text: string): Intl.Segments {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return graphemes.segment(text);
}

/** The words of a text, and what stands between them. */
export function wordsOf(text: string): Intl.Segments {
  words ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return words.segment(text);
}
