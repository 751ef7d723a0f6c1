// How wide text is, without a browser: the widths of Helvetica and Arial, in thousandths of the size.

const WIDTHS: Readonly<Record<number, string>> = {
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
  Object.entries(WIDTHS).flatMap(([width, letters]) =>
    [...letters].map((letter): [string, number] => [letter, Number(width)]),
  ),
);

/** Other sans-serif fonts a reader may have are wider: DejaVu and Verdana by a seventh. */
const ROOM = 1.15;

/** A letter that is not in the table; those of East Asia are as wide as they are high. */
const otherWidth = (letter: string) => ((letter.codePointAt(0) ?? 0) >= 0x1100 ? 1_000 : 600);

/** Width of a text in pixels at a font size, with room for other fonts. */
export function textWidth(text: string, size: number, isBold = false): number {
  const units = [...text].reduce(
    (sum, letter) => sum + (widthOf.get(letter) ?? otherWidth(letter)),
    0,
  );
  return (units / 1_000) * size * (isBold ? ROOM * 1.1 : ROOM);
}
