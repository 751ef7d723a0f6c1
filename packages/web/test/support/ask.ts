import type { QuestionRequest } from "@readback/core";

let made = 0;

/** A request as core would send it. */
export function request(
  questions: readonly Partial<QuestionRequest["questions"][number]>[],
  rest: Partial<QuestionRequest> = {},
): QuestionRequest {
  made += 1;
  return {
    requestId: `request-${made}.1`,
    askId: `ask-${made}`,
    replaces: null,
    caller: null,
    session: "default",
    from: null,
    title: null,
    attempt: 1,
    maxRetries: 3,
    notice: null,
    questions: questions.map((question, index) => ({
      id: `q${index + 1}`,
      question: "What now?",
      type: "text" as const,
      options: [],
      required: true,
      custom: false,
      ...question,
    })),
    ...rest,
  };
}
