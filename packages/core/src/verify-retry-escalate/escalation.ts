import { mustFit } from "../must-fit.js";
import { oneLine } from "../printable.js";
import { fenced, inlineText, tableCell, truncate } from "../text.js";
import {
  type EscalationReason,
  FAILURES_SHAPE,
  TASK_SHAPE,
  type VerifyContext,
} from "./context.js";
import type { FailureRecord } from "./failure.js";
import type { Task } from "./task.js";

/** What a person is told for each reason. */
const SUMMARY: Record<EscalationReason, string> = {
  max_retries_exceeded: "Automated recovery has been exhausted.",
  same_failure_repeated: "The same failure came again and again: another retry would not help.",
  permission_denied: "Permission was denied: this cannot be fixed automatically.",
  service_unavailable: "An external service is unavailable: the environment needs fixing.",
  conflicting_requirements: "The requirements conflict: this needs human judgment.",
  reported_impossible: "The executor reports that the task is impossible: it may be ill-defined.",
};

/** The plan a task belongs to: what stands before the colon of its id. */
export function planOf(task: Pick<Task, "id">): string {
  mustFit(task, { id: "text" }, "task of planOf");
  const { id } = task;
  const colon = id.lastIndexOf(":");
  return colon > 0 ? id.slice(0, colon) : id;
}

const STORY = {
  task: TASK_SHAPE,
  attempt: "number",
  bound: "number",
  failures: FAILURES_SHAPE,
} as const;

/** The message that puts a task in front of a person, in Markdown. */
export function escalationMessage(
  context: Pick<VerifyContext, "task" | "attempt" | "bound" | "failures" | "escalation">,
): string {
  mustFit(context, STORY, "context of escalationMessage");
  const { task, attempt, bound, failures } = context;
  const reason = context.escalation ?? "max_retries_exceeded";
  const last = failures.at(-1);
  const times = attempt === 1 ? "1 time" : `${attempt} times`;
  return [
    "## Task Escalation Required",
    [
      `**Task:** ${inline(task.name)}`,
      `**Plan:** ${inline(planOf(task))}`,
      `**Attempts:** ${attempt} of ${bound}`,
    ].join("\n"),
    "### Failure Summary",
    `This task has failed ${times}. ${SUMMARY[reason]}`,
    "### Attempt History",
    [
      "| Attempt | Timestamp | Failure Type | Error |",
      "|---------|-----------|--------------|-------|",
      ...failures.map(historyRow),
    ].join("\n"),
    "### Last Error Details",
    fenced(last ? (last.error_details ?? last.error_summary) : "(none)"),
    "### Files Modified (Partial State)",
    last && last.files_state.length > 0
      ? last.files_state.map(fileLine).join("\n")
      : "- (none reported)",
    "### Suggested Actions",
    [
      "1. **Review task definition** - Is <done> criteria achievable?",
      "2. **Check test expectations** - Are tests correct?",
      "3. **Manual intervention** - Fix the specific issue",
      "4. **Skip task** - Mark as skipped and continue",
      "5. **Abort plan** - Stop execution entirely",
    ].join("\n"),
    "---",
    [
      "**Your options:**",
      "- `retry` - Try one more time (resets counter)",
      "- `skip` - Skip this task, continue with next",
      "- `abort` - Stop plan execution",
      "- `fix: <instruction>` - Provide specific fix instruction",
    ].join("\n"),
  ].join("\n\n");
}

function historyRow({ attempt, timestamp, failure_type, error_summary }: FailureRecord): string {
  const minute = timestamp.slice(0, 16).replace("T", " ");
  return `| ${attempt} | ${minute} | ${failure_type} | ${tableCell(error_summary)} |`;
}

function fileLine({ path, status }: FailureRecord["files_state"][number]): string {
  const name = oneLine(path).replace(/`/g, "'");
  return `- \`${name}\` - ${status === "partially_modified" ? "Modified but incomplete" : inline(status.replace(/_/g, " "))}`;
}

function inline(text: string): string {
  return inlineText(truncate(oneLine(text), 200));
}

/** What the plan's log says of a skipped task. */
export function skipNotice(
  task: Task,
  attempts: number,
  cause: "human" | "policy" = "human",
): string {
  mustFit(task, TASK_SHAPE, "task of skipNotice");
  if (task.dependants) mustFit(task.dependants, ["text"], "dependants of skipNotice");
  const who = cause === "policy" ? "Set to skip" : "User escalation";
  const dependants = task.dependants ?? [];
  const impact =
    dependants.length > 0
      ? `Dependent tasks may fail: ${dependants.map(inline).join(", ")}`
      : "No task depends on it";
  return [
    `[SKIPPED] ${inline(task.name)}`,
    `  Reason: ${who} after ${attempts} failed attempt${attempts === 1 ? "" : "s"}`,
    `  Impact: ${impact}`,
  ].join("\n");
}
