import {
  allRows,
  type DialogState,
  fieldOf,
  isChosen,
  questionOf,
  type Row,
  rowsOf,
} from "../dialog/state.js";
import { glyphs, innerWidth, type Look } from "./frame.js";
import { cut, padEnd, safeLine, widthOf, wrap } from "./text.js";

/** How much of a list there is room for. */
export interface ListRoom {
  /** How many lines the list may take. */
  readonly lines: number;
  readonly descriptions: "all" | "one line" | "none";
}

/** A label is not pushed aside by descriptions that start further to the right than this. */
const WIDEST_LABEL = 28;
/** Marker, number and their spaces. */
const FEWEST_FOR_DESCRIPTION = 16;

/** The rows of a list around the cursor, as many as there is room for. */
export function drawList(state: DialogState, look: Look, room: ListRoom): readonly string[] {
  const rows = rowsOf(state);
  const blocks = rows.map((row, nth) => drawRow(state, row, nth, look, room));
  const { style } = look;
  if (rows.length === 0) return [style.dim("  Nothing matches")];
  const { from, to } = visible(
    blocks.map((block) => block.length),
    state.cursor,
    room.lines,
  );
  const shown = blocks.slice(from, to).flat();
  const { up, down } = glyphs(look);
  const before = from > 0 ? [style.dim(`  ${up} ${from} more`)] : [];
  const after = to < rows.length ? [style.dim(`  ${down} ${rows.length - to} more`)] : [];
  return room.lines > 2 ? [...before, ...shown, ...after] : shown;
}

/** Which blocks are shown: those around the cursor, the lines that say "more" counted. */
function visible(heights: readonly number[], cursor: number, room: number) {
  const total = heights.reduce((sum, height) => sum + height, 0);
  if (total <= room) return { from: 0, to: heights.length };
  let from = cursor;
  let to = cursor + 1;
  let used = heights[cursor] ?? 1;
  const limit = Math.max(1, room > 2 ? room - 2 : room);
  for (;;) {
    const below = heights[to];
    const above = heights[from - 1];
    // Evenly around the cursor, as far as there are rows.
    const goesDown =
      below !== undefined && (to - cursor <= cursor - from + 1 || above === undefined);
    const next = goesDown ? below : above;
    if (next === undefined || used + next > limit) return { from, to };
    used += next;
    if (goesDown) to += 1;
    else from -= 1;
  }
}

function drawRow(
  state: DialogState,
  row: Row,
  nth: number,
  look: Look,
  { descriptions }: ListRoom,
): readonly string[] {
  const { style, unicode } = look;
  const { here, dot } = glyphs(look);
  const isMultiple = questionOf(state).type === "multi-select";
  const isMarked = isChosen(state, row);
  const mark = isMultiple ? (isMarked ? "[x]" : "[ ]") : isMarked ? `(${dot})` : "( )";
  const isHere = nth === state.cursor && state.mode !== "sending";
  const start = `${isHere ? here : " "} ${mark} `;
  const { text } = fieldOf(state);
  const own = row.value === null && isMarked && state.mode !== "text" && text.trim() !== "";
  const label = own ? `${row.label}: ${safeLine(text, unicode)}` : safeLine(row.label, unicode);
  const width = innerWidth(look) - widthOf(start);
  const emphasis = (line: string) =>
    isHere ? style.cyan(line) : isMarked ? style.green(line) : line;
  const description = own ? "" : safeLine(row.description, unicode);
  const column = labelColumn(state, look, width);
  const room = width - column - 2;
  const isBeside = description !== "" && descriptions !== "none" && room >= FEWEST_FOR_DESCRIPTION;
  if (!isBeside || widthOf(label) > column) {
    const lines = own ? [cut(label, width, unicode)] : wrap(label, width);
    const below =
      description === "" || descriptions === "none"
        ? []
        : descriptions === "all"
          ? wrap(description, width - 2)
          : [];
    return [
      ...lines.map((line, at) =>
        emphasis(`${at === 0 ? start : " ".repeat(widthOf(start))}${line}`),
      ),
      ...below.map((line) => `${" ".repeat(widthOf(start) + 2)}${style.dim(line)}`),
    ];
  }
  const lines =
    descriptions === "all" ? wrap(description, room) : [cut(description, room, unicode)];
  return lines.map((line, at) =>
    at === 0
      ? `${emphasis(`${start}${padEnd(label, column)}`)}  ${style.dim(line)}`
      : `${" ".repeat(widthOf(start) + column + 2)}${style.dim(line)}`,
  );
}

/** Where descriptions begin: after the longest label of the question. */
function labelColumn(state: DialogState, { unicode }: Look, width: number): number {
  const widths = allRows(questionOf(state)).map(({ label }) => widthOf(safeLine(label, unicode)));
  return Math.min(Math.max(...widths), WIDEST_LABEL, width);
}
