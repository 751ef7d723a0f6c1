/** What went wrong, for code that reacts to it. */
export type ReadbackErrorCode =
  | "invalid_input"
  | "unknown_machine"
  | "duplicate_instance"
  /** A journal no longer says what became of it. */
  | "lost"
  | "invalid_state"
  | "not_interpretable"
  | "no_surface"
  | "reentrant"
  | "stopped";

/** Base of every error Readback throws: `code` is for programs, `message` says what to do next. */
export class ReadbackError extends Error {
  readonly code: ReadbackErrorCode;

  constructor(code: ReadbackErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}

/** One thing wrong with a value: which field, and what a right one looks like. */
export interface InputProblem {
  /** Path of the field, such as `questions[0].options`; empty for the value itself. */
  readonly field: string;
  readonly problem: string;
}

/** A value was refused before anything changed. */
export class InvalidInputError extends ReadbackError {
  /** What was refused, such as `ask input`. */
  readonly subject: string;
  readonly problems: readonly InputProblem[];

  constructor(subject: string, problems: readonly InputProblem[]) {
    const list = problems.map(({ field, problem }) => (field ? `${field}: ${problem}` : problem));
    super("invalid_input", `Invalid ${subject}: ${list.join("; ")}`);
    this.subject = subject;
    this.problems = problems;
  }
}

/** What was thrown, in words. Anything can be thrown, also what throws when it is looked at. */
export function messageOf(thrown: unknown): string {
  const message = textIn(thrown, "message") || textIn(thrown, "name");
  if (typeof thrown === "function") return `a function was thrown${message ? `: ${message}` : ""}`;
  if (message) return message;
  if (typeof thrown === "object" && thrown !== null) return "an error without a message";
  return String(thrown) || "an error without a message";
}

/** A text that something thrown carries; `undefined` when there is none, or it cannot be read. */
export function textIn(
  thrown: unknown,
  field: "message" | "name" | "stack" | "code",
): string | undefined {
  try {
    const value: unknown = (thrown as Partial<Record<typeof field, unknown>> | null)?.[field];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
