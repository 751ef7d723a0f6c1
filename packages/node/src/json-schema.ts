import type { InputProblem } from "@readback/core";
import { unknownName } from "@readback/core/host";

/** The part of JSON Schema that is understood here. */
export interface JsonSchema {
  readonly type: string | readonly string[];
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** What is wrong with a value: each problem names its field and what is allowed there. */
export function problemsWith(schema: JsonSchema, value: unknown, field: string): InputProblem[] {
  const types = [schema.type].flat();
  if (
    !types.includes(typeOf(value)) &&
    !(types.includes("number") && typeOf(value) === "integer")
  ) {
    const wanted = types.map(named).join(" or ");
    return [{ field, problem: `must be ${wanted} (given: ${shown(value)})` }];
  }
  const problem = problemWithValue(schema, value);
  if (problem) return [{ field, problem: `${problem} (given: ${shown(value)})` }];
  if (typeOf(value) !== "object") return [];
  const { properties = {} } = schema;
  return Object.entries(value as object).flatMap(([key, member]) => {
    const path = field ? `${field}.${key}` : key;
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (known) return problemsWith(known, member, path);
    return [{ field: path, problem: unknownName(key, Object.keys(properties)) }];
  });
}

function problemWithValue(schema: JsonSchema, value: unknown): string | undefined {
  const { minimum, maximum, minLength } = schema;
  if (schema.enum && !schema.enum.includes(value as string)) {
    return `must be ${schema.enum.map((one) => JSON.stringify(one)).join(" or ")}`;
  }
  if (typeof value === "number" && minimum !== undefined && maximum !== undefined) {
    if (value < minimum || value > maximum) return `must be ${minimum} to ${maximum}`;
  }
  return typeof value === "string" && minLength !== undefined && value.trim().length < minLength
    ? "must not be empty"
    : undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function named(type: string): string {
  const names: Readonly<Record<string, string>> = {
    integer: "a whole number",
    string: "a text",
    object: "an object",
    null: "null",
  };
  return names[type] ?? type;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
