import * as z from "zod";
import { InvalidInputError } from "./errors.js";
import { printable } from "./printable.js";

/** Parses `value` or throws an {@link InvalidInputError} that names each field and its limit. */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  subject: string,
): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true, error: inPlainWords });
  if (result.success) return result.data;
  throw new InvalidInputError(
    subject,
    result.error.issues.map((issue) => ({
      field: fieldName(issue.path),
      problem: `${issue.message}${given(issue.input)}`,
    })),
  );
}

/** Accepts a function; what it takes and gives is for the type checker. */
export function functionSchema<F>() {
  return z.custom<F>((value) => typeof value === "function", "must be a function");
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
};

/** What is wrong with a value of another kind, where the schema does not say it itself. */
function inPlainWords({ code, expected }: { readonly code?: string; readonly expected?: unknown }) {
  const kind = code === "invalid_type" ? KINDS[String(expected)] : undefined;
  return kind && `must be ${kind}`;
}

/** Shows what was given, when that fits in a few words. */
function given(input: unknown): string {
  if (Array.isArray(input)) return ` (given: ${input.length} items)`;
  if (typeof input === "string" && input.length > 60) return ` (given: ${input.length} characters)`;
  if (typeof input === "string") return ` (given: ${printable(JSON.stringify(input))})`;
  if (typeof input === "number" || typeof input === "boolean" || input === null) {
    return ` (given: ${String(input)})`;
  }
  // An object's name says nothing: what is wrong in it has a field of its own.
  return input === undefined
    ? " (given: nothing)"
    : typeof input === "object"
      ? ""
      : ` (given: a ${typeof input})`;
}
