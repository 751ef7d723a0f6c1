import { oneLine } from "../printable.js";
import { truncate } from "../text.js";

/** Why a claim got its verdict. */
export type VerdictKind =
  /** First claim: review the work, then claim again. */
  | "review"
  | "allowed"
  | "validation_failed"
  /** Not validated, or not let through, because another todo blocks the same write. */
  | "withheld"
  | "exhausted"
  /** A person let it pass. */
  | "approved"
  /** A person started the count again while the claim was under way. */
  | "cleared"
  /** The guard itself failed; `onGuardFailure` decides. */
  | "guard_failed";

/** The verdict on one todo. */
export interface TodoVerdict {
  readonly todo: string;
  readonly kind: VerdictKind;
  readonly decision: "allow" | "block";
  /** Attempts used, this claim included. */
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  /** What happened and what to do now, for the agent to act on. */
  readonly reason: string;
}

/** What the machine knows when it decides. */
export interface VerdictFacts {
  readonly todo: string;
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  readonly onGuardFailure: "block" | "allow";
  /** What the validator, the failure or the blocking todo says. */
  readonly detail: string | null;
}

export function verdictOf(kind: VerdictKind, facts: VerdictFacts): TodoVerdict {
  const { todo, attempt, maxRetryAttempts } = facts;
  return {
    todo,
    kind,
    decision: decisionOf(kind, facts),
    attempt,
    maxRetryAttempts,
    reason: reasonOf(kind, facts),
  };
}

function decisionOf(kind: VerdictKind, { onGuardFailure }: VerdictFacts): "allow" | "block" {
  if (kind === "guard_failed") return onGuardFailure;
  return kind === "allowed" || kind === "approved" ? "allow" : "block";
}

function reasonOf(kind: VerdictKind, facts: VerdictFacts): string {
  const { todo, attempt, maxRetryAttempts, onGuardFailure, detail } = facts;
  const because = detail === null ? "." : `: ${detail}`;
  switch (kind) {
    case "review":
      return `Review your work first: check that ${quoted(todo)} is really done, then mark it completed again (attempt ${attempt} of ${maxRetryAttempts}).`;
    case "validation_failed":
      return `Validation failed for ${quoted(todo)} (attempt ${attempt} of ${maxRetryAttempts})${because}\n${afterFailure(facts)}`;
    case "withheld":
      return `${quoted(todo)} waits because the same update is blocked by ${detail ?? "another todo"} (${attempt} of ${maxRetryAttempts} attempts used). Mark it completed again without that one, or once that one passes.`;
    case "exhausted":
      return stoppedReason(maxRetryAttempts, [todo]);
    case "cleared":
      return `A person reset the count for ${quoted(todo)} while this claim was under way: mark it completed again.`;
    case "guard_failed":
      return `The guard could not check ${quoted(todo)}${because} (attempt ${attempt} of ${maxRetryAttempts}; onGuardFailure is "${onGuardFailure}", so it is ${onGuardFailure === "allow" ? "allowed" : "blocked"}).${onGuardFailure === "allow" ? "" : " Tell the person what failed."}`;
    case "allowed":
      return `${quoted(todo)} passed (attempt ${attempt} of ${maxRetryAttempts}).`;
    case "approved":
      return `A person approved ${quoted(todo)}.`;
  }
}

/** What to do once a validation has failed; it also says so when nothing but a person helps any more. */
function afterFailure({ attempt, maxRetryAttempts }: VerdictFacts): string {
  return attempt < maxRetryAttempts
    ? "Fix that, then mark it completed again."
    : "No attempt is left: fix that, then ask the person to approve it.";
}

/** What exhaustion means for the agent. */
const AFTER_EXHAUSTION =
  "Only the person can: `readback guard approve` or `readback guard reset`. You cannot: do not mark it completed again. Go on with other work, or stop and tell them.";

/** What is said at the limit, of all the todos of a write that reached it. */
export function stoppedReason(maxRetryAttempts: number, todos: readonly string[]): string {
  return `${exhaustedReason(maxRetryAttempts, todos)}\n${AFTER_EXHAUSTION}`;
}

/** The sentence at the limit. */
function exhaustedReason(maxRetryAttempts: number, todos: readonly string[]): string {
  return `Maximum retry attempts (${maxRetryAttempts}) exceeded for: ${todos.map(quoted).join(", ")}. Please wait for user guidance or manually mark as completed.`;
}

/** A todo's text as it may stand in a sentence: one line, not too long. */
export function quoted(todo: string): string {
  return `'${truncate(oneLine(todo), 200)}'`;
}
