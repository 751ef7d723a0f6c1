import type { AnswerInput, Question, QuestionBridge } from "@readback/core";
import type { Beat } from "../beat.js";
import type { Cue, Trouble } from "../stage.js";
import type { Person } from "./person.js";

const OWN = "(own answer)";
const DISMISS = "(dismiss)";

export interface DialogParts {
  show(beat: Beat): Promise<void>;
  readonly person: Person;
  cue(): Cue | null;
  isWrong(name: Trouble): boolean;
}

/** Brings questions to the person at the terminal. */
export function createDialog({ show, person, cue, isWrong }: DialogParts): QuestionBridge {
  const rendered = new Set<(requestId: string) => void>();
  const answered = new Set<(requestId: string, answers: readonly AnswerInput[]) => void>();
  const cancelled = new Set<(requestId: string) => void>();

  /** `undefined` when the person dismisses the question. */
  async function answerTo(question: Question): Promise<AnswerInput | undefined> {
    const { id, type, options } = question;
    const scripted = cue() ?? { choose: DISMISS };
    const suggestion = "write" in scripted ? scripted.write : "You decide.";
    for (;;) {
      const chosen =
        type === "text"
          ? OWN
          : await person.choose({
              question: "Your answer?",
              choices: choicesOf(question),
              scripted: "choose" in scripted ? scripted.choose : OWN,
            });
      if (chosen === DISMISS) return undefined;
      if (chosen !== OWN) return { id, values: [chosen] };
      const own = await person.write({ question: "In your own words?", scripted: suggestion });
      if (own !== undefined)
        return options.length > 0 ? { id, custom: own } : { id, values: [own] };
    }
  }

  return {
    async sendQuestion({ requestId, title, questions, notice }) {
      const [question] = questions;
      if (isWrong("hidden") || !question) {
        await show({ kind: "says", who: "screen", text: "(blank)" });
        return;
      }
      const lines = [notice, title, question.question].filter((line) => line !== null);
      await show({ kind: "quote", who: "screen", lines });
      // The terminal has taken the lines: the question can be seen.
      for (const callback of rendered) callback(requestId);
      if (isWrong("away")) return;
      const answer = await answerTo(question);
      if (answer) for (const callback of answered) callback(requestId, [answer]);
      else for (const callback of cancelled) callback(requestId);
    },
    onRenderConfirmed: (callback) => subscribe(rendered, callback),
    onAnswer: (callback) => subscribe(answered, callback),
    onCancel: (callback) => subscribe(cancelled, callback),
    acknowledge() {
      show({ kind: "says", who: "screen", text: "✓ sent: the answer has arrived" });
    },
  };
}

function subscribe<T>(callbacks: Set<T>, callback: T): () => void {
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

function choicesOf({ type, options, custom }: Question) {
  const given =
    type === "confirm"
      ? [
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]
      : options.map(({ label, description }) => ({ value: label, label, hint: description }));
  return [
    ...given,
    ...(custom ? [{ value: OWN, label: "Your own answer …" }] : []),
    { value: DISMISS, label: "Dismiss the question" },
  ];
}
