// How wide text is, without a browser: the widths of Helvetica and Arial, in thousandths of the size.

const WIDTHS = {
  191: "'",
  222: "ijl",
  260: "|",
  278: " !,./:;I[\\]ft",
  333: "()-`r",
  334: "{}",
  355: '"',
  389: "*",
  469: "^",
  500: "Jcksvxyz",
  556: "#$0123456789?L_abdeghnopqu",
  584: "+<=>~",
  611: "FTZ",
  667: "&ABEKPSVXY",
  722: "CDHNRUw",
  778: "GOQ",
  833: "Mm",
  889: "%",
  944: "W",
  1015: "@",
};

const widthOf = new Map(
  Object.entries(WIDTHS).flatMap(([width, letters]) => [...letters].map((l) => [l, Number(width)])),
);

/** Other sans-serif fonts a reader may have are a little wider. */
const ROOM = 1.07;

/** Width of a text in pixels at a font size, with some room for other fonts. */
export function textWidth(text, size, weight = 400) {
  const units = [...text].reduce((sum, letter) => sum + (widthOf.get(letter) ?? 600), 0);
  return (units / 1_000) * size * (weight >= 600 ? ROOM * 1.06 : ROOM);
}

/** Breaks a text at spaces into lines of at most `width` pixels; a longer word stays whole. */
export function wrapped(text, width, size) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
