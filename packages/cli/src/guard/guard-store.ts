import { existsSync } from "node:fs";
import {
  createTodoGuard,
  type GuardedTodoView,
  guardMachine,
  type JournalEntry,
} from "@readback/core";
import { type GuardEvent, guardInstances, messageOf } from "@readback/core/host";
import { createFileJournal, journalFolder } from "@readback/node";
import { printable } from "../terminal/text.js";

/** A todo under guard, as a person sees it. */
export interface Todo extends Omit<GuardedTodoView, "claims"> {
  /** When it moved last. */
  readonly movedAt: number;
}

/** The todos of a project, and what a person decides about them. */
export interface GuardStore {
  /** Every todo, in the order in which the sessions and their todos came up. */
  todos(): readonly Todo[];
  /** Whether a todo was ever claimed, as far as the journal still tells. */
  hasSeenClaims(): boolean;
  /** Every entry of the guard's journal that is still kept, oldest first. */
  history(): Iterable<JournalEntry>;
  /** Tells the machine what a person decided; false when that changes nothing. */
  decide(instance: string, event: Extract<GuardEvent, { type: "APPROVE" | "RESET" }>): boolean;
}

/** Opens the state of a project for as long as `use` takes; without any state, `use` is not called. */
export function withGuardStore<T>(state: string, use: (store: GuardStore) => T): T | undefined {
  const folder = journalFolder(state);
  if (!existsSync(folder)) return undefined;
  const journal = createFileJournal({
    folder,
    onProblem: (problem) => console.error(printable(messageOf(problem))),
  });
  const guard = createTodoGuard({ journal, onError: () => {} });
  const movedAt = new Map<string, number>();
  const stop = journal.subscribe(({ instance, time }) => movedAt.set(instance, time));
  const isOurs = ({ machine }: JournalEntry) => machine === guardMachine.id;
  try {
    guard.runtime.recover((entry) => {
      movedAt.set(entry.instance, entry.time);
      return isOurs(entry);
    });
    // Fires what is overdue: time passes also while no hook runs.
    guard.runtime.resume();
    const history = function* () {
      for (const entry of journal.history()) if (isOurs(entry)) yield entry;
    };
    return use({
      todos: () =>
        guard
          .list()
          .map(({ claims: _, ...todo }) => ({ ...todo, movedAt: lastMove(todo, movedAt) })),
      hasSeenClaims: () => history().next().done !== true,
      history,
      decide: (instance, event) => guard.runtime.send(instance, event),
    });
  } finally {
    stop();
    guard.runtime.stop();
    journal.close();
  }
}

/** When a todo moved last. Only what an earlier version wrote, and nobody since, stands under another name. */
function lastMove(
  { session, todo, instance }: Pick<Todo, "session" | "todo" | "instance">,
  movedAt: ReadonlyMap<string, number>,
): number {
  const names = movedAt.has(instance) ? [instance] : guardInstances(session, todo);
  return Math.max(0, ...names.map((name) => movedAt.get(name) ?? 0));
}
