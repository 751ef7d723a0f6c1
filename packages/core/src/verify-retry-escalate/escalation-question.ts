import { mustBeResult } from "../ask-with-render-ack/must-be-result.js";
import type { AskInput } from "../ask-with-render-ack/question.js";
import type { AskResult } from "../ask-with-render-ack/result.js";
import { InvalidInputError, ReadbackError } from "../errors.js";
import { givenKind } from "../given.js";
import { mustFit } from "../must-fit.js";
import { oneLine } from "../printable.js";
import { truncate } from "../text.js";
import type { EscalationOrder } from "./orders.js";
import { readResponse } from "./response.js";
import type { Task } from "./task.js";

const TITLE = 100;
/** A dialog has to fit on a terminal. */
const ATTEMPTS_SHOWN = 3;
const LINE = 160;

const STORY = {
  task: { name: "text" },
  failures: [{ error_summary: "text" }],
} as const;

/**
 * What a person is asked when a task is escalated, short enough for any surface. `story` says where the
 * whole message can be read.
 * @example
 * const result = await asker.ask(escalationQuestion(escalation), { session: escalation.task.id, retry: "host" });
 * return escalationResponse(result);
 */
export function escalationQuestion(
  escalation: Pick<EscalationOrder, "failures" | "problem" | "reason"> & { readonly task: Task },
  story?: string,
): AskInput {
  const { task, failures, problem, reason } = escalation ?? {};
  if (!task || !Array.isArray(failures)) {
    const given = givenKind(escalation);
    const be = `must be what escalate of runVerified is called with${given}`;
    throw new InvalidInputError("escalation", [{ field: "", problem: be }]);
  }
  mustFit(escalation, STORY, "escalation");
  const shown = failures.slice(-ATTEMPTS_SHOWN).map(({ attempt, failure_type, error_summary }) => {
    return truncate(`Attempt ${attempt}: ${failure_type}: ${oneLine(error_summary)}`, LINE);
  });
  const fix = failures.at(-1)?.suggested_fix;
  const lines = [
    ...(problem === null ? [] : [truncate(oneLine(problem), LINE)]),
    `${failures.length === 1 ? "1 attempt has" : `${failures.length} attempts have`} failed (${reason}).`,
    ...shown,
    ...(fix ? [truncate(`Suggested: ${oneLine(fix)}`, LINE)] : []),
    ...(story === undefined ? [] : [`The whole story: ${story}`]),
    "What now? Your own answer is the fix for the next attempt.",
  ];
  return {
    title: truncate(`Task escalated: ${oneLine(task.name)}`, TITLE),
    questions: [
      {
        id: "response",
        header: "Escalation",
        question: lines.join("\n"),
        type: "select",
        options: [
          { label: "retry", description: "Try again; the count starts at 0" },
          { label: "skip", description: "Skip this task, continue with the next" },
          { label: "abort", description: "Stop the plan" },
        ],
        placeholder: "What to do differently",
      },
    ],
  };
}

/** What the person decided, for `escalate` to return. Throws when nobody did, and says why. */
export function escalationResponse(result: AskResult): string {
  mustBeResult(result);
  if (result.outcome !== "answered") {
    const why = [result.outcome, result.error].filter(Boolean).join(": ");
    throw new ReadbackError("no_surface", `Nobody decided (${why})`);
  }
  const [answer] = result.answers;
  const said = answer?.custom ?? answer?.values[0] ?? "";
  const isFix = /^\s*fix\s*(:|$)/i.test(said);
  // Whoever types something has said what to do.
  return answer?.custom && !isFix && !readResponse(said) ? `fix: ${said}` : said;
}
