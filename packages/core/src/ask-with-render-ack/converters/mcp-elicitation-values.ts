import * as z from "zod";
import type { Field, FormField } from "./mcp-elicitation-form.js";

/** A value in the content of an elicitation result. */
export type TypedValue = string | number | boolean | string[];

/** The text formats of a form: how one is written, and whether a text is one. */
const FORMATS: ReadonlyMap<string, readonly [example: string, schema: z.ZodType]> = new Map([
  ["email", ["name@example.com", z.email({ pattern: z.regexes.unicodeEmail })]],
  ["uri", ["https://example.com", z.url()]],
  ["date", ["YYYY-MM-DD", z.iso.date()]],
  ["date-time", ["YYYY-MM-DDThh:mm:ssZ", z.iso.datetime({ offset: true })]],
]);

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What a person should type or choose, in a few words; empty when anything goes. */
export function placeholderOf({ field, choices }: Pick<FormField, "field" | "choices">): string {
  switch (field.type) {
    case "number":
    case "integer": {
      const kind = field.type === "integer" ? "a whole number" : "a number";
      return [kind, range(field.minimum, field.maximum)].filter(Boolean).join(", ");
    }
    case "string": {
      if (choices) return "";
      const length = range(field.minLength, field.maxLength);
      const [example = ""] = FORMATS.get(field.format ?? "") ?? [];
      return [example, length && `${length} characters`].filter(Boolean).join(", ");
    }
    case "array": {
      const amount = range(field.minItems, field.maxItems);
      return amount && `choose ${amount}`;
    }
    case "boolean":
      return "";
  }
}

/** The field's default as the values of an answer. */
export function initialOf({ field, choices }: FormField): string[] {
  if (field.default === undefined || field.default === "") return [];
  if (choices) {
    const defaults: readonly unknown[] = [field.default].flat();
    const labels = choices.filter((c) => defaults.includes(c.value)).map((c) => c.label);
    return field.type === "array" ? labels : labels.slice(0, 1);
  }
  return [field.type === "boolean" ? (field.default ? "yes" : "no") : String(field.default)];
}

/** An answer's values as the field's type; nothing for a field left open, or what would fit. */
export function typed(
  { field, choices, required }: FormField,
  values: readonly string[],
): { readonly value: TypedValue } | { readonly problem: string } | undefined {
  const [given] = values;
  if (given === undefined) return field.type === "array" && required ? fits(field, []) : undefined;
  if (choices) {
    const chosen = values.map((label) => choices.find((choice) => choice.label === label)?.value);
    if (!chosen.every((value) => value !== undefined)) return { problem: "is not on offer" };
    return fits(field, field.type === "array" ? chosen : (chosen[0] ?? ""));
  }
  if (field.type === "boolean") return { value: given === "yes" };
  if (field.type === "string") return fits(field, field.format ? given.trim() : given);
  const number = DECIMAL.test(given.trim()) ? Number(given) : Number.NaN;
  // A whole number that a double cannot hold would arrive as another one.
  return field.type === "integer" && Number.isInteger(number) && !Number.isSafeInteger(number)
    ? { problem: "is too large to be sent exactly" }
    : fits(field, number);
}

function fits(
  field: Field,
  value: TypedValue,
): { readonly value: TypedValue } | { readonly problem: string } {
  return isWithin(field, value)
    ? { value }
    : { problem: `does not fit: ${placeholderOf({ field, choices: null })}` };
}

function isWithin(field: Field, value: TypedValue): boolean {
  switch (field.type) {
    case "number":
    case "integer":
      return (
        Number.isFinite(value) &&
        (field.type === "number" || Number.isInteger(value)) &&
        isBetween(Number(value), field.minimum, field.maximum)
      );
    case "string": {
      if (field.enum || field.oneOf) return true;
      const [, format] = FORMATS.get(field.format ?? "") ?? [];
      // JSON Schema counts characters, not UTF-16 units.
      const length = [...String(value)].length;
      const isFormat = format === undefined || format.safeParse(value).success;
      return isFormat && isBetween(length, field.minLength, field.maxLength);
    }
    case "array":
      return Array.isArray(value) && isBetween(value.length, field.minItems, field.maxItems);
    case "boolean":
      return true;
  }
}

function isBetween(value: number, min = -Infinity, max = Infinity): boolean {
  return value >= min && value <= max;
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${max}`;
  if (min !== undefined) return `at least ${min}`;
  return max === undefined ? "" : `at most ${max}`;
}
