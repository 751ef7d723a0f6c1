import { ASK_OUTCOMES } from "./outcomes.js";
import type { AskOutcome } from "./result.js";
import { ASK_LIMITS } from "./schema.js";
import {
  ASK_USER_QUESTION_LIMITS,
  ASK_USER_QUESTION_TOOL_NAME,
  OTHER_OPTION_LABEL,
} from "./strict-profile.js";

// What agents read. The outcomes and the numbers come from the tables the code itself uses.

/** Name of the tool. */
export const ASK_USER_TOOL_NAME = "ask_user";

const OUTCOMES = Object.entries(ASK_OUTCOMES) as [AskOutcome, (typeof ASK_OUTCOMES)[AskOutcome]][];
const { default: retries, min: fewest, max: most } = ASK_LIMITS.maxRetries;
const minutes = ASK_LIMITS.responseTimeout.default / 60_000;

/** The description of the `ask_user` tool. */
export function askUserDescription(): string {
  return `Ask the user 1 to ${ASK_LIMITS.questions} questions through the user interface.

${instructions()}

A question that does not appear can be asked again up to ${retries} times (maxRetries, ${fewest} to ${most}). You only need to retry when shouldRetry=true is returned.`;
}

/** The description of the `ask_user_question` tool. */
export function askUserQuestionDescription(): string {
  const { questions, header, options, labelWords } = ASK_USER_QUESTION_LIMITS;
  return `Ask user questions with structured multiple-choice options.

Give 1 to ${questions} questions. Each question ends with "?" and has its own header of 1 to ${header} characters and ${options.min} to ${options.max} options, whose labels have 1 to ${labelWords} words. Do not offer "${OTHER_OPTION_LABEL}": the user can always type their own answer.

${instructions()}`;
}

/** A section for `AGENTS.md` that says what to do for every result. */
export function askUserAgentsMd(): string {
  const cases = OUTCOMES.map(
    ([outcome, { meaning, advice }]) =>
      `**When it returns \`outcome: "${outcome}"\` (${flagsOf(outcome)}):**\n1. ${meaning}\n2. ${advice}`,
  );
  return `## ${ASK_USER_TOOL_NAME} Tool Retry Behavior

\`${ASK_USER_TOOL_NAME}\` and \`${ASK_USER_QUESTION_TOOL_NAME}\` wait until the question is on screen and answered. The user has ${minutes} minutes. A question that does not appear may be asked ${retries} more times; a retry is the same call with the SAME parameters, so that it finds the same question. Only an answer is an answer: never take silence, a failure or a closed dialog for one.

${cases.join("\n\n")}
`;
}

function instructions(): string {
  const outcomes = OUTCOMES.map(
    ([outcome, { meaning, advice }]) => `- ${outcome}: ${meaning} ${advice}`,
  );
  return `IMPORTANT INSTRUCTIONS FOR AI AGENT:
1. This tool blocks until the user responds or a timeout occurs.
2. If the response has shouldRetry=true, you MUST retry calling this tool immediately with the same parameters.
3. If shouldRetry=false and timedOut=true, inform the user the question timed out and ask if they want to continue.
4. If shouldRetry=false and max retries were exceeded, inform the user there was a technical issue displaying the question.

What each outcome means, and what to do:
${outcomes.join("\n")}`;
}

/** `shouldRetry` always, and every other flag that is set. */
function flagsOf(outcome: AskOutcome): string {
  const { shouldRetry, answered, cancelled, timedOut } = ASK_OUTCOMES[outcome];
  const set = Object.entries({ answered, cancelled, timedOut }).filter(([, isSet]) => isSet);
  return [`\`shouldRetry: ${shouldRetry}\``, ...set.map(([flag]) => `\`${flag}: true\``)].join(
    ", ",
  );
}
