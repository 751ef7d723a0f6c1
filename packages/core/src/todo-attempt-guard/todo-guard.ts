import type { Runtime } from "../runtime/runtime-interface.js";
import type { guardMachine } from "./machine.js";
import type { GuardedTodoView } from "./view.js";
import type { GuardVerdict } from "./write-verdict.js";

/** One write of the agent that completes todos. */
export interface GuardCheck {
  /** Whose todos these are; each session has its own counts. */
  readonly session: string;
  /** Id of the tool call; the same id is counted once, however often it is reported. */
  readonly toolUseId: string;
  /** The texts of the todos that become completed by this write. */
  readonly completing: readonly string[];
  /** Gives up validating: what is still open counts as a failure of the guard. */
  readonly signal?: AbortSignal | undefined;
  /** The same, after so many milliseconds. Default: never. */
  readonly patience?: number | undefined;
}

/** A todo list, or a part of one. */
export interface TodoList {
  readonly todos: readonly {
    readonly content: string;
    /** `pending`, `in_progress`, `completed`, `cancelled` or `blocked`; anything else is an error. */
    readonly status: string;
    /** What the todo is known by, where its text may change. Default: its text. */
    readonly id?: string | undefined;
  }[];
}

/** A host's own word that a todo is being completed. */
export interface GuardReport extends Omit<GuardCheck, "completing" | "toolUseId"> {
  readonly todo: string;
  /** What the todo is known by, where its text may change. Default: its text. */
  readonly id?: string | undefined;
  /** Id of the tool call that completes it. Default: the host knows none. */
  readonly toolUseId?: string | undefined;
}

/** Guards claims that todos are done. */
export interface TodoGuard {
  /** Decides about one write that completes todos. */
  check(check: GuardCheck): Promise<GuardVerdict>;
  /**
   * Decides about one write of a todo list, whole or in part: the machine works out which todos it
   * completes, which were completed before, and which it opens again.
   */
  checkList(list: TodoList & Omit<GuardCheck, "completing">): Promise<GuardVerdict>;
  /**
   * Decides about a completion that the host reports by itself: the result of a tool call that was
   * let through, or a claim. One that is allowed has happened.
   */
  report(report: GuardReport): Promise<GuardVerdict>;
  /** Tells that a tool call has happened: what was allowed in it is done. */
  confirm(call: { readonly session: string; readonly toolUseId: string }): void;
  /**
   * Tells the todo list as it stands now; what was allowed and is completed there is done. The text of a
   * todo with an id is remembered, for claims that name only the id.
   */
  observe(list: TodoList & { readonly session: string }): void;
  /** The todos under guard, of one session or of all; the one that moved last comes last. */
  list(session?: string): readonly GuardedTodoView[];
  /** A person lets a todo pass. */
  approve(todo: { readonly session: string; readonly todo: string }): void;
  /** A person starts the count of a todo again; false when it is not under guard. */
  reset(todo: { readonly session: string; readonly todo: string }): boolean;
  /** Tells that a session is alive, whatever it does: a clock that jumped then forgets none of its todos. */
  heard(session: string): void;
  /** Forgets the todos of a session that is over. */
  endSession(session: string): void;
  /** Takes up what a journal holds, after a restart. Returns how many todos are under guard. */
  recover(): number;
  /** Lets go of the clock. A journal keeps the counts. */
  dispose(): void;
  /** Whether it was made with `rememberCompleted`, which `checkList` needs. */
  readonly remembersCompleted?: boolean;
  readonly runtime: Runtime<typeof guardMachine>;
}
