import type { QuestionInput, QuestionRequest } from "@readback/core";
import { askInputSchema } from "@readback/core/tools";

/** A request as core sends it. */
export function requestOf(
  questions: readonly QuestionInput[],
  more: Partial<QuestionRequest> = {},
): QuestionRequest {
  return {
    requestId: "request-1",
    askId: "ask-1",
    replaces: null,
    caller: "caller-1",
    session: "default",
    from: null,
    title: null,
    attempt: 1,
    maxRetries: 3,
    notice: null,
    ...more,
    questions: askInputSchema.parse({ questions }).questions,
  };
}

/** The questions most tests ask. */
export const database: QuestionInput = {
  id: "db",
  header: "Database",
  question: "Which database?",
  options: [
    { label: "PostgreSQL", description: "Relational, we run it already" },
    { label: "SQLite", description: "One file, no server" },
  ],
};

export const features: QuestionInput = {
  id: "features",
  header: "Features",
  question: "Which features?",
  type: "multi-select",
  options: ["Search", "Export", "Audit log"],
};
