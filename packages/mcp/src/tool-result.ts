import {
  type Answer,
  ASK_OUTCOMES,
  type AskInput,
  type AskResult,
  formatAskUserQuestionOutput,
  oneLine,
  toHeaderAnswers,
} from "@readback/core";
import type { ToolResult } from "./mcp-server.js";

/** The questions, as they were given. */
export type Asked = AskInput["questions"];

/** The result of `ask_user`. The text alone is enough to know what to do. */
export function askUserResult(
  questions: Asked,
  result: AskResult,
  surface: string | null,
): ToolResult {
  const structuredContent = structured(result, surface);
  const lines = result.answered ? answerLines(questions, result.answers) : [];
  const json = JSON.stringify(structuredContent);
  const text = [summary(result), ...lines, "", "JSON:", json].join("\n");
  return { content: [{ type: "text", text }], structuredContent };
}

/** The result of `ask_user_question`: answers in its own format, everything else as `ask_user`. */
export function askUserQuestionResult(
  asked: Asked,
  result: AskResult,
  surface: string | null,
): ToolResult {
  const questions = asked.map(({ header = "" }) => ({ header }));
  const answersByHeader = result.answered ? toHeaderAnswers(questions, result.answers) : {};
  const plain = askUserResult(asked, result, surface);
  const structuredContent = { ...plain.structuredContent, answersByHeader };
  if (!result.answered) return { ...plain, structuredContent };
  const text = formatAskUserQuestionOutput(questions, answersByHeader);
  return { content: [{ type: "text", text }], structuredContent };
}

function structured(result: AskResult, surface: string | null): Record<string, unknown> {
  return { ...result, surface, advice: ASK_OUTCOMES[result.outcome].advice };
}

function summary({ outcome, shouldRetry, retryReason, error }: AskResult): string {
  const { meaning, advice } = ASK_OUTCOMES[outcome];
  const lines = [`${outcome}: ${meaning} ${advice}`];
  if (retryReason !== null) lines.push(`retryReason: ${oneLine(retryReason)}`);
  if (error !== null && error !== meaning) lines.push(`error: ${oneLine(error)}`);
  if (shouldRetry) lines.push("shouldRetry: true");
  return lines.join("\n");
}

/** One line for each answer; the JSON below has it word for word. */
function answerLines(questions: Asked, answers: readonly Answer[]): readonly string[] {
  return answers.map(({ values, custom }, index) => {
    const words = [...values, ...(custom === null ? [] : [custom])].map(oneLine).join(", ");
    return `- ${oneLine(questions[index]?.question ?? "")}: ${words || "(left open)"}`;
  });
}
