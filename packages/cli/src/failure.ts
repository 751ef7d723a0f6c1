import { printable } from "./terminal/text.js";

/** The program cannot do what it was asked to; the message says why and what to do next. */
export class Failure extends Error {
  override readonly name = "Failure";
}

/** What a person is told of an error, for them to act on; `undefined`: it is a mistake of the program. */
export function failureIn(error: unknown): string | undefined {
  if (error instanceof Failure) return error.message;
  // By its name: what throws it is loaded only where it is needed.
  const isOfState = error instanceof Error && error.name === "JournalError";
  return isOfState ? printable(error.message) : undefined;
}
