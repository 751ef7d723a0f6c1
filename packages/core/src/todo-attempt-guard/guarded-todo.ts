/** One todo of one session: what its guard starts with. {@link createGuardedTodo} fills in the defaults. */
export interface GuardedTodo {
  readonly session: string;
  /** The todo's text, which is its identity, but for white space, Unicode form and letter case. */
  readonly todo: string;
  /** Claims that may pass the limit: `n` allows `n` attempts. */
  readonly maxRetryAttempts: number;
  /** How long a validation may take, in milliseconds. */
  readonly validationTimeout: number;
  /** How long the guard of a todo nobody claims any more is kept, in milliseconds. */
  readonly retention: number;
  /** What a failure of the guard itself means for the claim. */
  readonly onGuardFailure: "block" | "allow";
  /** Keep a completed todo in mind, so that a list that still shows it is no new claim. */
  readonly rememberCompleted?: boolean | undefined;
  /**
   * The rules of counting: with `2`, twins are one claim, a claim that another todo's block held up is
   * given back, and a todo is not forgotten at the first look. A guard that an earlier version began has none, and goes on by its own rules.
   */
  readonly rules?: 2 | undefined;
}

/** The settings that all todos of a guard share. */
export type GuardSettings = Omit<GuardedTodo, "session" | "todo" | "rules">;

/** A todo under today's rules. */
export function guardedTodo(session: string, todo: string, settings: GuardSettings): GuardedTodo {
  return { session, todo, ...settings, rules: 2 };
}
