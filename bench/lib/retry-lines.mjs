import { closeSync, openSync, writeSync } from "node:fs";

const TASKS_PER_PLAN = 10;

/** The lines about one task that needs two attempts. */
function story(task) {
  const at = new Date(1_769_437_680_000 + task * 1_000).toISOString().replace(".000Z", "Z");
  const id = `03-${Math.floor(task / TASKS_PER_PLAN)}:task-${task % TASKS_PER_PLAN}`;
  const common = { timestamp: at, task_id: id };
  const attempt = { ...common, event: "attempt", duration_ms: 120_000 };
  const failed = {
    ...attempt,
    ...{ attempt: 1, status: "failed", failure_type: "verification_failed" },
    error: "2 tests failed: InvalidPlannerIdError not thrown for empty string",
    suggested_fix: "Add validation for empty string and null inputs in PlannerId constructor",
    root_cause_guess: "Missing edge case handling",
  };
  const resolved = { resolution: "done", task_name: `Task ${task}`, total_attempts: 2 };
  return [
    failed,
    { ...common, event: "feedback_injected", attempt: 2, feedback_lines: 34 },
    { ...attempt, attempt: 2, status: "success" },
    { ...common, event: "resolved", ...resolved, total_duration_ms: 240_000, escalated: false },
  ];
}

/** Writes a `retry.jsonl` of so many lines. */
export function writeRetryLines(path, lines) {
  const fd = openSync(path, "w");
  for (let task = 0; task * 4 < lines; task += 1000) {
    const tasks = Array.from({ length: Math.min(1000, lines / 4 - task) }, (_, n) => task + n);
    const text = tasks
      .flatMap(story)
      .map((line) => JSON.stringify(line))
      .join("\n");
    writeSync(fd, `${text}\n`);
  }
  closeSync(fd);
}
