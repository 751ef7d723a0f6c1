// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source code
import { inFile } from "./in-file.mjs";

export const verifyMutations = [
  ...inFile("verify-retry-escalate/machine.ts", [
    [
      "one attempt more than the bound",
      "hasAttemptsLeft: ({ context }) => context.attempt < context.bound,",
      "hasAttemptsLeft: ({ context }) => context.attempt <= context.bound,",
    ],
    [
      "one attempt fewer than the bound",
      "bound: Math.max(input.settings.maxAttempts, input.used",
      "bound: Math.max(input.settings.maxAttempts - 1, input.used",
    ],
    [
      "attempts carried over do not count",
      "attempt: input.used ?? input.previous.length,",
      "attempt: 0,",
    ],
    [
      "an execution is not counted",
      "executions: context.executions + 1,",
      "executions: context.executions,",
    ],
    ["a person's retry keeps the count", "attempt: 0,\n              bound:", "bound:"],
    [
      "a person's retry keeps the attempts a fix added",
      "bound: ({ context }) => context.settings.maxAttempts,",
      "bound: ({ context }) => context.bound,",
    ],
    [
      "a fix adds two attempts",
      "bound: ({ context }) => context.bound + 1,",
      "bound: ({ context }) => context.bound + 2,",
    ],
    [
      "a fix adds no attempt",
      "bound: ({ context }) => context.bound + 1,",
      "bound: ({ context }) => context.bound,",
    ],
    [
      "an execution may take 1 ms longer",
      "context.settings.executeTimeout,\n",
      "context.settings.executeTimeout + 1,\n",
    ],
    [
      "a verification may take 1 ms longer",
      "context.settings.verifyTimeout,\n",
      "context.settings.verifyTimeout + 1,\n",
    ],
    [
      "the wait before a retry is 1 ms longer",
      "retryDelay: ({ context }) => context.settings.retryDelay,",
      "retryDelay: ({ context }) => context.settings.retryDelay + 1,",
    ],
    [
      "the same failure escalates without being asked to",
      "settings.stuckAfter !== null && isStuck(failures.slice(settledFailures), settings.stuckAfter),",
      "isStuck(failures.slice(settledFailures), settings.stuckAfter ?? 2),",
    ],
    [
      "failures from before a person decided count for getting stuck",
      "isStuck(failures.slice(settledFailures), settings.stuckAfter)",
      "isStuck(failures, settings.stuckAfter)",
    ],
    [
      "a hopeless execution is tried again",
      'EXECUTED: "verifying",\n        FAILED: { target: "retrying", actions: "recordFailure" },\n        HOPELESS: {\n          target: "escalated",',
      'EXECUTED: "verifying",\n        FAILED: { target: "retrying", actions: "recordFailure" },\n        HOPELESS: {\n          target: "retrying",',
    ],
    [
      "a hopeless verification is tried again",
      'params: { cause: "policy" } } },\n        FAILED: { target: "retrying", actions: "recordFailure" },\n        HOPELESS: {\n          target: "escalated",',
      'params: { cause: "policy" } } },\n        FAILED: { target: "retrying", actions: "recordFailure" },\n        HOPELESS: {\n          target: "retrying",',
    ],
    [
      "a blocked task is tried again",
      'BLOCKED: { target: "blocked",',
      'BLOCKED: { target: "retrying",',
    ],
  ]),

  ...inFile("verify-retry-escalate/failure.ts", [
    ["a new failure counts as the same one", "new Set(last).size === 1", "new Set(last).size >= 1"],
    [
      "one failure fewer is the same one again and again",
      "last.length === times &&",
      "last.length >= times - 1 &&",
    ],
    [
      "the first failures are compared, not the last",
      "failures.slice(-times)",
      "failures.slice(0, times)",
    ],
    [
      "a number makes it another failure",
      'replace(/0x[0-9a-f]+|\\d+/g, "#")',
      'replace(/0x[0-9a-f]+/g, "#")',
    ],
    ["capitals make it another failure", "error_summary.toLowerCase()", "error_summary"],
    [
      "an error summary of 201 characters",
      "truncate(oneLine(report.error), 200)",
      "truncate(oneLine(report.error), 201)",
    ],
    ["a timestamp with milliseconds", ".slice(0, 19)}Z`", ".slice(0, 23)}Z`"],
  ]),

  ...inFile("verify-retry-escalate/schema.ts", [
    ["4 attempts by default", ".default(3),", ".default(4),"],
    ["0 attempts", '.min(1, "must be 1 to 100")', '.min(0, "must be 1 to 100")'],
    ["101 attempts", '.max(100, "must be 1 to 100")', '.max(101, "must be 1 to 100")'],
    [
      "another default execution timeout",
      "durationSchema.default(30 * MINUTE)",
      "durationSchema.default(31 * MINUTE)",
    ],
    [
      "another default verification timeout",
      "durationSchema.default(10 * MINUTE)",
      "durationSchema.default(11 * MINUTE)",
    ],
    [
      "stuck after 1 failure",
      '.min(2, "must be 2 or more, or null")',
      '.min(1, "must be 2 or more, or null")',
    ],
    ["a task id that could forge a log line", "/^[^\\s[\\]]{1,200}$/", "/^[^\\s]{1,200}$/"],
    ["a task id of 201 characters", "{1,200}$/", "{1,201}$/"],
  ]),

  ...inFile("verify-retry-escalate/runner.ts", [
    ["a person is asked 4 times", "const ASK_AGAIN = 3;", "const ASK_AGAIN = 4;"],
    [
      "an interrupted attempt does not count",
      'send({ type: "FAILED", failure: "execution_error", report });',
      "begin((current) => runExecute({ attempt: 1, maxAttempts: 3, retryContext: null, failures: [] }, current));",
    ],
    [
      "a late result of an attempt that is over counts",
      "if (event && !current.aborted) send(event);",
      "if (event) send(event);",
    ],
    ["failures of an earlier session are left out", "carried?.failures ?? []", "[]"],
    ["attempts of an earlier session are left out", "used: carried?.retry_count,", "used: 0,"],
    [
      "a run that was aborted before it began starts",
      'if (!signal?.aborted) send({ type: "START" });',
      'send({ type: "START" });',
    ],
    [
      "a denied permission is tried again",
      'code === "EACCES" || code === "EPERM"',
      'code === "EPERM"',
    ],
    [
      "an unreachable service is tried again",
      'code === "ECONNREFUSED" || code === "ENOTFOUND"',
      'code === "ENOTFOUND"',
    ],
  ]),

  ...inFile("verify-retry-escalate/retry-context.ts", [
    [
      "a first attempt has a retry context",
      "if (failures.length === 0 && intervention === null) return null;",
      "",
    ],
    [
      "only the last failure is told",
      'failures.map(failureElement).join("\\n")',
      'failures.slice(-1).map(failureElement).join("\\n")',
    ],
    [
      "a learning is told twice",
      "[...new Set(failures.flatMap((failure) => failure.learnings))]",
      "failures.flatMap((failure) => failure.learnings)",
    ],
    [
      "the person's fix comes last",
      "...(intervention === null ? [] : [userIntervention(intervention)]),\n",
      "\n",
    ],
    [
      "text from a tool can end its element",
      "return element(name, xmlText(text.trim()));",
      "return element(name, text.trim());",
    ],
    [
      "text from a person can end its element",
      "indent(xmlText(`User provided fix: ${fix}`))",
      "indent(`User provided fix: ${fix}`)",
    ],
  ]),

  ...inFile("verify-retry-escalate/escalation.ts", [
    [
      "an error can break the history table",
      "${tableCell(error_summary)} |`",
      "${error_summary} |`",
    ],
    ["details can end their fence", "fenced(last ?", "String(last ?"],
    [
      "a task name can bring markup",
      'return truncate(oneLine(text), 200).replace(/</g, "&lt;");',
      "return truncate(oneLine(text), 200);",
    ],
    [
      "a task name of 201 characters",
      "return truncate(oneLine(text), 200)",
      "return truncate(oneLine(text), 201)",
    ],
    [
      "the attempts in the escalation",
      "`**Attempts:** ${attempt} of ${bound}`",
      "`**Attempts:** ${attempt + 1} of ${bound}`",
    ],
  ]),

  ...inFile("verify-retry-escalate/retry-log.ts", [
    [
      "an error of 201 characters in the log",
      "const LONGEST_ERROR = 200;",
      "const LONGEST_ERROR = 201;",
    ],
    [
      "an error can forge a log line",
      "return logValue(truncate(oneLine(text), LONGEST_ERROR));",
      'return `"${truncate(text, LONGEST_ERROR)}"`;',
    ],
  ]),

  ...inFile("verify-retry-escalate/retry-state.ts", [
    [
      "the failed attempt is not in retry_count",
      "retry_count: failed ? attempt : Math.max(0, attempt - 1),",
      "retry_count: Math.max(0, attempt - 1),",
    ],
    [
      "current_attempt lags behind while retrying",
      'current_attempt: status === "retrying" ? attempt + 1 : attempt,',
      "current_attempt: attempt,",
    ],
    [
      "a first success counts as a retry that worked",
      "event.total_attempts > 1,",
      "event.total_attempts >= 1,",
    ],
  ]),
];
