import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "../journal/entry.js";
import type { Upcast } from "../journal/upcast.js";
import type { GuardContext } from "./claims.js";
import type { GuardedTodo } from "./guarded-todo.js";
import { earlierInstanceOf, instanceOf } from "./todo-identity.js";

/**
 * Reads journals of versions that named a todo's guard by its text as it is: gives such an instance
 * today's name. One is made for each fold. Of two todos that are one today, the later keeps its name.
 * A beginning that is none of a guard is left out: whoever lists all todos must not fall over it.
 */
export function upcastGuard(): Upcast {
  const names = new Map<string, string>();

  return (entry, known) => {
    const { instance, event } = entry;
    if (event === START_EVENT || event === CHECKPOINT_EVENT) {
      if (!isBeginning(entry)) return undefined;
      const name = todaysName(entry);
      if (name !== undefined && !names.has(instance) && !known(name)) names.set(instance, name);
    }
    const name = names.get(instance);
    return name === undefined ? entry : { ...entry, instance: name };
  };
}

/** Whether a guard can begin with this. */
function isBeginning(entry: JournalEntry): boolean {
  const { event, payload } = entry;
  const { session, todo } = guardedIn(entry) ?? {};
  if (typeof session !== "string" || typeof todo !== "string") return false;
  if (event === START_EVENT) return true;
  const { attempt, bound, claims } = contextIn(payload);
  return typeof attempt === "number" && typeof bound === "number" && Array.isArray(claims);
}

function contextIn(payload: JournalEntry["payload"]): Partial<GuardContext> {
  const { context } = (payload ?? {}) as { readonly context?: Partial<GuardContext> | null };
  return context ?? {};
}

/** Today's name of an instance that an earlier version named; of others `undefined`. */
function todaysName(entry: JournalEntry): string | undefined {
  const { instance } = entry;
  const { session, todo, rules } = guardedIn(entry) ?? {};
  if (typeof session !== "string" || typeof todo !== "string") return undefined;
  // Whoever began by these rules gave today's names: the hash can be spared.
  if (rules === 2) return undefined;
  if (instance !== earlierInstanceOf(session, todo)) return undefined;
  const name = instanceOf(session, todo);
  return name === instance ? undefined : name;
}

/** The todo that a guard starts with, or that a checkpoint is about. */
function guardedIn({ event, payload }: JournalEntry): Partial<GuardedTodo> | null | undefined {
  const { input } = (payload ?? {}) as { readonly input?: Partial<GuardedTodo> | null };
  return event === START_EVENT ? input : contextIn(payload).guarded;
}
