import { oneLine } from "../printable.js";
import { logValue, truncate } from "../text.js";
import { mustBeEvent, type RetryEvent } from "./retry-events.js";

/** How many characters of an error a line of `retry.log` shows. */
const LONGEST_ERROR = 200;

/** The lines of `retry.log` for one event. No text in it can forge a line. */
export function retryLogLines(event: RetryEvent): readonly string[] {
  mustBeEvent(event, "event of retryLogLines");
  const head = `[${event.timestamp}] [RETRY] [${oneLine(event.task_id)}]`;
  return messages(event).map((message) => `${head} ${message}`);
}

function messages(event: RetryEvent): readonly string[] {
  switch (event.event) {
    case "attempt":
      return event.status === "success"
        ? [`attempt=${event.attempt} status=success`]
        : [
            `attempt=${event.attempt} status=failed type=${event.failure_type}`,
            `error=${quoted(event.error)}`,
            ...(event.suggested_fix ? [`suggested_fix=${quoted(event.suggested_fix)}`] : []),
          ];
    case "feedback_injected":
      return [`injecting_feedback attempt=${event.attempt}`];
    case "escalated":
      return [`escalating reason="${event.reason}"`];
    case "user_response":
      return [`user_response=${quoted(event.response)}`];
    case "resolved":
      return [`resolved status=${event.resolution}`];
    default:
      // Of a later version.
      return [];
  }
}

function quoted(text: string): string {
  return logValue(truncate(oneLine(text), LONGEST_ERROR));
}

/** The line of `retry.jsonl` for one event. */
export function retryJsonLine(event: RetryEvent): string {
  mustBeEvent(event, "event of retryJsonLine");
  return JSON.stringify(event);
}
