import type { SnapshotFrom } from "xstate";
import { stateName } from "../journal/state-name.js";
import { mustFit } from "../must-fit.js";
import type { Claim } from "./claims.js";
import type { guardMachine } from "./machine.js";

/** Where a todo under guard stands, in a word. */
export type TodoStanding =
  /** Not claimed yet, or not since a person, or a list, opened it again. */
  | "open"
  /** Sent back once: the agent reviews its work. */
  | "reviewing"
  /** A claim waits for its verdict. */
  | "validating"
  /** The last claim did not pass. */
  | "blocked"
  /** The last claim passed; the completion was not seen yet. */
  | "allowed"
  /** Past the limit. */
  | "exhausted"
  /** A person lets it pass. */
  | "approved"
  /** Done. */
  | "completed";

/** One todo under guard, as people and programs read it. */
export interface GuardedTodoView {
  /** The instance of the machine: a hash of session and text. */
  readonly instance: string;
  readonly session: string;
  readonly todo: string;
  readonly standing: TodoStanding;
  /** What has to happen next. */
  readonly waitsFor: "claim" | "review" | "verdict" | "fix" | "completion" | "decision" | "nothing";
  /** Who can make that happen. A person can always approve or reset, too, unless it is completed. */
  readonly mayAct: "agent" | "validator" | "person" | "nobody";
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  readonly claims: readonly Claim[];
  /** State of the machine, as journals and diagrams name it. Programs read `standing`. */
  readonly state: string;
}

type Position = Pick<GuardedTodoView, "standing" | "waitsFor" | "mayAct">;

const POSITIONS: Readonly<Record<string, Position>> = {
  "watching.unclaimed": { standing: "open", waitsFor: "claim", mayAct: "agent" },
  "watching.reviewing": { standing: "reviewing", waitsFor: "review", mayAct: "agent" },
  "watching.validating": { standing: "validating", waitsFor: "verdict", mayAct: "validator" },
  "watching.blocked": { standing: "blocked", waitsFor: "fix", mayAct: "agent" },
  "watching.allowed": { standing: "allowed", waitsFor: "completion", mayAct: "agent" },
  exhausted: { standing: "exhausted", waitsFor: "decision", mayAct: "person" },
  approved: { standing: "approved", waitsFor: "completion", mayAct: "agent" },
  remembered: { standing: "completed", waitsFor: "nothing", mayAct: "nobody" },
};

/** What there is to know of a todo under guard. */
export function viewOf(
  instance: string,
  snapshot: Pick<SnapshotFrom<typeof guardMachine>, "value" | "context">,
): GuardedTodoView {
  mustFit(snapshot, { context: { guarded: "object" } }, "snapshot of guardedTodoView");
  const { value, context } = snapshot;
  const { guarded, attempt, bound, claims } = context;
  const state = stateName(value);
  const position = POSITIONS[state] as Position;
  const { session, todo } = guarded;
  return { instance, session, todo, ...position, attempt, maxRetryAttempts: bound, claims, state };
}

/** The todos that an agent which wants to stop should be reminded of: claimed, and not passed yet. */
export function todosToRemindOf(todos: readonly GuardedTodoView[]): readonly GuardedTodoView[] {
  mustFit(todos, [{}], "todos of todosToRemindOf");
  return todos.filter(({ waitsFor }) => waitsFor === "review" || waitsFor === "fix");
}

/** The todos that only a person can move. */
export function todosForAPerson(todos: readonly GuardedTodoView[]): readonly GuardedTodoView[] {
  mustFit(todos, [{}], "todos of todosForAPerson");
  return todos.filter(({ mayAct }) => mayAct === "person");
}
