import { InvalidInputError } from "@readback/core";
import { givenKind, refuseUnknown } from "@readback/core/host";

/** What a field has to be, where it is given. */
export interface Rule {
  readonly is: (value: unknown) => boolean;
  readonly must: string;
}

const isAbove = (least: number) => (value: unknown) => typeof value === "number" && value > least;

export const TEXT: Rule = { is: (value) => typeof value === "string", must: "must be a text" };
export const FUNCTION: Rule = {
  is: (value) => typeof value === "function",
  must: "must be a function",
};
export const FLAG: Rule = {
  is: (value) => typeof value === "boolean",
  must: "must be true or false",
};
export const LIST: Rule = { is: Array.isArray, must: "must be a list" };
export const NUMBER: Rule = {
  is: (value) => typeof value === "number" && !Number.isNaN(value),
  must: "must be a number",
};
export const BYTES: Rule = {
  is: isAbove(0),
  must: "must be a number of bytes, more than 0",
};
export const DURATION: Rule = {
  is: isAbove(0),
  must: "must be a number of milliseconds, more than 0",
};

export const SIGNAL: Rule = {
  is: (value) => typeof (value as AbortSignal | null | undefined)?.addEventListener === "function",
  must: "must be an AbortSignal, such as new AbortController().signal",
};

/** One of these words. */
export function oneOf(...words: readonly string[]): Rule {
  return {
    is: (value) => words.includes(value as string),
    must: `must be ${words.map((word) => JSON.stringify(word)).join(" or ")}`,
  };
}

/** Throws an InvalidInputError for names that have no rule, and for fields that break theirs. Zod would cost a hook time. */
export function checkOptions(
  subject: string,
  options: object,
  rules: Readonly<Record<string, Rule>>,
): void {
  refuseUnknown(options, Object.keys(rules), subject);
  const given = options as Readonly<Record<string, unknown>>;
  const problems = Object.entries(rules).flatMap(([field, { is, must }]) => {
    const value = given[field];
    return value === undefined || is(value)
      ? []
      : [{ field, problem: `${must}${givenKind(value)}` }];
  });
  if (problems.length > 0) throw new InvalidInputError(subject, problems);
}

/** The same of a command that is to be run. */
export function checkCommand(
  name: string,
  command: unknown,
  options: object,
  rules: Readonly<Record<string, Rule>>,
): void {
  if (typeof command !== "string" || command.trim() === "") {
    const problem = `must be a command, such as "npm test"${givenKind(command)}`;
    throw new InvalidInputError(`input of ${name}`, [{ field: "command", problem }]);
  }
  checkOptions(`options of ${name}`, options, rules);
}
