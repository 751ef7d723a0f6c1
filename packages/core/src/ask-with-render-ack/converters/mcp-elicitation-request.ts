import * as z from "zod";
import { type InputProblem, InvalidInputError } from "../../errors.js";
import { mustFit } from "../../must-fit.js";
import { parse } from "../../parse.js";
import { oneLine, printable } from "../../printable.js";
import { truncate } from "../../text.js";
import { type Answer, type AnswerInput, checkAnswers } from "../answers.js";
import { mustBeQuestions } from "../must-be-result.js";
import type { Question } from "../question.js";
import { LONGEST_FORM_TEXT } from "./mcp-elicitation-form.js";

/** One choice of a form: what comes back, and what the person sees. */
export interface ElicitationChoice {
  const: string;
  title: string;
}

/** One field of a form. */
export type ElicitationField = { title: string; description?: string } & (
  | { type: "string"; minLength?: number; default?: string }
  | { type: "string"; oneOf: ElicitationChoice[]; default?: string }
  | { type: "array"; items: { anyOf: ElicitationChoice[] }; minItems?: number; default?: string[] }
);

/** The parameters of `elicitation/create` in form mode. */
export interface ElicitationRequest {
  message: string;
  requestedSchema: {
    type: "object";
    properties: Record<string, ElicitationField>;
    required: string[];
  };
}

type Refused = { readonly kind: "declined" } | { readonly kind: "cancelled" };

/** What the person did with a form. */
export type ElicitOutcome =
  | { readonly kind: "answer"; readonly answers: readonly Answer[] }
  | Refused;

/** What the person did with a form, before anybody looked whether the questions allow it. */
export type ElicitReading =
  | { readonly kind: "answer"; readonly answers: readonly AnswerInput[] }
  | Refused;

const QUESTIONS = [{ question: "text", type: "text", options: [{ label: "text" }] }] as const;

const SUBJECT = "MCP elicitation result";

const resultSchema = z.object({
  action: z.enum(["accept", "decline", "cancel"]),
  content: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * Asks our questions through the client's own form. A form shows and returns everything in clear:
 * never ask for a secret with it.
 *
 * Fields are named `q1`, `q2`, …, so that no id can be an odd property name. Own answers get a
 * second field, `q1_other`. A `confirm` is a choice of Yes and No, not a checkbox: a checkbox nobody
 * touched would say No.
 */
export function toElicitation(
  questions: readonly Question[],
  title: string | null = null,
): ElicitationRequest {
  mustBeQuestions(questions);
  mustFit(questions, QUESTIONS, "questions");
  if (title !== null) mustFit(title, "text", "title of toElicitation");
  const heading = title?.trim();
  const [only, ...others] = questions;
  const asked = heading || others.length > 0 ? undefined : only?.question;
  const message = heading || (asked ?? `Please answer ${questions.length} questions.`);
  return {
    message: truncate(printable(message), LONGEST_FORM_TEXT),
    requestedSchema: {
      type: "object",
      properties: Object.fromEntries(
        questions.flatMap((question, index) => fieldsOf(question, index, asked !== undefined)),
      ),
      required: questions.flatMap(({ required, custom }, index) =>
        required && !custom ? [nameOf(index)] : [],
      ),
    },
  };
}

/**
 * Reads a client's answer to {@link toElicitation} of the same questions, and checks it: throws an
 * `InvalidInputError` for an answer that the questions do not allow.
 *
 * Own words in a single choice count instead of the chosen option, since clients tend to send the
 * first option untouched.
 */
export function fromElicitResult(
  questions: readonly Question[],
  elicitResult: unknown,
): ElicitOutcome {
  const reading = readElicitResult(questions, elicitResult);
  if (reading.kind !== "answer") return reading;
  return { kind: "answer", answers: checkAnswers(questions, reading.answers) };
}

/**
 * The same without that check, for a bridge: its asker checks, and refuses what the questions do not
 * allow. Throws an `InvalidInputError` for what is no reply to the form at all.
 */
export function readElicitResult(
  questions: readonly Question[],
  elicitResult: unknown,
): ElicitReading {
  const { action, content } = parse(resultSchema, elicitResult, SUBJECT);
  if (action !== "accept") return { kind: action === "decline" ? "declined" : "cancelled" };
  const given = new Map(Object.entries(content ?? {}));
  const problems: InputProblem[] = [];
  const answers = questions.map(({ id, type, custom }, index): AnswerInput => {
    const name = nameOf(index);
    const values = listOf(given.get(name), type === "multi-select");
    const own = custom ? listOf(given.get(otherOf(name)), false) : [];
    if (!values) problems.push({ field: name, problem: "must be a value of the form" });
    if (!own) problems.push({ field: otherOf(name), problem: "must be text" });
    const text = own?.find((words) => words.trim() !== "") ?? null;
    return { id, values: text !== null && type === "select" ? [] : (values ?? []), custom: text };
  });
  if (problems.length > 0) throw new InvalidInputError(SUBJECT, problems);
  return { kind: "answer", answers };
}

const nameOf = (index: number): string => `q${index + 1}`;
const otherOf = (name: string): string => `${name}_other`;

/** A value of a form as a list; clients send `""` or `null` for what was left open. */
function listOf(value: unknown, isList: boolean): string[] | null {
  if (value === undefined || value === null || value === "") return [];
  if (!isList) return typeof value === "string" ? [value] : null;
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : null;
}

function fieldsOf(
  question: Question,
  index: number,
  isAsked: boolean,
): [string, ElicitationField][] {
  const name = nameOf(index);
  const { custom, initial } = question;
  const field: ElicitationField = { ...textsOf(question, isAsked), ...kindOf(question) };
  if (!custom) return [[name, field]];
  const own = initial?.custom ? { default: initial.custom } : {};
  const title = `${truncate(field.title, 80)}: other`;
  const description = "Your own answer, if none of the options fits";
  return [
    [name, field],
    [otherOf(name), { type: "string", title, description, ...own }],
  ];
}

/**
 * What is written at a field. The question is there once: in the message (`isAsked`), as the title or
 * in the description. A form's options carry no description, so the field's lists them; on one line,
 * because some clients show no line breaks there.
 */
function textsOf(
  { header, question, options, placeholder }: Question,
  isAsked: boolean,
): { title: string; description?: string } {
  const asked = oneLine(question);
  const title = oneLine(header ?? "") || (isAsked ? "Answer" : truncate(asked, 100));
  const about = options.flatMap(({ label, description }) =>
    description ? [`${oneLine(label)}: ${oneLine(description)}`] : [],
  );
  const parts = [
    ...(isAsked || title === asked ? [] : [asked]),
    ...(about.length > 0 ? [about.join("; ")] : []),
    ...(placeholder ? [`(${oneLine(placeholder)})`] : []),
  ];
  if (parts.length === 0) return { title };
  // Descriptions may be cut, the question never.
  const room = Math.max(asked.length + 2, LONGEST_FORM_TEXT);
  return { title, description: truncate(parts.join(" "), room) };
}

function kindOf({ type, options, required, custom, initial }: Question) {
  const [value] = initial?.values ?? [];
  const chosen = value === undefined ? {} : { default: value };
  const choices = options.map(({ label }) => ({ const: label, title: oneLine(label) }));
  switch (type) {
    case "text":
      return { type: "string" as const, ...(required && { minLength: 1 }), ...chosen };
    case "confirm": {
      const oneOf = [
        { const: "yes", title: "Yes" },
        { const: "no", title: "No" },
      ];
      return { type: "string" as const, oneOf, ...chosen };
    }
    case "select":
      return { type: "string" as const, oneOf: choices, ...chosen };
    case "multi-select":
      return {
        type: "array" as const,
        items: { anyOf: choices },
        ...(required && !custom && { minItems: 1 }),
        ...(initial && initial.values.length > 0 && { default: [...initial.values] }),
      };
  }
}
