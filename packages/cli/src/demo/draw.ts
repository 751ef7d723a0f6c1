import { padEnd, padStart, printable, widthOf, wrap, wrapIndented } from "../terminal/text.js";
import { type Beat, type Ending, type Field, type Heading, inWords, type Voice } from "./beat.js";
import type { Look } from "./look.js";
import { notesOf, type Transition } from "./transitions.js";

const MARGIN = "  ";
const LABEL = 9;
const INDENT = MARGIN + " ".repeat(LABEL);

/** Columns for text beside the labels. */
export const textWidth = (look: Look): number => look.width() - INDENT.length;

/** The lines of a beat. Everything that comes from outside is escaped here, and nowhere later. */
export function drawBeat(beat: Beat, look: Look): readonly string[] {
  switch (beat.kind) {
    case "story":
      return drawHeading(beat.heading, look);
    case "scene":
      return ["", MARGIN + endingLabel(beat.ending, look) + look.style.bold(` ${beat.title}`)];
    case "says":
      return labelled(beat.who, wrap(printable(beat.text), textWidth(look)), look);
    case "quote":
      return labelled(beat.who, drawQuote(beat.lines, look), look);
    case "fields":
      return labelled(beat.who, drawFields(beat.fields, look), look);
    case "transition":
      return labelled("machine", drawTransition(beat.transition, look), look);
    case "later":
      return [INDENT + look.style.dim(`… ${inWords(beat.ms)} later (simulated)`)];
  }
}

/** Lines with the name of a voice before the first. */
export function labelled(
  who: Voice | "machine",
  lines: readonly string[],
  look: Look,
): readonly string[] {
  const name = who === "person" ? look.person : who;
  const label = MARGIN + padEnd(colourOf(who, look)(name), LABEL);
  return lines.map((line, index) => (index === 0 ? label : INDENT) + line);
}

function colourOf(who: Voice | "machine", { style }: Look): (text: string) => string {
  switch (who) {
    case "agent":
      return style.cyan;
    case "person":
      return style.green;
    case "machine":
      return style.magenta;
    case "told":
      return style.yellow;
    default:
      return style.dim;
  }
}

function drawHeading({ number, of, title, problem, promise }: Heading, look: Look) {
  const { style } = look;
  const width = look.width() - MARGIN.length;
  const name = ` ${number} of ${of} · ${title} `;
  const rule = "━".repeat(Math.max(0, width - widthOf(name) - 2));
  return [
    "",
    MARGIN + style.dim("━━") + style.bold(name) + style.dim(rule),
    "",
    ...wrap(problem, width).map((line) => MARGIN + line),
    "",
    ...wrap(promise, width).map((line) => MARGIN + line),
  ];
}

function endingLabel(ending: Ending, { style }: Look): string {
  switch (ending) {
    case "success":
      return style.green("● Success:");
    case "retry":
      return style.yellow("● Retry:");
    case "exhaustion":
      return style.red("● Exhaustion:");
    case "silence":
      return style.yellow("● Silence:");
  }
}

function drawQuote(lines: readonly string[], look: Look): readonly string[] {
  const bar = `${look.style.dim("│")} `;
  return lines.flatMap((line) =>
    wrapIndented(printable(line), textWidth(look) - 2).map((part) => bar + part),
  );
}

/** Short fields share a line; a long one has its own. */
function drawFields(fields: readonly Field[], look: Look): readonly string[] {
  const width = textWidth(look);
  const lines: string[] = [];
  for (const [name, value] of fields) {
    const shown = printable(JSON.stringify(value) ?? "undefined");
    const field = `${look.style.dim(`${name}:`)} ${shown}`;
    const before = lines.at(-1);
    if (before !== undefined && widthOf(before) + 3 + widthOf(field) <= width) {
      lines[lines.length - 1] = `${before}   ${field}`;
    } else lines.push(...wrap(field, width));
  }
  return lines;
}

function drawTransition(transition: Transition, look: Look): readonly string[] {
  const { from, to, event } = transition;
  const { style } = look;
  const move =
    from === to
      ? `${style.bold(to)} ${style.dim(`(${event})`)}`
      : `${style.dim(`${from ?? "start"} →`)} ${style.bold(to)}`;
  const note = style.dim(notesOf(transition));
  const width = textWidth(look);
  if (widthOf(note) === 0) return wrap(move, width);
  const room = width - widthOf(move);
  if (widthOf(note) + 2 <= room) return [move + padStart(note, room)];
  return [...wrap(move, width), padStart(note, width)];
}
