import { InvalidInputError } from "@readback/core";
import { TerminalError } from "@restatedev/restate-sdk";

/** Input that is wrong stays wrong: without this, the cluster would try it again forever. */
export function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof InvalidInputError) {
      throw new TerminalError(
        JSON.stringify({ problems: error.problems, message: error.message }),
        {
          errorCode: 400,
        },
      );
    }
    throw error;
  }
}

/** Whoever asks may not do this. */
export function forbidden(what: string): TerminalError {
  return new TerminalError(
    `${what}: the desk token is missing or wrong. Make it with deskToken(secret, desk), and pass it to connectDesk`,
    { errorCode: 403 },
  );
}

/** Most that one message may hold, in characters of JSON. */
const MOST = 1_000_000;

/** Nobody may fill the cluster with one message. */
export function bounded<T>(input: T, what: string): T {
  const size = JSON.stringify(input)?.length ?? 0;
  if (size <= MOST) return input;
  throw new TerminalError(
    `${what}: must have at most ${MOST} characters as JSON (given: ${size})`,
    {
      errorCode: 413,
    },
  );
}

/** One key holds so many instances and no more: a step reads all of them. */
export function forbiddenSize(most: number): TerminalError {
  const message = `There are more than ${most} here: end some of them, or use another session`;
  return new TerminalError(message, { errorCode: 413 });
}
