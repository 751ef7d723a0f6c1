import { stripVTControlCharacters } from "node:util";
import { printable } from "@readback/core/printable";

/** Colours and weights; nothing else that a command sends reaches the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
const STYLE = /\u001b\[[\d;:]{0,30}m/g;
const LONGEST_LINE = 10_000;

/** A line of a command's output as a terminal may show it. */
export function shownLine(line: string, color: boolean): string {
  const text = line.slice(0, LONGEST_LINE);
  // What was written over is not seen.
  const last = text.replace(/\r+$/, "").split("\r").at(-1) ?? "";
  if (!color) return printable(stripVTControlCharacters(last));
  let shown = "";
  let at = 0;
  for (const match of last.matchAll(STYLE)) {
    shown += printable(stripVTControlCharacters(last.slice(at, match.index))) + match[0];
    at = match.index + match[0].length;
  }
  const rest = printable(stripVTControlCharacters(last.slice(at)));
  return at === 0 ? rest : `${shown}${rest}\u001b[0m`;
}

/** Cuts a stream of bytes into lines. */
export function lineSplitter(onLine: (line: string) => void): {
  push(chunk: Uint8Array): void;
  end(): void;
} {
  const decoder = new TextDecoder();
  let rest = "";
  const flush = (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line);
    // A line without an end must not fill the memory.
    if (rest.length <= LONGEST_LINE) return;
    onLine(rest);
    rest = "";
  };
  return {
    push: (chunk) => flush(decoder.decode(chunk, { stream: true })),
    end() {
      flush(decoder.decode());
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}

const draining = new Map<NodeJS.WriteStream, Promise<void>>();

/**
 * When more can be written; `undefined`: now. Whoever reads slowly holds the commands back, and the memory stays
 * small. All that wait share one promise.
 */
export function whenDrained(out: NodeJS.WriteStream): Promise<void> | undefined {
  if (!out.writableNeedDrain) return undefined;
  const drained =
    draining.get(out) ??
    new Promise<void>((resolve) => out.once("drain", resolve)).finally(() => draining.delete(out));
  draining.set(out, drained);
  return drained;
}
