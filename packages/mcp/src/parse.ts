import { InvalidInputError } from "@readback/core";
import type * as z from "zod";

/** Parses a value, or throws an `InvalidInputError` that names each field. */
export function parse<S extends z.ZodType>(
  schema: S,
  value: unknown,
  subject: string,
): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => ({
    field: path.join("."),
    problem: message,
  }));
  throw new InvalidInputError(subject, problems);
}
