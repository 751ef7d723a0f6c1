import type { VerifiedOutcome } from "@readback/core";
import { skipNotice } from "@readback/core/formats";
import { oneLine } from "@readback/core/printable";
import type { Style } from "@readback/terminal/style";
import { cut } from "../terminal/text.js";

type Outcome = VerifiedOutcome<unknown>;

/** How a task ended, for a person. */
export function drawOutcome(outcome: Outcome, style: Style, how: string): string {
  const { task, attempts } = outcome;
  const name = style.bold(cut(oneLine(task.name), 100));
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  switch (outcome.status) {
    case "done":
      return `${style.green("done")} ${name} (${tries})`;
    case "skipped":
      return `${style.yellow("skipped")} ${name} (${tries})\n${skipNotice(task, attempts)}`;
    case "aborted":
      return `${style.red("aborted")} ${name} (${tries}): ${oneLine(outcome.reason)}\nWhat was done stays.`;
    case "blocked":
      return `${style.yellow("blocked")} ${name} (${tries}): ${oneLine(outcome.reason)}`;
    case "escalated":
      return [
        `${style.red("escalated")} ${name} (${tries}): ${outcome.reason}, and nobody decided`,
        ...(outcome.error === null ? [] : [`Why: ${oneLine(outcome.error)}`]),
        `To decide, run ${how} again: you are asked again.`,
      ].join("\n");
  }
}

/** How a task ended, for a program. */
export function outcomeJson(outcome: Outcome): object {
  const { task, status, cause, attempts, failures } = outcome;
  return {
    task_id: task.id,
    task_name: task.name,
    status,
    cause,
    attempts,
    ...("reason" in outcome && { reason: outcome.reason }),
    ...("error" in outcome && { error: outcome.error }),
    ...("dependants" in outcome && { dependants: outcome.dependants }),
    failures,
  };
}
