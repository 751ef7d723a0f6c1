import type * as z from "zod";
import { LONGEST_DURATION } from "../duration.js";
import {
  ASK_LIMITS,
  type askInputSchema,
  complete,
  type Question,
  type QuestionFields,
} from "./schema.js";

// What zod would say yes to, told by a few comparisons: zod takes longer than the rest of an ask.
// These say nothing about any other value, right or wrong: that one is zod's to judge, and its words
// are what the caller reads. `test/properties/usual.test.ts` compares the two.

type Loose = Readonly<Record<string, unknown>>;

const TYPES: readonly unknown[] = ["text", "select", "multi-select", "confirm", undefined];

/** What the schema makes of an input, when everything about it is usual. */
export function usualInput(given: unknown): z.output<typeof askInputSchema> | undefined {
  if (!isObject(given)) return undefined;
  const { questions: list, title, maxRetries, renderTimeout, responseTimeout } = given;
  if (!Array.isArray(list)) return undefined;
  let isUsual =
    list.length > 0 &&
    list.length <= ASK_LIMITS.questions &&
    (title === undefined || isText(title, ASK_LIMITS.title)) &&
    maxRetries === undefined &&
    renderTimeout === undefined &&
    responseTimeout === undefined;
  const refuse = () => {
    isUsual = false;
  };
  const ids = new Set<string>();
  const questions: Question[] = [];
  for (const one of list) {
    const fields = fieldsOf(one, `q${ids.size + 1}`);
    if (!fields) return undefined;
    ids.add(fields.id);
    questions.push(complete(fields, refuse) as Question);
  }
  isUsual &&= ids.size === list.length;
  return isUsual ? { questions, title: title as string | undefined } : undefined;
}

function fieldsOf(given: unknown, name: string): (QuestionFields & { id: string }) | undefined {
  if (!isObject(given)) return undefined;
  const { id = name, question, header, type, required = true, placeholder, custom } = given;
  const { options = [], initial } = given;
  const isUsual =
    isText(id, 200) &&
    isText(question, 10_000) &&
    (header === undefined || isText(header, 100)) &&
    TYPES.includes(type) &&
    Array.isArray(options) &&
    options.length <= 100 &&
    options.every((label) => isText(label, 500)) &&
    typeof required === "boolean" &&
    (placeholder === undefined || isText(placeholder, 500)) &&
    (custom === undefined || typeof custom === "boolean") &&
    initial === undefined;
  if (!isUsual) return undefined;
  return {
    id,
    question,
    header,
    type: type as QuestionFields["type"],
    options: options.map((label) => ({ label })),
    required,
    placeholder,
    custom,
  };
}

/** Whether this is usual of a call. */
export function isUsualCall(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { session, from = "an agent", patience = 1 } = given;
  return (
    isText(session, 1_000) &&
    isText(from, 200) &&
    typeof patience === "number" &&
    patience > 0 &&
    patience <= LONGEST_DURATION
  );
}

/** Whether these are usual answers. */
export function areUsualAnswers(given: unknown): boolean {
  return Array.isArray(given) && given.every(isUsualAnswer);
}

function isUsualAnswer(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { id, values, custom = null } = given;
  return (
    typeof id === "string" &&
    Array.isArray(values) &&
    values.every((value) => isText(value, 100_000)) &&
    (custom === null || isText(custom, 100_000))
  );
}

function isObject(value: unknown): value is Loose {
  return typeof value === "object" && value !== null;
}

/** A text that is not only spaces. */
export function isText(value: unknown, longest = Number.POSITIVE_INFINITY): value is string {
  return typeof value === "string" && value.length <= longest && value.trim() !== "";
}
