const LEFT_OUT = "…";

/** The lines of a text that the patterns touch; what is left out between them becomes `…`. */
export function excerpt(text: string, kept: readonly RegExp[]): readonly string[] {
  const lines = text.split("\n");
  const isKept = new Array<boolean>(lines.length).fill(false);
  for (const pattern of kept) {
    for (const match of text.matchAll(new RegExp(pattern, `${pattern.flags.replace("g", "")}g`))) {
      const first = lineAt(text, match.index);
      isKept.fill(true, first, lineAt(text, match.index + match[0].length) + 1);
    }
  }
  const shown: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (isKept[index]) shown.push(line);
    else if (line.trim() !== "" && shown.at(-1) !== LEFT_OUT) shown.push(LEFT_OUT);
  }
  return shown;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length - 1;
}
