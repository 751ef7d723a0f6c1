import type { DiagramNode } from "./diagram.js";
import { type LaidLine, TEXT_SIZE, TITLE_SIZE } from "./layout.js";
import type { Line } from "./lines.js";
import { textWidth } from "./text-width.js";
import { wrapped } from "./wrapped.js";

/** Text with its size, placed from its own upper left corner. */
export interface TextBlock {
  readonly width: number;
  readonly height: number;
  readonly text: readonly LaidLine[];
  readonly divider?: number;
}

const TITLE_LINE = 20;
const TEXT_LINE = 17;
const PADDING = { x: 12, y: 9 };
const LABEL_PADDING = { x: 5, y: 2 };
const DIVIDER = 10;
const WIDEST_LABEL = 170;
/** The second border of a final state. */
const INSET = 4;

/** How wide the text of a box may be when nothing in it asks for more. */
export const WIDEST_BODY = 200;
/** As wide where much happens in the box, which would be a tower otherwise. */
const WIDEST_LIST = 280;

type Unplaced = Omit<LaidLine, "x" | "y" | "anchor">;

/** The text of a box: its name, whom it waits for, what it is, and what happens in it. */
export function boxText(
  node: DiagramNode,
  widest = node.stays.length > 2 ? WIDEST_LIST : WIDEST_BODY,
): TextBlock {
  if (node.kind === "history") return { width: 30, height: 30, text: [] };
  const inset = node.kind === "final" ? INSET : 0;
  const [left, start] = [PADDING.x + inset, PADDING.y + inset];
  const head = [
    ...lines([{ text: node.name, role: "event" }], widest, "title"),
    ...(node.waitsFor === undefined
      ? []
      : lines([{ text: waitsText(node.waitsFor), role: "note" }], widest, "waits")),
    ...(node.description === undefined
      ? []
      : lines([{ text: node.description, role: "note" }], widest, "body")),
  ];
  const stays = node.stays.flatMap((line) => linesOf(line, widest));
  const isDivided = stays.length > 0;
  const top = place(head, left, start, "start");
  const below = top.bottom + (isDivided ? DIVIDER : 0);
  const bottom = place(stays, left, below, "start");
  return {
    width: Math.ceil(Math.max(widthOf(head), widthOf(stays)) + 2 * left),
    height: Math.ceil((isDivided ? bottom.bottom : top.bottom) + start),
    text: [...top.text, ...bottom.text],
    ...(isDivided ? { divider: top.bottom + DIVIDER / 2 } : {}),
  };
}

/** A label in the middle of its edge, one line for each way, long ones broken. */
export function labelText(ways: readonly Line[]): TextBlock {
  const text = ways.flatMap((line) => linesOf(line, WIDEST_LABEL));
  const width = Math.ceil(widthOf(text) + 2 * LABEL_PADDING.x);
  const placed = place(text, width / 2, LABEL_PADDING.y, "middle");
  return { width, height: Math.ceil(placed.bottom + LABEL_PADDING.y), text: placed.text };
}

/** How wide the text of a box is at most inside a box of this width. */
export const widestIn = (width: number) => width - 2 * PADDING.x;

export const waitsText = (whom: string) =>
  `waits for ${whom === "person" || whom === "agent" ? (whom === "agent" ? "an agent" : "a person") : whom}`;

/** On one line if it fits, else each part on lines of its own. */
function linesOf({ segments, transitions }: Line, widest: number): readonly Unplaced[] {
  const whole = wrapped(segments, widest, TEXT_SIZE);
  const [first, ...rest] = segments;
  const isSplit = whole.length > 1 && first && first.role !== "note";
  const parts = isSplit ? [[first], ...rest.map((one) => [one])] : [segments];
  return parts.flatMap((part) => lines(part, widest, "line", transitions));
}

function lines(
  segments: Line["segments"],
  widest: number,
  role: LaidLine["role"],
  transitions: readonly string[] = [],
): readonly Unplaced[] {
  return wrapped(segments, widest, sizeOf(role), isBold(role)).map((line) => ({
    role,
    segments: line,
    transitions,
  }));
}

function widthOf(text: readonly Unplaced[]): number {
  return text.reduce((widest, { role, segments }) => {
    const words = segments.map(({ text }) => text).join(" ");
    return Math.max(widest, textWidth(words, sizeOf(role), isBold(role)));
  }, 0);
}

const sizeOf = (role: LaidLine["role"]) => (role === "title" ? TITLE_SIZE : TEXT_SIZE);
const isBold = (role: LaidLine["role"]) => role === "title" || role === "waits";

function place(text: readonly Unplaced[], x: number, top: number, anchor: LaidLine["anchor"]) {
  let bottom = top;
  const placed = text.map((line): LaidLine => {
    const isTitle = line.role === "title";
    bottom += isTitle ? TITLE_LINE : TEXT_LINE;
    return { ...line, x, y: bottom - (isTitle ? 5 : 4), anchor };
  });
  return { text: placed, bottom };
}
