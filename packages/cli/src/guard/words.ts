import type { TodoStanding, VerdictKind } from "@readback/core/host";
import type { Style } from "@readback/terminal/style";

/** Where a todo stands in a word, and in a sentence. */
const STANDINGS: Readonly<Record<TodoStanding, readonly [word: string, sentence: string]>> = {
  open: ["open", "the agent has not claimed it since"],
  reviewing: ["in review", "sent back once, so that the agent reviews its work"],
  validating: ["validating", "a claim waits for its verdict"],
  blocked: ["blocked", "the last claim did not pass; the agent may claim again"],
  allowed: ["allowed", "the agent may complete it"],
  exhausted: ["exhausted", "only you can move it now"],
  approved: ["approved", "a person lets it pass"],
  completed: ["completed", "it is done"],
};

export function standingWord(standing: TodoStanding): string {
  return STANDINGS[standing][0];
}

export function standingSentence(standing: TodoStanding): string {
  return STANDINGS[standing][1];
}

const VERDICTS: Readonly<Record<VerdictKind, string>> = {
  review: "sent back for review",
  allowed: "allowed",
  validation_failed: "blocked, validation failed",
  withheld: "blocked, together with another todo",
  exhausted: "blocked, past the limit",
  approved: "allowed, a person approved",
  cleared: "blocked, a person reset the count",
  guard_failed: "the guard itself failed",
};

export function verdictWords(kind: VerdictKind): string {
  return VERDICTS[kind];
}

/** A moment of the past, from now. */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1_000));
  if (seconds < 60) return "just now";
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`;
}

/** A moment as the clock on the wall shows it: `2026-11-16 05:12:10`. */
export function clockTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

interface Attempts {
  readonly attempt: number;
  readonly maxRetryAttempts: number;
}

/** How many attempts are used up. */
export function attempts({ attempt, maxRetryAttempts }: Attempts): string {
  return `${attempt} of ${maxRetryAttempts}`;
}

export function paintStanding(standing: TodoStanding, style: Style): (text: string) => string {
  switch (standing) {
    case "exhausted":
      return style.red;
    case "approved":
    case "completed":
    case "allowed":
      return style.green;
    case "blocked":
    case "reviewing":
      return style.yellow;
    default:
      return style.cyan;
  }
}
