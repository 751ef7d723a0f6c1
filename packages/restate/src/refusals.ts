import { InvalidInputError, type ReadbackError } from "@readback/core";
import { TerminalError } from "@restatedev/restate-sdk";

/** What was wrong, as the caller's own error: see the client's `refusal`. */
export function refused(error: ReadbackError): TerminalError {
  const { message } = error;
  if (!(error instanceof InvalidInputError)) return new TerminalError(message, { errorCode: 409 });
  const { problems } = error;
  return new TerminalError(JSON.stringify({ problems, message }), { errorCode: 400 });
}

/** Whoever asks may not do this. */
export function forbidden(what: string): TerminalError {
  return new TerminalError(
    `${what}: the desk token is missing or wrong. Make it with deskToken(secret, desk), and pass it to connectDesk`,
    { errorCode: 403 },
  );
}

/** What every desk shows is in the journal. */
export function noJournalToken(): TerminalError {
  return new TerminalError(
    "The journal is not read: the token is missing or wrong. Make it with journalToken(secret), and pass it to readClusterJournal, or to readback viz as READBACK_JOURNAL_TOKEN",
    { errorCode: 403 },
  );
}

/** Most that one message may hold: nobody may fill the cluster with one. */
export const MOST_BYTES = 1_000_000;

export function tooLong(what: string, given: number): TerminalError {
  const message = `${what}: must have at most ${MOST_BYTES} bytes as JSON (given: ${given})`;
  return new TerminalError(message, { errorCode: 413 });
}

/** One key holds so many instances and no more: a step reads all of them. */
export function forbiddenSize(most: number): TerminalError {
  const message = `There are more than ${most} here: end some of them, or use another session`;
  return new TerminalError(message, { errorCode: 413 });
}
