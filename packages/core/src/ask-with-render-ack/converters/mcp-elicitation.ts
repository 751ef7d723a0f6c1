import type { InputProblem } from "../../errors.js";
import { oneLine } from "../../printable.js";
import { truncate } from "../../text.js";
import type { Answer } from "../answers.js";
import type { AskInput, QuestionInput } from "../question.js";
import type { AskResult } from "../result.js";
import { ASK_LIMITS } from "../schema.js";
import { type FormField, parseForm } from "./mcp-elicitation-form.js";
import { initialOf, placeholderOf, type TypedValue, typed } from "./mcp-elicitation-values.js";

/** The answer to `elicitation/create`. */
export type ElicitResult =
  | { readonly action: "accept"; readonly content: Record<string, TypedValue> }
  | { readonly action: "decline" | "cancel" };

/** An answer for the server, or what the person has to fix first. */
export type ElicitReply =
  | { readonly ok: true; readonly reply: ElicitResult }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/**
 * Takes the parameters of an MCP server's `elicitation/create` in form mode; each question's id is
 * the name of its field. A form without fields asks for consent, and becomes a yes-or-no question.
 * @example
 * const answer = toElicitResult(params, await asker.ask(fromElicitation(params)));
 * if (answer.ok) return answer.reply; // { action: "accept", content: { age: 42 } }
 */
export function fromElicitation(params: unknown): AskInput {
  const { message, fields } = parseForm(params);
  if (fields.length === 0) return { questions: [{ question: message, type: "confirm" }] };
  const title = truncate(oneLine(message), ASK_LIMITS.title);
  // A title is short. What does not fit is still read: before the first question.
  const lead = title === message ? "" : `${message}\n\n`;
  return {
    title,
    questions: fields.map((field, index) => toQuestion(field, index === 0 ? lead : "")),
  };
}

/**
 * Answers the server that sent `params`: `accept` with typed values, `decline` when the person
 * refused, `cancel` for everything else. A question nobody saw is never a `decline`.
 *
 * A value that does not fit its field ("abc" for a number) is not sent: `ok` is then false, and
 * `problems` says for each field what would fit, for the person to be asked again. The server's
 * `pattern` is left to the server, since running a stranger's expression could take forever.
 */
export function toElicitResult(params: unknown, result: AskResult): ElicitReply {
  const { fields } = parseForm(params);
  if (result.outcome === "declined") return { ok: true, reply: { action: "decline" } };
  if (result.outcome !== "answered") return { ok: true, reply: { action: "cancel" } };
  if (fields.length === 0) {
    const consents = result.answers[0]?.values[0] === "yes";
    return {
      ok: true,
      reply: consents ? { action: "accept", content: {} } : { action: "decline" },
    };
  }
  return accept(fields, result.answers);
}

function accept(fields: readonly FormField[], answers: readonly Answer[]): ElicitReply {
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  const content: [string, TypedValue][] = [];
  const problems: InputProblem[] = [];
  for (const field of fields) {
    const value = typed(field, byId.get(field.name)?.values ?? []);
    if (value === undefined) continue;
    if ("problem" in value) problems.push({ field: field.name, problem: value.problem });
    else content.push([field.name, value.value]);
  }
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, reply: { action: "accept", content: Object.fromEntries(content) } };
}

function toQuestion(form: FormField, lead: string): QuestionInput {
  const { name, field, choices, required } = form;
  const title = field.title?.trim() ? field.title : name;
  const text = field.description?.trim() ? field.description : title;
  const placeholder = placeholderOf(form);
  const values = initialOf(form);
  const isList = field.type === "array";
  return {
    id: name,
    header: truncate(title, 100),
    question: `${lead}${text}`,
    // An empty list is an answer too, unless the server wants something in it.
    required: required && !(isList && (field.minItems ?? 0) === 0),
    ...(placeholder && { placeholder }),
    ...(values.length > 0 && { initial: { values } }),
    ...(choices
      ? {
          type: isList ? ("multi-select" as const) : ("select" as const),
          options: choices.map(({ label }) => ({ label })),
          custom: false,
        }
      : { type: field.type === "boolean" ? ("confirm" as const) : ("text" as const) }),
  };
}
