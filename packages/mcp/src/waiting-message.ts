import type { AskState } from "@readback/core";

/** What is known of a question that a call waits for. */
interface WaitedFor {
  readonly state: AskState;
  /** Where it is on screen. */
  readonly surface: string | null;
  /** Whether the client has it as a form, of which it says nothing until the form is over. */
  readonly isForm: boolean;
}

/** What a waiting client can show; `question` is absent for a call that has not asked yet. */
export function waitingMessage(question: WaitedFor | undefined, seconds: number): string {
  const time = inWords(Math.round(seconds));
  switch (question?.state) {
    case "presenting":
      return `Waiting for the question to appear (${time})`;
    case "queued":
      return question.isForm
        ? `Waiting for the reply to the client's form (${time})`
        : `Waiting for the question to appear: others come first (${time})`;
    case "on_screen": {
      const where = question.surface === null ? "" : `on screen: ${question.surface}; `;
      return `Waiting for the person's answer (${where}${time})`;
    }
    default:
      return `Waiting for the person (${time})`;
  }
}

function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}
