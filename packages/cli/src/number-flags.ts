import { UsageError } from "./arguments.js";
import { printable } from "./terminal/text.js";

/** A port, if the flag was given; 0 stands for any free one. */
export function portFlag(given: string | undefined, flag: string): number | undefined {
  return numberFlag(given, flag, "a port, 0 to 65535", (port) => port <= 65_535);
}

/** A whole number that is right, if the flag was given, or a {@link UsageError} that says the rule. */
export function numberFlag(
  given: string | undefined,
  flag: string,
  rule: string,
  isRight: (number: number) => boolean,
): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (isRight(number)) return number;
  throw new UsageError(`--${flag} does not take "${printable(given)}". It takes ${rule}.`);
}
