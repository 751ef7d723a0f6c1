import type { Answer } from "./answers.js";
import type { AskInput, Question, QuestionInput } from "./question.js";
import type { AskResult } from "./result.js";

/** What a question looks like to the types: as {@link QuestionInput}, and arrays may be `readonly`. */
export type AskedQuestion = Omit<QuestionInput, "options" | "initial"> & {
  /** The choices of a select or multi-select. */
  readonly options?: readonly NonNullable<QuestionInput["options"]>[number][] | undefined;
  /** An answer that is filled in beforehand. */
  readonly initial?:
    | {
        readonly values?: readonly string[] | undefined;
        readonly custom?: string | null | undefined;
      }
    | undefined;
};

/** As {@link AskInput}, with questions whose literals the types of the answers come from. */
export type AskInputOf<Q extends readonly AskedQuestion[]> = Omit<AskInput, "questions"> & {
  /** 1 to 10 questions, shown together. */
  readonly questions: Q;
};

/** What {@link Asker.ask} takes, whatever its questions. */
export type AnyAskInput = AskInputOf<readonly AskedQuestion[]>;

type LabelOf<O> = O extends { readonly label: infer L extends string } ? L : O & string;

/** The labels; any text where the person may type their own answer. Editors still offer the labels. */
type ChoiceOf<Q> = Q extends { readonly options: readonly (infer O)[] }
  ? LabelOf<O> | (Q extends { readonly custom: false } ? never : string & {})
  : string;

type AnswerOf<Q> = Q extends { readonly type: "confirm" }
  ? "yes" | "no"
  : Q extends { readonly type: "multi-select" }
    ? readonly ChoiceOf<Q>[]
    : ChoiceOf<Q>;

type ValueOf<Q> = Q extends { readonly type: "multi-select" }
  ? AnswerOf<Q>
  : AnswerOf<Q> | (Q extends { readonly required: false } ? null : never);

/** The names of a question: its id, and its header. */
type NamesOf<Q, Index> =
  | (Q extends { readonly id: infer I extends string }
      ? I
      : Index extends keyof Numbers
        ? Numbers[Index]
        : never)
  | (Q extends { readonly header: infer H extends string } ? H : never);

/** The names of questions without an id: `q1`, `q2`, …, `q10`. */
type Numbers = {
  "0": "q1";
  "1": "q2";
  "2": "q3";
  "3": "q4";
  "4": "q5";
  "5": "q6";
  "6": "q7";
  "7": "q8";
  "8": "q9";
  "9": "q10";
};

/** What was answered, by the ids and headers of the questions. */
export type ValuesOf<Q extends readonly AskedQuestion[]> = number extends Q["length"]
  ? Readonly<Record<string, string | readonly string[] | null | undefined>>
  : {
      readonly [I in Exclude<keyof Q, keyof []> as NamesOf<Q[I], I>]: ValueOf<Q[I]>;
    };

/**
 * The result of a call, with the answers by name: `result.values.env`. `values` is empty unless the person answered.
 */
export type AskedResult<Q extends readonly AskedQuestion[] = readonly AskedQuestion[]> =
  | (Extract<AskResult, { readonly answered: true }> & { readonly values: ValuesOf<Q> })
  | (Extract<AskResult, { readonly answered: false }> & {
      readonly values: { readonly [K in keyof ValuesOf<Q>]?: undefined };
    });

/** Adds the answers by name to a result. */
export function withValues(questions: readonly Question[], result: AskResult): AskedResult {
  // Without a prototype: a question may be called `__proto__`.
  const values: Record<string, string | readonly string[] | null> = Object.create(null);
  for (const [index, answer] of result.answers.entries()) {
    const question = questions[index];
    if (!question) continue;
    const value = answered(question, answer);
    values[question.id] = value;
    const { header } = question;
    const isTaken = header === undefined || questions.some(({ id }) => id === header);
    if (!isTaken && !(header in values)) values[header] = value;
  }
  return { ...result, values } as AskedResult;
}

function answered({ type }: Question, { values, custom }: Answer) {
  const all = custom === null ? values : [...values, custom];
  return type === "multi-select" ? all : (all.at(-1) ?? null);
}
