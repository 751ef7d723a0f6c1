/** What went wrong, for code that reacts to it. */
export type ReadbackErrorCode =
  | "invalid_input"
  | "unknown_machine"
  | "duplicate_instance"
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
  readonly problems: readonly InputProblem[];

  constructor(subject: string, problems: readonly InputProblem[]) {
    const list = problems.map(({ field, problem }) => (field ? `${field}: ${problem}` : problem));
    super("invalid_input", `Invalid ${subject}: ${list.join("; ")}`);
    this.problems = problems;
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // Anything can be thrown, also what cannot be made a text.
    return "an error without a message";
  }
}
