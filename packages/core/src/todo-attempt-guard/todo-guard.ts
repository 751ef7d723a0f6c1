import type { Runtime } from "../runtime/runtime.js";
import type { Claim, guardMachine } from "./machine.js";
import type { GuardVerdict } from "./verdict.js";

/** What a validator is asked to judge. */
export interface ValidationRequest {
  readonly session: string;
  readonly todo: string;
  readonly toolUseId: string;
  /** 2 … maxRetryAttempts: the first claim is never validated. */
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  /** Aborted when the verdict no longer waits for the validator. */
  readonly signal: AbortSignal;
}

/** Judges whether a todo is really done; throwing is a failure of the guard, not of the todo. */
export type Validator = (
  request: ValidationRequest,
) => boolean | ValidationResult | Promise<boolean | ValidationResult>;

/** What a validator says about a claim. */
export interface ValidationResult {
  readonly passed: boolean;
  /** Shown to the agent when it did not pass: what is missing, what to do. */
  readonly reason?: string;
}

/** One write of the agent that completes todos. */
export interface GuardCheck {
  /** Whose todos these are; each session has its own counts. */
  readonly session: string;
  /** Id of the tool call; the same id is counted once, however often it is reported. */
  readonly toolUseId: string;
  /** The texts of the todos that become completed by this write. */
  readonly completing: readonly string[];
  /** Gives up validating: what is still open counts as a failure of the guard. */
  readonly signal?: AbortSignal;
  /** The same, after so many milliseconds. Default: never. */
  readonly patience?: number | undefined;
}

/** A todo list, or a part of one. */
export interface TodoList {
  readonly todos: readonly {
    readonly content: string;
    /** Only `completed` means something here. */
    readonly status: string;
  }[];
}

/** One todo under guard, as a person sees it. */
export interface GuardedTodoView {
  readonly session: string;
  readonly todo: string;
  /** State of the machine, such as `watching.reviewing` or `exhausted`. */
  readonly state: string;
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  readonly claims: readonly Claim[];
}

/** Guards claims that todos are done. */
export interface TodoGuard {
  /** Decides about one write that completes todos. */
  check(check: GuardCheck): Promise<GuardVerdict>;
  /**
   * Decides about one write of a todo list, whole or in part: works out which todos it completes,
   * which were completed before, and which it opens again.
   */
  checkList(list: TodoList & Omit<GuardCheck, "completing">): Promise<GuardVerdict>;
  /** Tells that an allowed tool call has happened: its todos are done. */
  confirm(call: { readonly session: string; readonly toolUseId: string }): void;
  /** Tells the todo list as it stands now; what was allowed and is completed there is done. */
  observe(list: TodoList & { readonly session: string }): void;
  /** The todos under guard, of one session or of all; the one that moved last comes last. */
  list(session?: string): readonly GuardedTodoView[];
  /** A person lets a todo pass. */
  approve(todo: { readonly session: string; readonly todo: string }): void;
  /** A person starts the count of a todo again; false when it is not under guard. */
  reset(todo: { readonly session: string; readonly todo: string }): boolean;
  /** Forgets the todos of a session that is over. */
  endSession(session: string): void;
  /** Takes up what a journal holds, after a restart. Returns how many todos are under guard. */
  recover(): number;
  /** Lets go of the clock. A journal keeps the counts. */
  dispose(): void;
  readonly runtime: Runtime<typeof guardMachine>;
}
