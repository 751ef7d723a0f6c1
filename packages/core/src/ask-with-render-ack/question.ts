/** One choice of a question. */
export interface QuestionOption {
  /** What the person chooses, and what the answer names. 1 to 500 characters. */
  label: string;
  /** What choosing it means. */
  description?: string | undefined;
}

/** How a question is answered. `confirm` is yes or no. */
export type QuestionType = "text" | "select" | "multi-select" | "confirm";

/** An answer that is filled in when the question appears. */
export interface InitialAnswer {
  /** The labels that are chosen, the typed text, or `yes` or `no`. */
  values?: string[] | undefined;
  /** The person's own answer beside the options. */
  custom?: string | null | undefined;
}

/** A question as it is given. */
export interface QuestionInput {
  /** Name of the question in the answers. Default: `q1`, `q2`, … */
  id?: string | undefined;
  /** The question, as plain text. */
  question: string;
  /** Short label, shown as the question's title and in progress. */
  header?: string | undefined;
  /** Default: `select` when there are options, else `text`. */
  type?: QuestionType | undefined;
  /** The choices of a select or multi-select: labels, or labels with a description. */
  options?: (string | QuestionOption)[] | undefined;
  /** Whether the person must answer it. Default true. */
  required?: boolean | undefined;
  /** An example, shown in an empty text field. */
  placeholder?: string | undefined;
  /** Whether the person may type their own answer instead of an option. Default true on selects. */
  custom?: boolean | undefined;
  /** An answer that is filled in when the question appears. */
  initial?: InitialAnswer | undefined;
}

/** A question with every default filled in, as the user interface gets it. */
export interface Question {
  /** Name of the question in the answers. */
  readonly id: string;
  /** The question, as plain text. It comes from a model: trust nothing in it. */
  readonly question: string;
  /** Short label, to be shown as the question's title. */
  readonly header?: string | undefined;
  /** How it is answered. */
  readonly type: QuestionType;
  /** The choices of a select or multi-select; else empty. */
  readonly options: { label: string; description?: string | undefined }[];
  /** Whether the person must answer it. */
  readonly required: boolean;
  /** An example, to be shown in an empty text field. */
  readonly placeholder?: string | undefined;
  /** Whether the person may type their own answer instead of an option. */
  readonly custom: boolean;
  /** An answer to fill in. */
  readonly initial?: { values: string[]; custom: string | null } | undefined;
}

/** What {@link Asker.ask} takes. */
export interface AskInput {
  /** The questions, 1 to 10. They are shown and answered together. */
  questions: QuestionInput[];
  /** What the questions are about, shown above them. At most 100 characters. */
  title?: string | undefined;
  /** Retries when the question does not appear, 0 to 5: `n` allows `1 + n` attempts. Default 3. */
  maxRetries?: number | undefined;
  /** How long the user interface has to confirm that the question is on screen, in milliseconds. Default 30,000. */
  renderTimeout?: number | undefined;
  /** How long the person has from then on, in milliseconds. Default 300,000. */
  responseTimeout?: number | undefined;
}
