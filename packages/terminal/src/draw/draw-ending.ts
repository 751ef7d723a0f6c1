import type { CloseReason } from "@readback/core";
import { answersOf, type DialogState } from "../dialog/state.js";
import { beside, glyphs, innerWidth, type Look } from "./frame.js";
import { cut, safeLine } from "./text.js";

/** What a person is told when a question is over. */
const OVER: Readonly<Record<CloseReason, string>> = {
  answered: "This question was answered elsewhere.",
  not_rendered: "This question did not appear in time.",
  exhausted: "This question did not appear in time, and the agent went on without an answer.",
  timed_out: "Time is up: the agent went on without an answer.",
  cancelled: "Dismissed.",
  declined: "The question was declined.",
  aborted: "The agent stopped waiting for this answer.",
  superseded: "A newer question replaced this one.",
  rejected: "Another question was open, so this one was not asked.",
  no_surface: "This question could not be shown in time.",
  pending: "The agent will come back for this answer.",
  abandoned: "The agent did not come back for this answer.",
  unknown_request: "Nobody knows this question any more.",
};

const KEPT = "What you entered is kept, should the agent ask again.";

/** What stays on the screen of a question that was answered here. */
export function drawSent(state: DialogState, look: Look): readonly string[] {
  const { style, unicode } = look;
  const width = innerWidth(look);
  const byId = new Map(answersOf(state).map((answer) => [answer.id, answer]));
  const lines = state.request.questions.map(({ id, header, question, type }) => {
    const { values = [], custom = null } = byId.get(id) ?? {};
    const words =
      type === "confirm" ? values.map((value) => (value === "yes" ? "Yes" : "No")) : values;
    const said = [
      ...words,
      ...(custom === null || custom === undefined ? [] : [`Other: ${custom}`]),
    ].join(", ");
    const name = cut(safeLine(header ?? question, unicode), Math.floor(width / 2), unicode);
    const room = Math.max(1, width - name.length - 2);
    const asked = /\p{Po}$/u.test(name) ? name : `${name}:`;
    return `${style.dim(asked)} ${cut(safeLine(said, unicode) || "(left open)", room, unicode)}`;
  });
  return beside([...lines, style.green(`${glyphs(look).tick} Sent.`)], look);
}

/** What stays on the screen of a question that ended otherwise. */
export function drawOver(
  state: DialogState,
  reason: CloseReason | { readonly lost: string },
  hasDraft: boolean,
  look: Look,
): readonly string[] {
  const { style, unicode } = look;
  const width = innerWidth(look);
  const [first] = state.request.questions;
  const asked = cut(safeLine(first?.question ?? "", unicode), width, unicode);
  const why = typeof reason === "string" ? OVER[reason] : reason.lost;
  const kept = hasDraft && reason !== "answered" ? [KEPT] : [];
  return beside(
    [style.dim(asked), ...[why, ...kept].map((line) => style.yellow(cut(line, width, unicode)))],
    look,
  );
}
