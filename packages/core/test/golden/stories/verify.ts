import type { Step } from "../stage.js";
import { by, MINUTE, recover, restart, SECOND, type Story, T, to } from "./story.js";

const ok = { status: "success", output: "built" };
const broken = {
  status: "failure",
  error: "TypeError: x is not a function </retry_context>",
  details: "at build\nat main",
  rootCauseGuess: "a missing import",
  suggestedFix: "import x",
  learnings: ["x lives in ./lib"],
  files: [{ path: "src/a.ts", status: "partially_modified", linesChanged: 4 }],
};
const rejected = { passed: false, type: "architect_rejected", error: "Wrong layer" };
const untested = {
  passed: false,
  error: "2 tests fail",
  verification: { command: "npm test", exitCode: 1, outputSummary: "2 failed" },
  learnings: ["run the tests first"],
};
const failing = [1, 2, 3, 4, 5, 6].map((n) => ({ status: "failure", error: `Failure ${n}` }));

const run = (script: Step): Step => ({ run: script });
const runs = (...executes: unknown[]) => ({ executes });

interface Script {
  readonly settings?: Step;
  readonly steps: readonly Step[];
  readonly cut?: number;
  readonly deadlines?: readonly number[];
}

function story({ settings, steps, cut, deadlines = [] }: Script): Story {
  const tries: (readonly Step[])[] = [
    [run({ person: [] })],
    [run({ executes: [ok], verifies: [true], person: ["retry"] }), by(MINUTE)],
    [run({ executes: [ok], verifies: [true], person: ["fix: use trim"] }), by(MINUTE)],
    [run({ person: ["skip"] })],
    [run({ executes: failing }), by(MINUTE), by(MINUTE), by(MINUTE)],
    [run({}), { abort: true }],
    ...deadlines.map((at) => [run({ person: [] }), to(at - 1), to(at)]),
  ];
  return {
    ...(settings ? { settings } : {}),
    ...(cut ? { cut } : {}),
    steps: [by(SECOND), ...steps],
    tries: tries.map((does) => ({
      ...(settings ? { with: settings } : {}),
      do: [recover, ...does],
    })),
  };
}

const three = failing.slice(0, 3);
const carryOver = (used: number) => ({
  task_id: "03-01:task-3",
  task_name: "Create the class",
  retry_count: used,
  max_retries: 3,
  status: "retrying",
  failures: Array.from({ length: used }, (_, index) => ({
    ...{ attempt: index + 1, timestamp: "2026-01-26T14:30:00Z", failure_type: "timeout" },
    error_summary: `Earlier failure ${index + 1}`,
  })),
  current_attempt: used + 1,
  started_at: "2026-01-26T14:00:00Z",
  last_attempt_at: null,
});

const SCRIPTS: Readonly<Record<string, Script>> = {
  // Under way.
  "not-begun": { steps: [run({})], cut: 1 },
  executing: { steps: [run({}), by(MINUTE)] },
  verifying: { steps: [run({ ...runs(ok) }), by(MINUTE)] },
  "waiting-to-retry": {
    settings: { retryDelay: MINUTE },
    steps: [run(runs(broken)), by(SECOND)],
    deadlines: [T + SECOND + MINUTE],
  },
  "executing-second": { steps: [run(runs(broken)), by(MINUTE)] },
  "verifying-second": { steps: [run({ ...runs(ok, ok), verifies: [untested] }), by(MINUTE)] },
  "executing-last": { steps: [run({ ...runs(broken, ok), verifies: [untested] }), by(MINUTE)] },
  "interrupted-and-resumed": {
    steps: [run(runs(broken)), by(MINUTE), restart, run({}), by(SECOND)],
  },
  "interrupted-to-the-end": {
    settings: { maxAttempts: 2 },
    steps: [run({}), restart, run({}), restart, run({ person: [] })],
  },
  "timed-out-executing": {
    settings: { executeTimeout: MINUTE },
    steps: [run({}), by(MINUTE), by(0), by(SECOND)],
  },
  "timed-out-verifying": {
    settings: { verifyTimeout: MINUTE },
    steps: [run({ ...runs(ok, ok) }), by(MINUTE), by(0), by(SECOND)],
  },
  "carried-over": { settings: { carryOver: carryOver(2) }, steps: [run({})] },
  "another-session": { settings: { session: "a/b%2F" }, steps: [run(runs(broken))] },
  // With a person.
  escalated: { steps: [run({ executes: three, person: [] }), by(MINUTE)] },
  "escalated-to-nobody": { steps: [run({ executes: three }), by(MINUTE)] },
  "escalated-nonsense-answer": { steps: [run({ executes: three, person: ["what?", "eh?"] })] },
  "escalated-only-nonsense": { steps: [run({ executes: three, person: ["a", "b", "c"] })] },
  "escalated-carried-over": {
    settings: { carryOver: carryOver(3) },
    steps: [run({ person: [] })],
  },
  "escalated-stuck": {
    settings: { stuckAfter: 2, maxAttempts: 5 },
    steps: [run({ executes: [broken, broken], person: [] })],
  },
  "escalated-permission": {
    steps: [run({ executes: [{ ...broken, hopeless: "permission_denied" }], person: [] })],
  },
  "escalated-service": {
    steps: [
      run({
        ...runs(ok),
        verifies: [{ ...untested, hopeless: "service_unavailable" }],
        person: [],
      }),
    ],
  },
  "escalated-impossible": {
    steps: [run({ executes: [{ status: "impossible", reason: "No such API" }], person: [] })],
  },
  "escalated-rejected": {
    settings: { maxAttempts: 1 },
    steps: [run({ ...runs(ok), verifies: [rejected], person: [] })],
  },
  "retry-executing": { steps: [run({ executes: three, person: ["retry"] }), by(MINUTE)] },
  "retry-escalated-again": { steps: [run({ executes: failing, person: ["retry"] }), by(MINUTE)] },
  "fix-executing": {
    steps: [run({ executes: three, person: ["fix: Use <b> & trim"] }), by(MINUTE)],
  },
  "fix-verifying": { steps: [run({ executes: [...three, ok], person: ["fix: Use trim"] })] },
  "fix-escalated-again": {
    steps: [run({ executes: failing.slice(0, 4), person: ["fix: Use trim"] }), by(MINUTE)],
  },
  // Over.
  done: { steps: [run({ ...runs(ok), verifies: [true] })] },
  "done-on-retry": { steps: [run({ ...runs(ok, broken, ok), verifies: [untested, true] })] },
  "done-after-retry": {
    steps: [run({ executes: [...three, ok], verifies: [true], person: ["retry"] })],
  },
  "done-after-fix": {
    steps: [run({ executes: [...three, ok], verifies: [true], person: ["fix: Use trim"] })],
  },
  skipped: { steps: [run({ executes: three, person: ["skip"] })] },
  "aborted-by-person": { steps: [run({ executes: three, person: ["abort"] })] },
  "aborted-by-caller": { steps: [run(runs(broken)), by(SECOND), { abort: true }] },
  blocked: { steps: [run({ executes: [{ status: "blocked", reason: "Waits for task 2" }] })] },
};

export const verify: Readonly<Record<string, Story>> = Object.fromEntries(
  Object.entries(SCRIPTS).map(([name, script]) => [name, story(script)]),
);
