import { oneLine } from "@readback/core/printable";
import type { Screen } from "../terminal/screen.js";
import { padEnd, widthOf, wrap, wrapIndented } from "../terminal/text.js";
import type { Todo } from "./guard-store.js";
import type { Moment } from "./history.js";
import {
  attempts,
  clockTime,
  paintStanding,
  standingSentence,
  standingWord,
  verdictWords,
} from "./words.js";

const MARGIN = "  ";
/** Lines of a reason that are shown; a validator can print a lot. */
const REASON_LINES = 12;
const LINE_BREAK = /\r\n|[\n\r\u0085\u2028\u2029]/;

/** One todo and what happened to it. */
export function drawTodo(
  todo: Todo,
  id: string,
  moments: readonly Moment[],
  screen: Screen,
): string {
  const { style, width } = screen;
  const state = `${standingWord(todo.standing)}: ${standingSentence(todo.standing)}`;
  const fields = [
    ["id", id],
    ["session", oneLine(todo.session)],
    ["state", paintStanding(todo.standing, style)(state)],
    ["attempts", attempts(todo)],
  ] as const;
  const advice = [
    ...(todo.standing === "approved"
      ? []
      : [`Let it pass:           readback guard approve ${id}`]),
    `Start the count again: readback guard reset ${id}`,
  ];
  return [
    ...wrap(style.bold(oneLine(todo.todo)), width),
    "",
    ...fields.flatMap(([name, value]) => field(name, value, screen)),
    "",
    ...moments.flatMap((moment) => drawMoment(moment, todo, screen)),
    ...(todo.mayAct === "nobody" ? [] : ["", ...advice.map((line) => style.dim(line))]),
  ].join("\n");
}

function field(name: string, value: string, { style, width }: Screen): readonly string[] {
  const label = MARGIN + padEnd(style.dim(name), 10);
  return wrap(value, width - 12).map((line, at) => (at === 0 ? label : " ".repeat(12)) + line);
}

function drawMoment(moment: Moment, todo: Todo, { style, width }: Screen): readonly string[] {
  const when = moment.at === null ? padEnd("earlier", 19) : clockTime(moment.at);
  const start = `${MARGIN}${style.dim(when)}  `;
  if (moment.kind !== "claim") return [start + MOMENTS[moment.kind]];
  const { verdict } = moment;
  const what = moment.isTwin
    ? "the same claim once more"
    : verdict?.kind === "exhausted" || verdict?.kind === "approved"
      ? "claim"
      : `attempt ${moment.attempt} of ${todo.maxRetryAttempts}`;
  const how = verdict ? verdictWords(verdict.kind) : "waits for its verdict";
  const paint =
    verdict === null ? style.cyan : verdict.decision === "allow" ? style.green : style.yellow;
  const indent = " ".repeat(widthOf(start));
  const shown = reasonOf(moment)
    .split(LINE_BREAK)
    .flatMap((line) => wrapIndented(indented(line), width - indent.length))
    .filter((line) => line !== "");
  return [
    `${start}${what}: ${paint(how)}${tookOf(moment)}`,
    ...shortened(shown).map((line) => indent + style.dim(line)),
  ];
}

/** The first line, and the last ones: failures stand at the end of what a validator prints. */
function shortened(lines: readonly string[]): readonly string[] {
  const left = lines.length - REASON_LINES;
  if (left <= 0) return lines;
  const [first = ""] = lines;
  const rest = lines.slice(left + 2);
  return [first, `… (${left + 1} lines are left out; --json has them)`, ...rest];
}

/** What is worth reading about a verdict; where its name says everything, nothing. */
function reasonOf({ verdict, detail }: Extract<Moment, { kind: "claim" }>): string {
  const isTelling = verdict?.kind === "validation_failed" || verdict?.kind === "guard_failed";
  return isTelling ? (detail ?? verdict.reason) : "";
}

/** A printable line that starts where it started. */
function indented(line: string): string {
  return (/^ */.exec(line)?.[0] ?? "") + oneLine(line);
}

/** How long a validation took, when that is worth telling. */
function tookOf({ at, decidedAt }: Extract<Moment, { kind: "claim" }>): string {
  const ms = at === null || decidedAt === null ? 0 : decidedAt - at;
  return ms < 100 ? "" : ` after ${(ms / 1_000).toFixed(1)} s`;
}

const MOMENTS: Readonly<Record<Exclude<Moment["kind"], "claim">, string>> = {
  approved: "a person approved it",
  reset: "a person reset the count",
  completed: "seen to be completed",
  reopened: "opened again: a new count starts",
  undone: "open again, not seen to be completed: the count goes on",
  forgotten: "forgotten",
};
