import { oneLine } from "../printable.js";
import { tableCell, truncate } from "../text.js";
import type { RetryEvent } from "./retry-events.js";

type Resolved = Extract<RetryEvent, { readonly event: "resolved" }>;

/** The summary of a plan's retries, in Markdown. */
export function retrySummary(plan: string, events: readonly RetryEvent[]): string {
  const tasks = events.filter((event): event is Resolved => event.event === "resolved");
  const isRetried = ({ total_attempts }: Resolved) => total_attempts > 1;
  const isDone = ({ resolution }: Resolved) => resolution === "done";
  const firstTime = tasks.filter((task) => isDone(task) && !isRetried(task)).length;
  const retried = tasks.filter(isRetried).length;
  const escalations = events.filter(({ event }) => event === "escalated").length;
  const rows: readonly (readonly [string, string | number])[] = [
    ["Total tasks", tasks.length],
    ["First-attempt success", share(firstTime, tasks.length)],
    ["Retried tasks", share(retried, tasks.length)],
    ["Retry success", tasks.filter((task) => isDone(task) && isRetried(task)).length],
    ["Escalations", escalations],
    ["Skipped", tasks.filter(({ resolution }) => resolution === "skipped").length],
  ];
  return [
    `## Retry Summary for Plan ${truncate(oneLine(plan), 200)}`,
    [
      "| Metric | Value |",
      "|--------|-------|",
      ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    ].join("\n"),
    "### Retry Details",
    ["| Task | Attempts | Result |", "|------|----------|--------|", ...tasks.map(taskRow)].join(
      "\n",
    ),
    "### Common Failure Patterns",
    patterns(events),
  ].join("\n\n");
}

function taskRow(task: Resolved): string {
  return `| ${tableCell(task.task_name)} | ${task.total_attempts} | ${result(task)} |`;
}

function result({ resolution, total_attempts, escalated }: Resolved): string {
  if (resolution === "done") return total_attempts > 1 ? "success (retry worked)" : "success";
  return escalated ? `${resolution} (escalated)` : resolution;
}

function patterns(events: readonly RetryEvent[]): string {
  const counts = new Map<string, number>();
  for (const event of events) {
    if (event.event !== "attempt" || event.status === "success") continue;
    for (const pattern of [event.failure_type, event.root_cause_guess]) {
      if (pattern) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return "- none";
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(
      ([pattern, count]) =>
        `- ${truncate(oneLine(pattern), 200)}: ${count} occurrence${count === 1 ? "" : "s"}`,
    )
    .join("\n");
}

function share(part: number, whole: number): string {
  return `${part} (${whole === 0 ? 0 : Math.round((100 * part) / whole)}%)`;
}
