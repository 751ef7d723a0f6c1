import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token of a desk: who has it sees the questions of that desk and may answer them.
 * @example
 * const token = deskToken(process.env.READBACK_DESK_SECRET, "alice");
 */
export function deskToken(secret: string, desk: string): string {
  return createHmac("sha256", secret).update(`readback desk\n${desk}`).digest("base64url");
}

/**
 * The token of the journal: who has it reads what was asked and answered at every desk.
 * @example
 * const { entries } = await readClusterJournal({ ingress, token: journalToken(secret) });
 */
export function journalToken(secret: string): string {
  return createHmac("sha256", secret).update("readback journal").digest("base64url");
}

/** Whether a token is the one of a desk; without a secret, every one is. */
export function isDeskToken(
  secret: string | undefined,
  desk: string,
  token: string | undefined,
): boolean {
  return secret === undefined || isSame(deskToken(secret, desk), token);
}

/** The same for the journal. */
export function isJournalToken(secret: string | undefined, token: string | undefined): boolean {
  return secret === undefined || isSame(journalToken(secret), token);
}

function isSame(wanted: string, given = ""): boolean {
  const [one, other] = [Buffer.from(wanted), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
