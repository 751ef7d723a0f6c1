import type { GuardEvent } from "./events.js";
import { quoted, type TodoVerdict } from "./verdict.js";

/** A claim that is part of a write; its verdict is `null` while it is being validated. */
export interface ClaimInWrite {
  readonly instance: string;
  readonly verdict: TodoVerdict | null;
}

/** An event, and the instance it is for. */
export interface Addressed {
  readonly instance: string;
  readonly event: GuardEvent;
}

/**
 * A write is decided as a whole. When one of its todos is blocked at once, the others need not be
 * validated: these events tell them so. Without any, validation may begin.
 */
export function heldUp(toolUseId: string, claims: readonly ClaimInWrite[]): readonly Addressed[] {
  const blocker = blockerIn(claims);
  if (!blocker) return [];
  const detail = quoted(blocker.todo);
  return claims
    .filter(({ verdict }) => verdict === null)
    .map(({ instance }) => ({ instance, event: { type: "WITHHELD", toolUseId, detail } }));
}

/** Once every todo has its verdict: a block of one takes back what was allowed of the others. */
export function overruled(
  toolUseId: string,
  claims: readonly ClaimInWrite[],
): readonly Addressed[] {
  const blocker = blockerIn(claims);
  if (!blocker) return [];
  const detail = quoted(blocker.todo);
  return claims
    .filter(({ verdict }) => verdict?.decision === "allow")
    .map(({ instance }) => ({ instance, event: { type: "OVERRULED", toolUseId, detail } }));
}

function blockerIn(claims: readonly ClaimInWrite[]): TodoVerdict | undefined {
  return claims
    .flatMap(({ verdict }) => verdict ?? [])
    .find(({ decision }) => decision === "block");
}
