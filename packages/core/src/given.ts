import { InvalidInputError } from "./errors.js";
import { printable } from "./printable.js";

/** Shows what was given, when that fits in a few words. */
export function given(input: unknown): string {
  if (Array.isArray(input)) {
    return ` (given: ${input.length} ${input.length === 1 ? "item" : "items"})`;
  }
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

/** The same where the kind itself is wrong. */
export function givenKind(input: unknown): string {
  if (Array.isArray(input)) return ` (given: a list of ${input.length})`;
  if (isPromise(input)) return " (given: a promise, so await it)";
  return typeof input === "object" && input !== null ? " (given: an object)" : given(input);
}

/** Whether somebody forgot to await something. */
export function isPromise(input: unknown): boolean {
  return typeof (input as { readonly then?: unknown } | null | undefined)?.then === "function";
}

/** What a thing must be able to do to be what is wanted, and where people get one. */
export interface Wanted {
  /** What is refused as a whole, such as `asker options`. */
  readonly subject: string;
  /** The field that holds it; empty for the whole. */
  readonly field?: string;
  readonly methods: readonly string[];
  /** What it has to be, such as `an asker, which createAsker makes`. */
  readonly be: string;
}

/** Throws an {@link InvalidInputError} unless `value` has these methods. */
export function mustHave(value: unknown, { subject, field = "", methods, be }: Wanted): void {
  const found = value as Readonly<Record<string, unknown>> | null | undefined;
  const isRight = found != null && methods.every((name) => typeof found[name] === "function");
  mustBe(isRight, subject, be, value, field);
}

/** Throws an {@link InvalidInputError} that says what `value` has to be, unless that is right. */
export function mustBe(
  isRight: unknown,
  subject: string,
  be: string,
  value: unknown,
  field = "",
): void {
  if (isRight) return;
  throw new InvalidInputError(subject, [{ field, problem: `must be ${be}${givenKind(value)}` }]);
}

/** Throws an {@link InvalidInputError} unless `value` is a function. */
export function mustBeFunction(value: unknown, subject: string, field = ""): void {
  mustBe(typeof value === "function", subject, "a function", value, field);
}

/** Throws an {@link InvalidInputError} unless `value` can be gone through, as a list or a journal's entries can. */
export function mustBeEntries(
  value: unknown,
  subject: string,
  be = "the entries of a journal, such as journal.read()",
): void {
  const isRight = typeof value === "object" && value !== null && Symbol.iterator in value;
  mustBe(isRight, subject, be, value);
}

/** Throws an {@link InvalidInputError} unless `value` can be an entry of a journal. */
export function mustBeEntry(value: unknown, subject: string): void {
  const isRight = typeof (value as { readonly machine?: unknown } | null)?.machine === "string";
  mustBe(isRight, subject, "an object with a machine, an instance and an event", value);
}
