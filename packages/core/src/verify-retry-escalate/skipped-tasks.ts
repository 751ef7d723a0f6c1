import { oneLine } from "../printable.js";
import { mustBeEvent, mustBeEvents, type RetryEvent } from "./retry-events.js";

/** The tasks whose latest end is that they were skipped, as YAML for a plan's `STATE.md`. */
export function skippedTasks(events: Iterable<RetryEvent>): string {
  mustBeEvents(events, "events of skippedTasks");
  const skipped = new Map<string, Extract<RetryEvent, { event: "resolved" }>>();
  for (const event of events) {
    mustBeEvent(event, "event of skippedTasks");
    if (event.event !== "resolved") continue;
    skipped.delete(event.task_id);
    if (event.resolution === "skipped") skipped.set(event.task_id, event);
  }
  if (skipped.size === 0) return "skipped_tasks: []";
  const items = [...skipped.values()].map(({ task_id, cause, timestamp }) => {
    const who = cause === "policy" ? "Set to skip" : "User escalation";
    return [
      `  - task: ${JSON.stringify(oneLine(task_id))}`,
      `    reason: "${who} - automated recovery failed"`,
      `    timestamp: "${timestamp}"`,
    ].join("\n");
  });
  return ["skipped_tasks:", ...items].join("\n");
}
