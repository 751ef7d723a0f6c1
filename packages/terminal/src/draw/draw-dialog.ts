import { type DialogState, fieldOf, questionOf } from "../dialog/state.js";
import { drawList, type ListRoom } from "./draw-list.js";
import { BAR_WIDTH, beside, type Frame, glyphs, innerWidth, type Look } from "./frame.js";
import { HELD, hintOf } from "./hint.js";
import { cut, layOut, pack, safe, safeLine, wrap } from "./text.js";

/** What stands around a dialog. */
export interface Around {
  /** How many other questions wait. Default 0. */
  readonly waiting?: number;
  /** What Escape does in the list. Default `cancel`. */
  readonly escapes?: string;
  /** Whether keys do nothing yet, because they may be meant for the dialog before. Default false. */
  readonly isHeld?: boolean;
}

/** How much room there is for what is not the question itself. */
interface Room extends ListRoom {
  /** Whether empty lines keep the parts of the dialog apart. */
  readonly isAiry: boolean;
  readonly hasHint: boolean;
}

const ALL = Number.POSITIVE_INFINITY;
const AIRY: Room = { isAiry: true, hasHint: true, descriptions: "all", lines: ALL };
/** From much to little. */
const TIGHTER: readonly Room[] = [
  { isAiry: false, hasHint: true, descriptions: "all", lines: ALL },
  { isAiry: false, hasHint: true, descriptions: "one line", lines: ALL },
  { isAiry: true, hasHint: true, descriptions: "one line", lines: 8 },
  { isAiry: false, hasHint: true, descriptions: "one line", lines: 5 },
  { isAiry: false, hasHint: true, descriptions: "none", lines: 3 },
  { isAiry: false, hasHint: false, descriptions: "none", lines: 1 },
];

const NARROWEST = 20;

/** How a dialog is drawn: the whole question, and as much around it as the terminal has room for. */
export function drawDialog(state: DialogState, look: Look, around: Around = {}): Frame {
  let room = AIRY;
  let frame = drawIn(state, look, around, room);
  for (const tighter of TIGHTER) {
    if (frame.lines.length <= look.rows) break;
    room = tighter;
    frame = drawIn(state, look, around, room);
  }
  const spare = look.rows - frame.lines.length;
  if (spare < 0 || look.columns < NARROWEST) return tooSmall(look, frame.lines.length);
  if (!Number.isFinite(room.lines)) return frame;
  // A list that is cut gets the rows that are left, as far as whole choices fit into them.
  for (let more = spare; more > 0; more -= 1) {
    const larger = drawIn(state, look, around, { ...room, lines: room.lines + more });
    if (larger.lines.length <= look.rows) return larger;
  }
  return frame;
}

function drawIn(state: DialogState, look: Look, around: Around, room: Room): Frame {
  const width = innerWidth(look);
  const { style, unicode } = look;
  const { request, mode, error } = state;
  const question = questionOf(state);
  const gap = room.isAiry ? [""] : [];

  const notices = [
    request.notice,
    state.isResumed && mode !== "sending" ? "What you entered before is still here." : null,
  ].filter((notice) => notice !== null);
  const head = [
    headline(state, look, around),
    ...titleLines(state, look, room.isAiry),
    ...notices.flatMap((text) => wrap(safeLine(text, unicode), width).map(style.yellow)),
    ...gap,
    ...wrap(safe(question.question, unicode).trim(), width).map(style.bold),
    ...gap,
  ];
  const body: string[] = [];
  let cursor: Frame["cursor"] = null;
  const input = (
    label: string,
    text: string,
    caret: number,
    placeholder: string,
    mark = `${glyphs(look).here} `,
  ) => {
    if (label !== "" && room.isAiry) body.push(style.dim(label));
    const written = layOut(text, caret, width - mark.length - 1, unicode);
    const most = Math.min(room.isAiry ? 8 : 3, room.lines);
    const from = Math.min(
      Math.max(0, written.row - most + 1),
      Math.max(0, written.lines.length - most),
    );
    const shown = written.lines.slice(from, from + most);
    const row = head.length + body.length + written.row - from;
    cursor = { row, column: BAR_WIDTH + mark.length + written.column };
    if (text === "" && placeholder !== "") {
      body.push(
        `${style.cyan(mark)}${style.dim(cut(safeLine(placeholder, unicode), width - 3, unicode))}`,
      );
    } else {
      body.push(...shown.map((line, nth) => `${nth === 0 ? style.cyan(mark) : "  "}${line}`));
    }
  };

  const isOwn = question.type !== "text";
  if (isOwn && (mode !== "text" || room.descriptions !== "none")) {
    const { lines } = room;
    const isPressed = mode === "text" || mode === "filter";
    const list =
      isPressed && Number.isFinite(lines) ? { ...room, lines: Math.max(1, lines - 2) } : room;
    body.push(...drawList(state, look, list));
  }
  if (mode === "text") {
    if (isOwn && room.isAiry) body.push("");
    const placeholder = isOwn ? "Type here, then Enter to confirm" : (question.placeholder ?? "");
    input(isOwn ? "Enter your answer:" : "", fieldOf(state).text, state.caret, placeholder);
  } else if (question.type === "text") {
    input("", fieldOf(state).text, 0, "");
    cursor = null;
  }
  if (mode === "filter") {
    if (room.isAiry) body.push("");
    input("", state.filter, state.caret, "Type to filter, then Enter", "/ ");
  }
  const tail: string[] = [];
  if (error !== null) {
    tail.push(...gap, ...wrap(safeLine(error, unicode), width).map(style.red));
  }
  if (mode === "sending") tail.push(...gap, style.dim("Sending... not confirmed yet"));
  else if (around.isHeld) tail.push(...gap, ...wrap(HELD, width).map(style.yellow));
  else if (room.hasHint) {
    tail.push(...gap, ...pack(hintOf(state, look, around), width).map(style.dim));
  }
  const lines = beside([...head, ...body, ...tail], look);
  return { lines, cursor: mode === "sending" ? null : cursor, fits: true };
}

/** "1/4: Header", who asks, and how many others wait. */
function headline(state: DialogState, look: Look, { waiting = 0 }: Around): string {
  const { request, index } = state;
  const { style, unicode } = look;
  const total = request.questions.length;
  const header = safeLine(questionOf(state).header ?? "Question", unicode);
  const title = total > 1 ? `${index + 1}/${total}: ${header}` : header;
  const width = innerWidth(look);
  const shown = cut(title, width, unicode);
  const rest = [
    ...(request.from === null ? [] : [`${safeLine(request.from, unicode)} asks`]),
    ...(waiting > 0 ? [`${waiting} more ${waiting === 1 ? "waits" : "wait"}`] : []),
  ].join(", ");
  const room = width - shown.length - 2;
  return rest === "" || room < 8
    ? style.bold(style.cyan(shown))
    : `${style.bold(style.cyan(shown))}  ${style.dim(cut(rest, room, unicode))}`;
}

function titleLines({ request }: DialogState, look: Look, isAiry: boolean): readonly string[] {
  if (!request.title) return [];
  const title = safeLine(request.title, look.unicode);
  const width = innerWidth(look);
  return isAiry ? wrap(title, width) : [cut(title, width, look.unicode)];
}

/** The question cannot be seen, and nothing may look as if it could be answered. */
function tooSmall(look: Look, rows: number): Frame {
  const columns = Math.max(look.columns, NARROWEST);
  const text = `This window is too small for the question: make it at least ${columns} columns wide and ${rows} rows high.`;
  const width = Math.max(1, Math.min(look.columns - 1, 100));
  const lines = wrap(text, width).slice(0, Math.max(1, look.rows)).map(look.style.yellow);
  return { lines, cursor: null, fits: false };
}
