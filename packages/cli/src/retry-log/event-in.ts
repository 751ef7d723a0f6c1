import type { RetryEvent } from "@readback/core/formats";

/** The event in a line of `retry.jsonl`, as far as it is counted; `undefined` when somebody damaged it. */
export function eventIn(line: string): RetryEvent | undefined {
  try {
    const event = JSON.parse(line) as RetryEvent;
    return isWhole(event) ? event : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: a schema costs many times as much as reading the line, and there may be a million of them. */
function isWhole(event: RetryEvent): boolean {
  if (typeof event.task_id !== "string") return false;
  switch (event.event) {
    case "attempt":
      return event.status !== "failed" || areTexts(event.failure_type, event.root_cause_guess);
    case "resolved":
      return areTexts(event.resolution, event.task_name) && Number.isFinite(event.total_attempts);
    default:
      // Of what a later version writes nothing is counted.
      return typeof event.event === "string";
  }
}

function areTexts(always: unknown, perhaps: unknown): boolean {
  return typeof always === "string" && (perhaps === undefined || typeof perhaps === "string");
}
