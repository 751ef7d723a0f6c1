import type { QuestionRequest } from "@readback/core";
import { beside, type Frame, glyphs, innerWidth, type Look } from "./frame.js";
import { cut, pack, padEnd, safeLine, widthOf, wrap } from "./text.js";

/** A question that waits. */
export interface Waiting {
  readonly request: QuestionRequest;
  /** Since when, in milliseconds. */
  readonly since: number;
}

/** The list of what waits. */
export interface WaitingList {
  readonly title: string;
  /** What the person should know, and no question says; empty when there is nothing. */
  readonly notice: string;
  readonly waiting: readonly Waiting[];
  readonly cursor: number;
  /** Whether keys do nothing yet, because they may be meant for the dialog before. */
  readonly isHeld: boolean;
  /** In milliseconds. */
  readonly now: number;
}

/** What stands in place of the keys while they do nothing. */
const HELD_IN_LIST = "Keys count after a short pause.";

/** How the list of what waits is drawn. */
export function drawWaiting(list: WaitingList, look: Look): Frame {
  const { title, notice, waiting, cursor, isHeld, now } = list;
  const { style, unicode } = look;
  const { here } = glyphs(look);
  const width = innerWidth(look);
  const count = waiting.length;
  const heading = cut(safeLine(title, unicode), width, unicode);
  const told = notice === "" ? [] : wrap(safeLine(notice, unicode), width);
  // What waits comes first: on a small screen the notice makes room.
  const news = look.rows >= told.length + 4 ? told.map(style.yellow) : [];
  const packed = pack(keysOf(list, look), width);
  const keys =
    look.rows >= news.length + count + 2 + packed.length
      ? packed
      : [cut(packed.join("  "), width, unicode)];
  const isAiry = look.rows >= news.length + count + 5 + keys.length;
  const gap = isAiry ? [""] : [];
  const most = Math.max(1, look.rows - 2 - keys.length - news.length - gap.length * 2);
  const from = Math.min(Math.max(0, cursor - most + 1), Math.max(0, count - most));
  const ages = waiting.map(({ since }) => age(now - since));
  const ageWidth = Math.max(0, ...ages.map(widthOf));
  const rows = waiting.slice(from, from + most).map(({ request }, nth) => {
    const isHere = from + nth === cursor;
    const [first] = request.questions;
    const who = request.from === null ? "" : `  ${safeLine(request.from, unicode)}`;
    const more = request.questions.length - 1;
    const what = safeLine(request.title ?? first?.question ?? "", unicode);
    const text = `${what}${more > 0 ? ` (+${more})` : ""}${who}`;
    const room = width - 2 - ageWidth - 2;
    const line = `${isHere ? here : " "} ${padEnd(cut(text, room, unicode), room)}  `;
    return `${isHere ? style.cyan(line) : line}${style.dim(ages[from + nth] ?? "")}`;
  });
  const status =
    count === 0
      ? "Nothing waits. New questions appear here."
      : count === 1
        ? "1 question waits"
        : `${count} questions wait`;
  const lines = [
    style.bold(style.cyan(heading)),
    ...news,
    style.dim(cut(status, width, unicode)),
    ...gap,
    ...rows,
    ...(count > 0 ? gap : []),
    ...keys.map(isHeld ? style.yellow : style.dim),
  ];
  return { lines: beside(lines.slice(0, Math.max(1, look.rows)), look), cursor: null, fits: false };
}

/** The keys that do something now, each with what it does. */
function keysOf({ isHeld, waiting }: WaitingList, { unicode }: Look): readonly string[] {
  if (isHeld) return [HELD_IN_LIST];
  if (waiting.length === 0) return ["q: leave"];
  return ["Enter: answer", "q: leave", `${unicode ? "↑↓" : "Up/Down"}: navigate`, "Del: dismiss"];
}

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return "now";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
