import * as z from "zod";
import { shownName, unknownName } from "./did-you-mean.js";
import { type InputProblem, InvalidInputError } from "./errors.js";
import { given, givenKind, mustHave } from "./given.js";

const SCHEMA = { subject: "schema of parse", methods: ["safeParse"], be: "a schema of zod" };

/** Parses `value` or throws an {@link InvalidInputError} that names each field and its limit. */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  subject: string,
): z.output<S> {
  mustHave(schema, SCHEMA);
  const result = schema.safeParse(value, { reportInput: true, error: inPlainWords });
  if (result.success) return result.data;
  throw new InvalidInputError(subject, result.error.issues.flatMap(problemsOf));
}

/** Accepts a function; what it takes and gives is for the type checker. */
export function functionSchema<F>() {
  return z.custom<F>((value) => typeof value === "function", "must be a function");
}

/** Accepts an `AbortSignal`, of any realm. */
export const signalSchema = z
  .custom<AbortSignal>(
    (value) => typeof (value as AbortSignal | null)?.addEventListener === "function",
    "must be an AbortSignal, such as new AbortController().signal",
  )
  .optional();

/** What a host may bring. Its parts are checked where they are used; here they are known names. */
export const hostShape = {
  clock: z.unknown().optional(),
  journal: z.unknown().optional(),
  redact: functionSchema().optional(),
  onError: functionSchema().optional(),
};

function problemsOf(issue: z.core.$ZodIssue): readonly InputProblem[] {
  if (issue.code === "unrecognized_keys") {
    const problems = issue.message.split("\n");
    return issue.keys.map((key, index) => ({
      field: fieldName([...issue.path, shownName(key)]),
      problem: problems[index] ?? "is not known here",
    }));
  }
  const shown = issue.code === "invalid_type" ? givenKind(issue.input) : given(issue.input);
  return [{ field: fieldName(issue.path), problem: `${issue.message}${shown}` }];
}

function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === "number" ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    "",
  );
}

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  object: "an object",
  record: "an object",
  array: "a list",
  // A required field whose schema takes anything else.
  nonoptional: "given",
};

/** What is wrong, where the schema does not say it itself. */
function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[String(issue.expected)] && `must be ${KINDS[String(issue.expected)]}`;
    case "invalid_value":
      return `must be ${oneOf((issue.values ?? []).map((value) => JSON.stringify(value)))}`;
    case "too_small":
    case "too_big":
      return bound(issue.code === "too_small", issue);
    case "unrecognized_keys": {
      // Only here is it known what the schema does know. A line for each key.
      const { shape = {} } = (issue.inst as z.ZodObject | undefined)?._zod.def ?? {};
      const known = Object.keys(shape);
      return (issue.keys ?? []).map((key) => unknownName(key, known)).join("\n");
    }
  }
  return undefined;
}

function oneOf(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}

function bound(
  isLeast: boolean,
  issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>,
): string {
  const limit = String(isLeast ? issue.minimum : issue.maximum);
  const side = isLeast ? "at least" : "at most";
  if (issue.origin === "string")
    return `must have ${side} ${limit} ${limit === "1" ? "character" : "characters"}`;
  if (issue.origin === "array")
    return `must hold ${side} ${limit} ${limit === "1" ? "item" : "items"}`;
  return `must be ${side} ${limit}`;
}
