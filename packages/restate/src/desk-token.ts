import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token of a desk: who has it sees the questions of that desk and may answer them.
 * @example
 * const token = deskToken(process.env.READBACK_DESK_SECRET, "alice");
 */
export function deskToken(secret: string, desk: string): string {
  return createHmac("sha256", secret).update(`readback desk\n${desk}`).digest("base64url");
}

/** Whether a token is the one of a desk; without a secret, every one is. */
export function isDeskToken(
  secret: string | undefined,
  desk: string,
  token: string | undefined,
): boolean {
  if (secret === undefined) return true;
  const [wanted, given] = [deskToken(secret, desk), token ?? ""].map((text) => Buffer.from(text));
  return wanted?.length === given?.length && timingSafeEqual(wanted as Buffer, given as Buffer);
}
