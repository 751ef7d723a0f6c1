import * as z from "zod";
import { type InputProblem, InvalidInputError } from "../errors.js";
import { firstAlike, lookOf } from "../look.js";
import { mustFit } from "../must-fit.js";
import { parse } from "../parse.js";
import { oneLine } from "../printable.js";
import type { Answer } from "./answers.js";
import type { AskInput } from "./question.js";
import { looksLike } from "./schema.js";

/** Name of the strict tool. */
export const ASK_USER_QUESTION_TOOL_NAME = "ask_user_question";

/** The option a UI adds for the person's own answer; no caller may use it as a label. */
export const OTHER_OPTION_LABEL = "Other";

/** Limits of the ask_user_question contract. */
export const ASK_USER_QUESTION_LIMITS = {
  questions: 4,
  header: 12,
  options: { min: 2, max: 4 },
  labelWords: 5,
} as const;

const SUBJECT = `${ASK_USER_QUESTION_TOOL_NAME} input`;
const { questions: MOST, header: WIDEST, options: OPTIONS, labelWords } = ASK_USER_QUESTION_LIMITS;

const optionSchema = z.strictObject({
  label: z.string().min(1).max(500).describe(`Display text (1-${labelWords} words)`),
  description: z.string().min(1).max(2_000).describe("Explanation of choice"),
});

const optionCount = `must hold ${OPTIONS.min} to ${OPTIONS.max} options`;

const strictQuestionSchema = z.strictObject({
  question: z.string().min(1).max(10_000).describe("Question text ending with ?"),
  header: z
    .string()
    .min(1, `must have 1 to ${WIDEST} characters`)
    .max(WIDEST, `must have 1 to ${WIDEST} characters`)
    .describe("Short label"),
  multiSelect: z.boolean().default(false).describe("Allow multiple selections"),
  options: z
    .array(optionSchema)
    .min(OPTIONS.min, optionCount)
    .max(OPTIONS.max, optionCount)
    .refine((options) => new Set(options.map((o) => o.label.trim())).size === options.length, {
      message: "labels must differ from each other",
    }),
});

/** What the `ask_user_question` tool takes, as far as a JSON Schema can say it. */
export const askUserQuestionInputSchema = z.strictObject({
  questions: z
    .array(strictQuestionSchema)
    .min(1, `must hold 1 to ${MOST} questions`)
    .max(MOST, `must hold 1 to ${MOST} questions`),
  answers: z
    .record(z.string(), z.string())
    .optional()
    .describe("Answers to fill in beforehand, by header"),
});

/** What the `ask_user_question` tool takes. */
export interface AskUserQuestionArgs {
  /** 1 to 4 questions. */
  questions: {
    /** The question; it ends with `?`. */
    question: string;
    /** Short label of 1 to 12 characters, by which the answer is known. */
    header: string;
    /** Whether several options may be chosen. Default false. */
    multiSelect?: boolean | undefined;
    /** 2 to 4 options; each label has 1 to 5 words. */
    options: { label: string; description: string }[];
  }[];
  /** Answers to fill in beforehand, by header. */
  answers?: Record<string, string> | undefined;
}

/** Answers by header: chosen labels joined by `, `, own text as `Other: text`. */
export type AskUserQuestionAnswers = Record<string, string>;

/** An `ask_user_question` call as {@link Asker.ask} takes it; each question's id is its header. */
export interface AskUserQuestionAsk extends AskInput {
  questions: (AskInput["questions"][number] & { id: string; header: string })[];
}

const ARGS = {
  questions: [{ question: "text", header: "text", options: [{ label: "text" }] }],
} as const;

/** The first rule the arguments break, beyond what the schema says, or `null`. */
export function validateAskUserQuestionArgs(args: AskUserQuestionArgs): string | null {
  mustFit(args, ARGS, SUBJECT);
  if (args.answers !== undefined) mustFit(args.answers, {}, `answers of ${SUBJECT}`);
  return firstProblem(args)?.problem ?? null;
}

/** Turns an `ask_user_question` call into an ask, or throws an {@link InvalidInputError}. */
export function parseAskUserQuestion(input: unknown): AskUserQuestionAsk {
  const { questions } = parse(askUserQuestionInputSchema, input, SUBJECT);
  const answers = answersByHeader(input);
  const problem = firstProblem({ questions, answers: Object.fromEntries(answers) });
  if (problem) throw new InvalidInputError(SUBJECT, [problem]);
  return {
    questions: questions.map(({ question, header, multiSelect, options }) => {
      const labels = options.map(({ label }) => label.trim());
      const initial = prefilled(answers.get(header) ?? "", labels, multiSelect);
      return {
        id: header,
        header,
        question,
        type: multiSelect ? ("multi-select" as const) : ("select" as const),
        options: options.map(({ label, description }) => ({ label: label.trim(), description })),
        ...(initial && { initial }),
      };
    }),
  };
}

/** Answers by header, in the order of the questions; a question without an answer is left out. */
export function toHeaderAnswers(
  questions: readonly { readonly header: string }[],
  answers: readonly Answer[],
): AskUserQuestionAnswers {
  mustFit(questions, [{ header: "text" }], "questions of toHeaderAnswers");
  mustFit(answers, [{ id: "text", values: "list" }], "answers of toHeaderAnswers");
  const byId = new Map(answers.map((answer) => [answer.id, answer]));
  return Object.fromEntries(
    questions.flatMap(({ header }) => {
      const answer = byId.get(header);
      return answer ? [[header, inWords(answer)]] : [];
    }),
  );
}

/** The summary the agent reads: one line for each answer, then the same as exact JSON. */
export function formatAskUserQuestionOutput(
  questions: readonly { readonly header: string }[],
  answers: Readonly<AskUserQuestionAnswers>,
): string {
  mustFit(questions, [{ header: "text" }], "questions of formatAskUserQuestionOutput");
  mustFit(answers, {}, "answers of formatAskUserQuestionOutput");
  const lines = questions.map(({ header }) => {
    const answer = Object.hasOwn(answers, header) ? (answers[header] ?? "") : "";
    return `- ${oneLine(header)}: ${oneLine(answer)}`;
  });
  return ["Collected answers:", ...lines, "", "JSON:", JSON.stringify({ answers }, null, 2)].join(
    "\n",
  );
}

function firstProblem({ questions, answers = {} }: AskUserQuestionArgs): InputProblem | null {
  const headers = new Set<string>();
  const looks = new Set<string>();
  for (const [index, { question, header, options }] of questions.entries()) {
    const field = `questions[${index}]`;
    if (!lookOf(question).endsWith("?")) {
      return { field: `${field}.question`, problem: `Question must end with ?: ${header}` };
    }
    if (looks.has(lookOf(header))) {
      return { field: `${field}.header`, problem: `Duplicate header: ${header}` };
    }
    headers.add(header);
    looks.add(lookOf(header));
    for (const [nth, option] of options.entries()) {
      const problem = problemWithLabel(option.label.trim());
      if (problem) return { field: `${field}.options[${nth}].label`, problem };
    }
    const [earlier, later] = firstAlike(options.map(({ label }) => label)) ?? [];
    if (later !== undefined) {
      return {
        field: `${field}.options[${later}].label`,
        problem: looksLike(`options[${earlier}]`),
      };
    }
  }
  const unknown = Object.keys(answers).find((key) => !headers.has(key));
  return unknown === undefined
    ? null
    : { field: "answers", problem: `Unknown answers key: ${unknown}` };
}

function problemWithLabel(label: string): string | null {
  const words = label.split(/\s+/).filter(Boolean).length;
  if (words < 1 || words > labelWords) return `Option label must be 1-5 words: ${label}`;
  return lookOf(label).toLowerCase() === OTHER_OPTION_LABEL.toLowerCase()
    ? `Option label "${OTHER_OPTION_LABEL}" is reserved`
    : null;
}

/**
 * The pre-filled answers, read from the input itself: zod leaves the key `__proto__` out of a record
 * (and so does not check it), but to us it is a header like any other.
 */
function answersByHeader(input: unknown): ReadonlyMap<string, string> {
  const { answers } = input as { readonly answers?: Readonly<Record<string, unknown>> };
  const entries = Object.entries(answers ?? {}).map(([header, answer]): [string, string] => {
    if (typeof answer === "string") return [header, answer];
    throw new InvalidInputError(SUBJECT, [{ field: `answers.${header}`, problem: "must be text" }]);
  });
  return new Map(entries);
}

/**
 * Reads `Label, Label, Other: text`. Of two labels that fit, the longer one is meant, so a label may
 * hold a comma; what is neither a label nor `Other: …` is left out.
 */
function prefilled(
  answer: string,
  labels: readonly string[],
  multiple: boolean,
): { values: string[]; custom: string | null } | undefined {
  const byLength = [...labels].sort((a, b) => b.length - a.length);
  const values = new Set<string>();
  let custom = "";
  let rest = answer.trim();
  while (rest !== "") {
    const label = byLength.find(
      (l) => rest.startsWith(l) && /^\s*(,|$)/.test(rest.slice(l.length)),
    );
    if (label !== undefined) values.add(label);
    else if (rest.startsWith(`${OTHER_OPTION_LABEL}:`)) {
      custom = rest.slice(OTHER_OPTION_LABEL.length + 1).trim();
      break;
    }
    const comma = rest.indexOf(",", label?.length ?? 0);
    rest = comma < 0 ? "" : rest.slice(comma + 1).trimStart();
  }
  const chosen = multiple ? [...values] : [...values].slice(0, 1);
  // A single choice is one answer: a label and own text together could never be sent.
  const own = custom !== "" && (multiple || chosen.length === 0) ? custom : null;
  return chosen.length > 0 || own !== null ? { values: chosen, custom: own } : undefined;
}

function inWords({ values, custom }: Answer): string {
  const own = custom === null ? [] : [`${OTHER_OPTION_LABEL}: ${custom.trim()}`];
  return [...values, ...own].join(", ");
}
