import * as z from "zod";
import { type InputProblem, InvalidInputError } from "../errors.js";
import { parse } from "../parse.js";
import { oneLine } from "../printable.js";
import { truncate } from "../text.js";
import type { Question } from "./question.js";

/** The answer to one question. */
export interface Answer {
  /** Id of the question. */
  readonly id: string;
  /** The chosen labels; the typed text of a `text` question; `yes` or `no` of a `confirm`. Empty when an optional question was left open. */
  readonly values: readonly string[];
  /** The person's own answer beside or instead of the options. */
  readonly custom: string | null;
}

const answerInputSchema = z.object({
  id: z.string(),
  values: z.array(z.string().max(100_000)).default([]),
  custom: z.string().max(100_000).nullable().default(null),
});

export const answersSchema = z.array(answerInputSchema);

/** An answer as a UI sends it. */
export interface AnswerInput {
  /** Id of the question. */
  id: string;
  /** The chosen labels; the typed text of a `text` question; `yes` or `no` of a `confirm`. Default: none. */
  values?: string[] | undefined;
  /** The person's own answer beside or instead of the options. Default: none. */
  custom?: string | null | undefined;
}

/** Checks answers against the questions and puts them in the questions' order, or throws. */
export function checkAnswers(questions: readonly Question[], input: unknown): readonly Answer[] {
  const given = parse(answersSchema, input, "answers");
  const byId = new Map<string, Answer>();
  const problems: InputProblem[] = [];
  for (const [index, answer] of given.entries()) {
    const { id } = answer;
    const problem = !questions.some((question) => question.id === id)
      ? "was not asked"
      : byId.has(id) && "is answered twice";
    if (problem) problems.push({ field: `[${index}].id`, problem: `${shown(id)} ${problem}` });
    byId.set(id, answer);
  }
  const answers = questions.map((question) => {
    const answer = normalised(question, byId.get(question.id));
    const problem = problemWith(question, answer);
    if (problem) problems.push({ field: question.id, problem });
    return answer;
  });
  if (problems.length > 0) throw new InvalidInputError("answers", problems);
  return answers;
}

function normalised({ id, type }: Question, answer: Answer | undefined): Answer {
  const values = answer?.values ?? [];
  const text = answer?.custom ?? null;
  return {
    id,
    values: values.filter((value) => type !== "text" || value.trim() !== ""),
    custom: text === null || text.trim() === "" ? null : text,
  };
}

function problemWith(question: Question, { values, custom }: Answer): string | undefined {
  const { type, options, required } = question;
  if (values.length === 0 && custom === null) {
    return required ? "needs an answer" : undefined;
  }
  if (custom !== null && !question.custom) return NO_CUSTOM[type];
  if (type !== "multi-select" && values.length + Number(custom !== null) > 1) {
    return "takes one answer";
  }
  if (new Set(values).size < values.length) return "names an option twice";
  const allowed =
    type === "confirm" ? ["yes", "no"] : type === "text" ? values : options.map((o) => o.label);
  const unknown = values.find((value) => !allowed.includes(value));
  if (unknown === undefined) return undefined;
  const own = question.custom ? ': put an answer in the person\'s own words into "custom"' : "";
  return `${shown(unknown)} is not one of ${allowed.map(shown).join(", ")}${own}`;
}

/** What is wrong with an answer in the person's own words, where the question does not allow one. */
const NO_CUSTOM: Readonly<Record<Question["type"], string>> = {
  text: 'must have its text in "values": "custom" is for selects',
  confirm: 'must be yes or no: it does not allow a "custom" answer',
  select: 'must be one of the options: it does not allow a "custom" answer',
  "multi-select": 'must be from the options: it does not allow a "custom" answer',
};

/** Text from outside, as it may stand in an error message. */
function shown(text: string): string {
  return `"${truncate(oneLine(text), 100)}"`;
}
