import {
  type Answer,
  ASK_OUTCOMES,
  type AskedResult,
  type AskInput,
  type AskOutcome,
  type AskResult,
} from "@readback/core";
import { oneLine } from "@readback/core/printable";
import { formatAskUserQuestionOutput, toHeaderAnswers } from "@readback/core/tools";
import type { ToolResult } from "./mcp-server.js";

/** The questions, as they were given. */
export type Asked = readonly Pick<AskInput["questions"][number], "question" | "header">[];

/** Where a person who does not see a question finds it. */
export interface Whereabouts {
  /** What they open in a browser. */
  readonly link: string | null;
  /** What they do where there is no link. */
  readonly hint?: string | undefined;
}

/** After these, nobody has to look anywhere. */
const OVER: readonly AskOutcome[] = ["answered", "cancelled", "declined"];

/** The result of `ask_user`. The text alone is enough to know what to do. */
export function askUserResult(
  questions: Asked,
  result: AskedResult,
  { link, hint }: Whereabouts,
): ToolResult {
  const structuredContent = structured(result, link);
  const lines = result.answered ? answerLines(questions, result.answers) : "";
  const text = `${summary(result, structuredContent.link, hint)}\n${lines}\nJSON:\n${JSON.stringify(structuredContent)}`;
  return { content: [{ type: "text", text }], structuredContent };
}

/** The result of `ask_user_question`: answers in its own format, everything else as `ask_user`. */
export function askUserQuestionResult(
  asked: Asked,
  result: AskedResult,
  where: Whereabouts,
): ToolResult {
  const questions = asked.map(({ header = "" }) => ({ header }));
  const answersByHeader = result.answered ? toHeaderAnswers(questions, result.answers) : {};
  const plain = askUserResult(asked, result, where);
  const structuredContent = { ...plain.structuredContent, answersByHeader };
  if (!result.answered) return { ...plain, structuredContent };
  const text = formatAskUserQuestionOutput(questions, answersByHeader);
  return { content: [{ type: "text", text }], structuredContent };
}

/** Name by name: copying the rest of an object takes longer than writing it as JSON. */
function structured(result: AskedResult, link: string | null) {
  return {
    outcome: result.outcome,
    answered: result.answered,
    cancelled: result.cancelled,
    timedOut: result.timedOut,
    shouldRetry: result.shouldRetry,
    renderConfirmed: result.renderConfirmed,
    answers: result.answers,
    values: result.values,
    attempt: result.attempt,
    maxRetries: result.maxRetries,
    requestId: result.requestId,
    askId: result.askId,
    cause: result.cause,
    retryReason: result.retryReason,
    error: result.error,
    surface: result.surface,
    ...(result.evidence && { evidence: result.evidence }),
    link: OVER.includes(result.outcome) ? null : link,
    advice: ASK_OUTCOMES[result.outcome].advice,
  };
}

function summary(
  { outcome, shouldRetry, retryReason, error }: AskResult,
  link: string | null,
  hint: string | undefined,
): string {
  const { meaning, advice } = ASK_OUTCOMES[outcome];
  let text = `${outcome}: ${meaning} ${advice}`;
  if (retryReason !== null) text += `\nretryReason: ${oneLine(retryReason)}`;
  if (error !== null && error !== meaning) text += `\nerror: ${oneLine(error)}`;
  if (link !== null)
    text += `\nlink: ${link} (a person who does not see the question opens this in a browser)`;
  else if (hint !== undefined && !OVER.includes(outcome)) text += `\nhint: ${oneLine(hint)}`;
  return shouldRetry ? `${text}\nshouldRetry: true` : text;
}

/** What needs no change to stand in one line. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

function line(text: string): string {
  return PLAIN.test(text) ? text : oneLine(text);
}

/** One line for each answer; the JSON below has it word for word. */
function answerLines(questions: Asked, answers: readonly Answer[]): string {
  let lines = "";
  for (const [index, { values, custom }] of answers.entries()) {
    const words = (custom === null ? values : [...values, custom]).map(line).join(", ");
    lines += `- ${line(questions[index]?.question ?? "")}: ${words || "(left open)"}\n`;
  }
  return lines;
}
