import type { Claim, GuardContext } from "./claims.js";
import type { GuardEvent } from "./events.js";
import type { GuardedTodo } from "./guarded-todo.js";
import { type TodoVerdict, type VerdictKind, verdictOf } from "./verdict.js";

/** The verdict that an event brings a claim. */
export function verdictOn(
  { guarded }: GuardContext,
  event: GuardEvent,
  { attempt }: Claim,
  kind: VerdictKind,
): TodoVerdict {
  const detail = "detail" in event ? event.detail : detailOf(event, guarded);
  return verdictOf(kind, { ...guarded, attempt, detail });
}

function detailOf(event: GuardEvent, { validationTimeout }: GuardedTodo): string | null {
  if (event.type === "SESSION_ENDED") return "the session ended";
  if (event.type === "COMPLETED" || event.type === "HAPPENED")
    return "an earlier claim was seen to be completed meanwhile";
  return event.type.startsWith("xstate.after.")
    ? `the validation took longer than ${validationTimeout} ms`
    : null;
}
