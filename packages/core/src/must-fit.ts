import { type InputProblem, InvalidInputError } from "./errors.js";
import { givenKind } from "./given.js";

const KINDS = {
  text: "a text",
  number: "a number",
  function: "a function",
  object: "an object",
  list: "a list",
} as const;

/**
 * What somebody needs of a value, and no more: a kind of value, a list of values of one shape, or an object
 * with such fields. What older journals do not have is not asked for.
 */
export type Shape = keyof typeof KINDS | readonly [Shape] | { readonly [field: string]: Shape };

/** Throws an {@link InvalidInputError} that names every field which `shape` asks for and `value` does not have. */
export function mustFit(value: unknown, shape: Shape, subject: string): void {
  const problems = problemsIn(value, shape, "");
  if (problems.length > 0) throw new InvalidInputError(subject, problems);
}

function problemsIn(value: unknown, shape: Shape, field: string): readonly InputProblem[] {
  if (typeof shape === "string") return kindOf(value) === shape ? [] : [wrong(value, shape, field)];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [wrong(value, "list", field)];
    // One item is enough to see what is wrong with the others.
    for (const [index, item] of value.entries()) {
      const problems = problemsIn(item, shape[0], `${field}[${index}]`);
      if (problems.length > 0) return problems;
    }
    return [];
  }
  if (kindOf(value) !== "object") return [wrong(value, "object", field)];
  const fields = value as Readonly<Record<string, unknown>>;
  return Object.entries(shape).flatMap(([name, inner]) =>
    problemsIn(fields[name], inner as Shape, field === "" ? name : `${field}.${name}`),
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return "list";
  if (Number.isNaN(value)) return "nothing";
  return typeof value === "string" ? "text" : typeof value;
}

function wrong(value: unknown, kind: keyof typeof KINDS, field: string): InputProblem {
  return { field, problem: `must be ${KINDS[kind]}${givenKind(value)}` };
}
