import * as z from "zod";
import { InvalidInputError } from "./errors.js";
import { printable } from "./printable.js";
import { truncate } from "./text.js";

/** Parses `value` or throws an {@link InvalidInputError} that names each field and its limit. */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  subject: string,
): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
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

/** Shows what was given, when that fits in a few words. */
function given(input: unknown): string {
  if (Array.isArray(input)) return ` (given: ${input.length} items)`;
  if (typeof input === "string" && input.length > 60) return ` (given: ${input.length} characters)`;
  if (typeof input === "string") return ` (given: ${printable(JSON.stringify(input))})`;
  if (typeof input === "number" || typeof input === "boolean" || input === null) {
    return ` (given: ${String(input)})`;
  }
  return input === undefined ? "" : ` (given: ${truncate(typeof input, 20)})`;
}
