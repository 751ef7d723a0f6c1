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
      return `${style.yellow("skipped")} ${name} (${tries})\n${skipNotice(task, attempts, outcome.cause)}`;
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

/** What a person has to know of the tasks of a plan that did not go well, and how to go on; empty when all is well. */
export function drawUnfinished(outcomes: readonly Outcome[], notRun: readonly string[]): string {
  const remarks = outcomes.flatMap((outcome) => remarkOn(outcome) ?? []);
  const isOpen = outcomes.some(({ status }) => status === "escalated");
  return [
    ...remarks,
    ...(notRun.length > 0 ? [`Not run: ${notRun.join(", ")}`] : []),
    ...(isOpen ? ["To decide, run the same command again: you are asked again."] : []),
    ...(!isOpen && (remarks.length > 0 || notRun.length > 0)
      ? ["To go on, run the same command with --resume: what is done or skipped is left out."]
      : []),
  ].join("\n");
}

function remarkOn(outcome: Outcome): string | undefined {
  const { id } = outcome.task;
  switch (outcome.status) {
    case "blocked":
      return `Blocked: ${id}: ${oneLine(outcome.reason)}`;
    case "aborted":
      return `Aborted: ${id}: ${oneLine(outcome.reason)}`;
    case "escalated": {
      const why = outcome.error === null ? "nobody decided" : oneLine(outcome.error);
      return `Escalated: ${id} (${outcome.reason}): ${why}`;
    }
    default:
      return undefined;
  }
}
