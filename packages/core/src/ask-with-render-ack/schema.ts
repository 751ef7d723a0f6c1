import * as z from "zod";
import { durationSchema } from "../duration.js";
import { firstAlike, lookOf } from "../look.js";

/** Limits of the ask_user contract. */
export const ASK_LIMITS = {
  questions: 10,
  title: 100,
  maxRetries: { min: 0, max: 5, default: 3 },
  /** Range at a tool boundary; the library takes any positive duration. */
  renderTimeout: { min: 10_000, max: 60_000, default: 30_000 },
  responseTimeout: { default: 300_000 },
} as const;

/** What is said about an option. */
export const optionDescriptionSchema = z.string().max(2_000).optional();

const optionSchema = z
  .union(
    [z.string(), z.strictObject({ label: z.string(), description: optionDescriptionSchema })],
    "must be a label, or { label, description? } of texts",
  )
  .transform((option) => (typeof option === "string" ? { label: option } : option))
  .refine(({ label }) => lookOf(label).length > 0 && label.length <= 500, {
    path: ["label"],
    message: "must have 1 to 500 characters, not only spaces or invisible ones",
  });

/** An answer already filled in when the question appears. */
const initialSchema = z.strictObject({
  values: z.array(z.string()).default([]),
  custom: z.string().nullable().default(null),
});

/** The fields of a question. */
export const fieldsSchema = z.strictObject({
  /** Name of the question in the answers. Default: `q1`, `q2`, … */
  id: z.string().min(1).max(200).optional(),
  question: z
    .string()
    .max(10_000)
    .refine((text) => lookOf(text).length > 0, "must not be empty: write the question"),
  /** Short label, shown as the question's title and in progress. */
  header: z.string().min(1).max(100).optional(),
  /** Default: `select` when there are options, else `text`. */
  type: z.enum(["text", "select", "multi-select", "confirm"]).optional(),
  options: z.array(optionSchema).max(100).default([]),
  /** Whether the person must answer it. Default true. */
  required: z.boolean().default(true),
  placeholder: z.string().max(500).optional(),
  /** Whether the person may type their own answer instead of an option. Default true on selects. */
  custom: z.boolean().optional(),
  initial: initialSchema.optional(),
});

/** A question whose fields are right one by one. */
export type QuestionFields = z.output<typeof fieldsSchema>;

/**
 * Other tools have `multiSelect` or `multiple` in place of a type: both are understood. What does not fit
 * the type stays, and is refused as an unknown field.
 */
function inOwnWords(given: z.input<typeof fieldsSchema>): z.input<typeof fieldsSchema> {
  if (typeof given !== "object" || given === null) return given;
  if (!("multiSelect" in given || "multiple" in given)) return given;
  const { multiSelect, multiple, ...own } = given as typeof given & Record<string, unknown>;
  const isSeveral = multiSelect ?? multiple;
  const fits =
    isSeveral === true
      ? own.type !== "text" && own.type !== "confirm"
      : isSeveral === false && own.type !== "multi-select";
  if (!fits || (multiple ?? isSeveral) !== isSeveral) return given;
  return isSeveral ? { ...own, type: "multi-select" } : own;
}

/** One question, as an agent or an application gives it. */
export const questionSchema = z.preprocess(inOwnWords, fieldsSchema).transform((fields, context) =>
  complete(fields, (path, message) =>
    // What else is wrong is told, too.
    context.addIssue({ code: "custom", path, message, continue: true }),
  ),
);

/** Fills in the type and what depends on it, and refuses fields that do not fit each other. */
export function complete(
  fields: QuestionFields,
  refuse: (path: (string | number)[], message: string) => void,
): Omit<QuestionFields, "type" | "custom"> & {
  type: NonNullable<QuestionFields["type"]>;
  custom: boolean;
} {
  const { id, question, header, options, required, placeholder, initial } = fields;
  const type = fields.type ?? (options.length > 0 ? "select" : "text");
  const isSelect = type === "select" || type === "multi-select";
  const labels = options.map(({ label }) => label);
  const problem =
    isSelect && options.length === 0
      ? `type "${type}" needs at least 1 option`
      : !isSelect && options.length > 0
        ? `type "${type}" takes no options: use "select" or "multi-select"`
        : new Set(labels).size < labels.length
          ? "labels must differ from each other"
          : undefined;
  if (problem) refuse(["options"], problem);
  else {
    const [earlier, later] = firstAlike(labels) ?? [];
    if (later !== undefined) refuse(["options", later, "label"], looksLike(`options[${earlier}]`));
  }
  const custom = isSelect && (fields.custom ?? true);
  if (initial) {
    const { values } = initial;
    if (isSelect && values.some((value) => !labels.includes(value))) {
      refuse(["initial", "values"], "must be labels of the options");
    }
    if (type === "confirm" && values.some((value) => value !== "yes" && value !== "no")) {
      refuse(["initial", "values"], "must be yes or no");
    }
    if (initial.custom !== null && !custom) {
      refuse(
        ["initial", "custom"],
        "must be left out: this question does not allow a custom answer",
      );
    }
    if (type !== "multi-select" && values.length > 1) {
      refuse(["initial", "values"], `type "${type}" takes one answer`);
    }
  }
  // Name by name: copying the rest of an object takes longer than all the checks. In the order in
  // which they are hashed.
  const completed: ReturnType<typeof complete> = { custom, id, options, question, required, type };
  if (header !== undefined) completed.header = header;
  if (placeholder !== undefined) completed.placeholder = placeholder;
  if (initial !== undefined) completed.initial = initial;
  return completed;
}

/** What is wrong with a text that a person cannot tell from another one. */
export function looksLike(other: string): string {
  return `looks the same as ${other} to a person: take out invisible characters and extra spaces, or use other words`;
}

export const questionsSchema = z
  .array(questionSchema)
  .min(1, "must hold at least 1 question")
  .max(ASK_LIMITS.questions, `must hold at most ${ASK_LIMITS.questions} questions`)
  .transform((questions) =>
    questions.map((question, index) => {
      question.id ??= `q${index + 1}`;
      return question as typeof question & { id: string };
    }),
  )
  .refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length, {
    message: "ids must differ from each other",
  });

export const titleSchema = z
  .string()
  .max(ASK_LIMITS.title, `must have at most ${ASK_LIMITS.title} characters`)
  .optional()
  .describe("What the questions are about, shown above them");

const { min: LEAST, max: MOST } = ASK_LIMITS.maxRetries;
const retriesProblem = `must be a whole number, ${LEAST} to ${MOST}: n retries allow 1 + n attempts`;

export const maxRetriesSchema = z
  .int(retriesProblem)
  .min(LEAST, retriesProblem)
  .max(MOST, retriesProblem);

/** What {@link Asker.ask} takes. */
export const askInputSchema = z.strictObject({
  questions: questionsSchema,
  title: titleSchema,
  /** Retries allowed when the question does not appear: `n` allows `1 + n` attempts. Default 3. */
  maxRetries: maxRetriesSchema.optional(),
  /** How long the UI has to confirm that the question is on screen. Default 30,000 ms. */
  renderTimeout: durationSchema.optional(),
  /** How long the person has, from the render acknowledgement on. Default 300,000 ms. */
  responseTimeout: durationSchema.optional(),
});
