import type { AnswerInput, Question, QuestionBridge } from "@readback/core";
import type { Story } from "../story.js";

/** A dialog in the story that can be told not to open. */
export interface Dialog {
  readonly bridge: QuestionBridge;
  /** Whether questions appear. */
  opens: boolean;
}

const OWN = "own answer";
const DISMISS = "dismiss";

/** Makes the user interface of the ask chapter; `scripted` is what a scripted person answers. */
export function createDialog(story: Story, scripted: string): Dialog {
  let confirmRender: (requestId: string) => void = () => {};
  let answer: (requestId: string, answers: readonly AnswerInput[]) => void = () => {};
  let cancel: (requestId: string) => void = () => {};

  const dialog: Dialog = {
    opens: true,
    bridge: {
      async sendQuestion({ requestId, questions, notice }) {
        const [question] = questions;
        if (!dialog.opens || !question) {
          await story.says("screen", "stays blank: the window does not open");
          return;
        }
        await story.quotes("screen", [...(notice ? [notice] : []), question.question]);
        // The terminal has taken the lines above: the question can be seen.
        confirmRender(requestId);
        const given = await answerTo(story, question, scripted);
        if (given) answer(requestId, [given]);
        else cancel(requestId);
      },
      onRenderConfirmed(callback) {
        confirmRender = callback;
        return () => {};
      },
      onAnswer(callback) {
        answer = callback;
        return () => {};
      },
      onCancel(callback) {
        cancel = callback;
        return () => {};
      },
      acknowledge() {
        story.says("screen", "✓ sent: the answer has arrived");
      },
    },
  };
  return dialog;
}

async function answerTo(
  story: Story,
  question: Question,
  scripted: string,
): Promise<AnswerInput | undefined> {
  const { id } = question;
  for (;;) {
    const chosen = await story.choose({
      question: "Your answer?",
      choices: choicesOf(question),
      scripted,
    });
    if (chosen === DISMISS) return undefined;
    if (chosen !== OWN) return { id, values: [chosen] };
    const custom = await story.write({ question: "In your own words?", scripted: "You decide." });
    if (custom !== undefined) return { id, custom };
  }
}

function choicesOf({ type, options, custom }: Question) {
  const given =
    type === "confirm"
      ? [
          { value: "yes", label: "Yes" },
          { value: "no", label: "No" },
        ]
      : options.map(({ label }) => ({ value: label, label }));
  return [
    ...given,
    ...(custom ? [{ value: OWN, label: "Something else …" }] : []),
    { value: DISMISS, label: "Dismiss the question" },
  ];
}
