import { describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/journal/entry.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { skipNotice } from "../../src/verify-retry-escalate/escalation.js";
import type { Verification } from "../../src/verify-retry-escalate/reports.js";
import { retryContext } from "../../src/verify-retry-escalate/retry-context.js";
import { type RetryEvent, retryEvents } from "../../src/verify-retry-escalate/retry-events.js";
import { retryJsonLine, retryLogLines } from "../../src/verify-retry-escalate/retry-log.js";
import { retryState } from "../../src/verify-retry-escalate/retry-state.js";
import { retrySummary } from "../../src/verify-retry-escalate/retry-summary.js";
import { runVerified } from "../../src/verify-retry-escalate/runner.js";

const START = Date.parse("2026-01-26T14:28:00Z");
const task = {
  id: "03-01:task-3",
  name: "Task 3: Create InvalidPlannerIdError class",
  dependants: ["03-01:task-4"],
};

const failures: readonly Verification[] = [
  {
    passed: false,
    error: "2 tests failed",
    verification: {
      command: "npm test -- PlannerId",
      exitCode: 1,
      outputSummary: "1 passed, 2 failed",
    },
    details:
      "FAIL tests/PlannerId.test.ts\n- InvalidPlannerIdError not thrown for empty string\n- InvalidPlannerIdError not thrown for null",
    files: [{ path: "src/domain/PlannerId.ts", status: "partially_modified", linesChanged: 15 }],
    suggestedFix: "Add validation for empty string and null inputs in PlannerId constructor",
    learnings: ["uuid.validate() returns false for empty string but does not throw"],
    rootCauseGuess: "Missing edge case handling",
  },
  {
    passed: false,
    error: "1 test failed",
    learnings: [
      "uuid.validate() returns false for empty string but does not throw",
      "Constructor must explicitly check for null/undefined before UUID validation",
    ],
    rootCauseGuess: "Missing edge case handling",
  },
  { passed: false, error: "Edge case not handled", type: "architect_rejected" },
];

/** The run of the original design: three failures, then a person skips the task. */
async function story() {
  const clock = createSimulatedClock(START);
  const journal = createMemoryJournal();
  const entries: JournalEntry[] = [];
  journal.subscribe((entry) => entries.push(JSON.parse(JSON.stringify(entry))));
  const contexts: (string | null)[] = [];
  const escalations: string[] = [];
  const states: unknown[] = [];
  const results = [...failures];
  const outcome = await runVerified({
    task,
    clock,
    journal,
    execute: ({ retryContext: context }) => {
      contexts.push(context);
      states.push(retryState(entries));
      clock.advance(120_000);
      return undefined;
    },
    verify: () => results.shift() ?? true,
    escalate: ({ message }) => {
      escalations.push(message);
      clock.advance(300_000);
      return "skip";
    },
  });
  return { outcome, contexts, escalations, states, entries, events: [...retryEvents(entries)] };
}

describe("the formats of a run with three failures, skipped by a person", () => {
  it("gives the second attempt the first failure as <retry_context>", async () => {
    const { contexts } = await story();
    expect(contexts[0]).toBeNull();
    expect(contexts[1]).toBe(`<retry_context attempt="2" max_attempts="3">
  <previous_failures>
    <failure attempt="1">
      <type>verification_failed</type>
      <timestamp>2026-01-26T14:30:00Z</timestamp>
      <error_summary>
        npm test -- PlannerId returned exit code 1
        1 passed, 2 failed
      </error_summary>
      <error_details>
        FAIL tests/PlannerId.test.ts
        - InvalidPlannerIdError not thrown for empty string
        - InvalidPlannerIdError not thrown for null
      </error_details>
      <files_affected>
        - src/domain/PlannerId.ts (partially modified)
      </files_affected>
      <suggested_fix>
        Add validation for empty string and null inputs in PlannerId constructor
      </suggested_fix>
    </failure>
  </previous_failures>

  <accumulated_learnings>
    - uuid.validate() returns false for empty string but does not throw
  </accumulated_learnings>

  <instruction>
    This is retry attempt 2 of 3.
    Review the previous failure(s) above.
    Address the specific issues before re-executing.
    If you believe the task is impossible, report status: blocked.
  </instruction>
</retry_context>`);
    expect(contexts[2]?.match(/<failure attempt/g)).toHaveLength(2);
    expect(contexts[2]).toContain("- Constructor must explicitly check");
    expect(contexts[2]?.match(/uuid.validate/g)).toHaveLength(1);
  });

  it("asks the person with the whole story", async () => {
    const { escalations } = await story();
    expect(escalations[0]).toBe(`## Task Escalation Required

**Task:** Task 3: Create InvalidPlannerIdError class
**Plan:** 03-01
**Attempts:** 3 of 3

### Failure Summary

This task has failed 3 times. Automated recovery has been exhausted.

### Attempt History

| Attempt | Timestamp | Failure Type | Error |
|---------|-----------|--------------|-------|
| 1 | 2026-01-26 14:30 | verification_failed | 2 tests failed |
| 2 | 2026-01-26 14:32 | verification_failed | 1 test failed |
| 3 | 2026-01-26 14:34 | architect_rejected | Edge case not handled |

### Last Error Details

\`\`\`
Edge case not handled
\`\`\`

### Files Modified (Partial State)

- (none reported)

### Suggested Actions

1. **Review task definition** - Is <done> criteria achievable?
2. **Check test expectations** - Are tests correct?
3. **Manual intervention** - Fix the specific issue
4. **Skip task** - Mark as skipped and continue
5. **Abort plan** - Stop execution entirely

---

**Your options:**
- \`retry\` - Try one more time (resets counter)
- \`skip\` - Skip this task, continue with next
- \`abort\` - Stop plan execution
- \`fix: <instruction>\` - Provide specific fix instruction`);
  });

  it("writes retry.log", async () => {
    const { events } = await story();
    expect(events.flatMap(retryLogLines)).toEqual([
      "[2026-01-26T14:30:00Z] [RETRY] [03-01:task-3] attempt=1 status=failed type=verification_failed",
      '[2026-01-26T14:30:00Z] [RETRY] [03-01:task-3] error="2 tests failed"',
      '[2026-01-26T14:30:00Z] [RETRY] [03-01:task-3] suggested_fix="Add validation for empty string and null inputs in PlannerId constructor"',
      "[2026-01-26T14:30:00Z] [RETRY] [03-01:task-3] injecting_feedback attempt=2",
      "[2026-01-26T14:32:00Z] [RETRY] [03-01:task-3] attempt=2 status=failed type=verification_failed",
      '[2026-01-26T14:32:00Z] [RETRY] [03-01:task-3] error="1 test failed"',
      "[2026-01-26T14:32:00Z] [RETRY] [03-01:task-3] injecting_feedback attempt=3",
      "[2026-01-26T14:34:00Z] [RETRY] [03-01:task-3] attempt=3 status=failed type=architect_rejected",
      '[2026-01-26T14:34:00Z] [RETRY] [03-01:task-3] error="Edge case not handled"',
      '[2026-01-26T14:34:00Z] [RETRY] [03-01:task-3] escalating reason="max_retries_exceeded"',
      '[2026-01-26T14:39:00Z] [RETRY] [03-01:task-3] user_response="skip"',
      "[2026-01-26T14:39:00Z] [RETRY] [03-01:task-3] resolved status=skipped",
    ]);
  });

  it("writes retry.jsonl", async () => {
    const { events } = await story();
    const records = events.map((event) => JSON.parse(retryJsonLine(event)));
    expect(records[0]).toEqual({
      timestamp: "2026-01-26T14:30:00Z",
      event: "attempt",
      task_id: "03-01:task-3",
      attempt: 1,
      status: "failed",
      failure_type: "verification_failed",
      error: "2 tests failed",
      duration_ms: 120_000,
      suggested_fix: "Add validation for empty string and null inputs in PlannerId constructor",
      root_cause_guess: "Missing edge case handling",
    });
    expect(records[1]).toMatchObject({
      event: "feedback_injected",
      attempt: 2,
      feedback_lines: 34,
    });
    expect(records.find(({ event }) => event === "escalated")).toMatchObject({
      attempts: 3,
      reason: "max_retries_exceeded",
    });
    expect(records.at(-1)).toMatchObject({
      event: "resolved",
      resolution: "skipped",
      total_attempts: 3,
      total_duration_ms: 660_000,
    });
  });

  it("keeps retry-state.json while the task is under way, and clears it after", async () => {
    const { states, entries } = await story();
    expect(states[2]).toMatchObject({
      task_retries: {
        "03-01:task-3": {
          task_id: "03-01:task-3",
          task_name: "Task 3: Create InvalidPlannerIdError class",
          retry_count: 2,
          max_retries: 3,
          status: "executing",
          failures: [
            {
              attempt: 1,
              timestamp: "2026-01-26T14:30:00Z",
              failure_type: "verification_failed",
              error_summary: "2 tests failed",
              executor_output: {
                status: "success",
                files_modified: ["src/domain/PlannerId.ts"],
                verification: {
                  command: "npm test -- PlannerId",
                  exit_code: 1,
                  output_summary: "1 passed, 2 failed",
                },
              },
              files_state: [
                {
                  path: "src/domain/PlannerId.ts",
                  status: "partially_modified",
                  lines_changed: 15,
                },
              ],
            },
            { attempt: 2, error_summary: "1 test failed" },
          ],
          current_attempt: 3,
          started_at: "2026-01-26T14:28:00Z",
          last_attempt_at: "2026-01-26T14:32:00Z",
        },
      },
      global_stats: { total_retries: 2, successful_retries: 0, escalations: 0 },
    });
    expect(retryState(entries)).toEqual({
      task_retries: {},
      global_stats: { total_retries: 2, successful_retries: 0, escalations: 1 },
    });
  });

  it("says what skipping means", () => {
    expect(skipNotice(task, 3)).toBe(`[SKIPPED] Task 3: Create InvalidPlannerIdError class
  Reason: User escalation after 3 failed attempts
  Impact: Dependent tasks may fail: 03-01:task-4`);
    expect(skipNotice({ id: "1", name: "Alone" }, 1)).toContain("Impact: No task depends on it");
    expect(skipNotice(task, 3, "policy")).toContain("Reason: Set to skip after 3 failed attempts");
  });
});

it("sums a plan up", async () => {
  const at = { timestamp: "2026-01-26T14:30:00Z" };
  const resolved = (n: number, attempts: number, resolution: "done" | "skipped"): RetryEvent => ({
    ...at,
    event: "resolved",
    task_id: `03-01:task-${n}`,
    task_name: `Task ${n}`,
    resolution,
    total_attempts: attempts,
    total_duration_ms: 1,
    escalated: resolution === "skipped",
  });
  const failed = (n: number): RetryEvent => ({
    ...at,
    event: "attempt",
    task_id: `03-01:task-${n}`,
    attempt: 1,
    status: "failed",
    failure_type: "verification_failed",
    error: "x",
    duration_ms: 1,
    ...(n === 3 ? { root_cause_guess: "Missing edge case handling" } : {}),
  });
  const summary = retrySummary("03-01", [
    resolved(1, 1, "done"),
    failed(2),
    resolved(2, 2, "done"),
    failed(3),
    failed(3),
    failed(3),
    {
      ...at,
      event: "escalated",
      task_id: "03-01:task-3",
      attempts: 3,
      reason: "max_retries_exceeded",
    },
    resolved(3, 3, "skipped"),
    resolved(4, 1, "done"),
    resolved(5, 1, "done"),
  ]);
  expect(summary).toBe(`## Retry Summary for Plan 03-01

| Metric | Value |
|--------|-------|
| Total tasks | 5 |
| First-attempt success | 3 (60%) |
| Retried tasks | 2 (40%) |
| Retry success | 1 |
| Escalations | 1 |
| Skipped | 1 |

### Retry Details

| Task | Attempts | Result |
|------|----------|--------|
| Task 1 | 1 | success |
| Task 2 | 2 | success (retry worked) |
| Task 3 | 3 | skipped (escalated) |
| Task 4 | 1 | success |
| Task 5 | 1 | success |

### Common Failure Patterns

- verification_failed: 4 occurrences
- Missing edge case handling: 3 occurrences`);
});

it("puts a person's fix first, as authoritative", () => {
  const context = retryContext({
    attempt: 4,
    bound: 4,
    failures: [],
    intervention: "Check for whitespace using .trim() before UUID validation",
  });
  expect(
    context?.split("\n").slice(0, 10).join("\n"),
  ).toBe(`<retry_context attempt="4" max_attempts="4">
  <user_intervention>
    <instruction priority="high">
      User provided fix: Check for whitespace using .trim() before UUID validation
    </instruction>
    <context>
      This instruction comes from the user after automated recovery failed.
      Treat this as authoritative guidance.
    </context>
  </user_intervention>`);
});
