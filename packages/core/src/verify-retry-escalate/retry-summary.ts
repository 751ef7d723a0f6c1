import { mustFit } from "../must-fit.js";
import { oneLine } from "../printable.js";
import { inlineText, tableCell, truncate } from "../text.js";
import { mustBeEvents, type RetryEvent } from "./retry-events.js";
import { createRetryCounter, type RetryDetail, type RetryStatistics } from "./retry-statistics.js";

/** The summary of a plan's retries, in Markdown. */
export function retrySummary(plan: string, events: Iterable<RetryEvent>): string {
  mustFit(plan, "text", "plan of retrySummary");
  mustBeEvents(events, "events of retrySummary");
  const counter = createRetryCounter();
  for (const event of events) counter.add(event);
  return statisticsSummary(`Plan ${plan}`, counter.result());
}

/** The same of what was counted before. `about` says what it is of, such as `Plan 03-01`. */
export function statisticsSummary(about: string, statistics: RetryStatistics): string {
  mustFit(statistics, COUNTED, "statistics of statisticsSummary");
  const { total_tasks: total, details, details_left_off: leftOff } = statistics;
  const rows: readonly (readonly [string, string | number])[] = [
    ["Total tasks", total],
    ["First-attempt success", share(statistics.first_attempt_success, total)],
    ["Retried tasks", share(statistics.retried_tasks, total)],
    ["Retry success", statistics.retry_success],
    ["Escalations", statistics.escalations],
    ["Skipped", statistics.skipped],
  ];
  return [
    `## Retry Summary for ${inlineText(truncate(oneLine(about), 200))}`,
    [
      "| Metric | Value |",
      "|--------|-------|",
      ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    ].join("\n"),
    "### Retry Details",
    ["| Task | Attempts | Result |", "|------|----------|--------|", ...details.map(taskRow)].join(
      "\n",
    ),
    ...(leftOff > 0 ? [`${leftOff} earlier tasks are not listed.`] : []),
    "### Common Failure Patterns",
    patterns(statistics),
  ].join("\n\n");
}

const COUNTED = {
  details: [{ task: "text", attempts: "number", result: "text" }],
  patterns: [{ pattern: "text", count: "number" }],
} as const;

function taskRow({ task, attempts, result }: RetryDetail): string {
  return `| ${tableCell(task)} | ${attempts} | ${result} |`;
}

function patterns({ patterns: found }: RetryStatistics): string {
  if (found.length === 0) return "- none";
  return found
    .map(
      ({ pattern, count }) =>
        `- ${inlineText(truncate(oneLine(pattern), 200))}: ${count} occurrence${count === 1 ? "" : "s"}`,
    )
    .join("\n");
}

function share(part: number, whole: number): string {
  return `${part} (${whole === 0 ? 0 : Math.round((100 * part) / whole)}%)`;
}
