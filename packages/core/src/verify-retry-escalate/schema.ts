import * as z from "zod";
import { durationSchema, MINUTE } from "../duration.js";
import { MAX_ASKS } from "./context.js";
import { FAILURE_TYPES } from "./failure.js";

const line = (max: number) => z.string().max(max);

/** A task as it is given. */
export const taskSchema = z.strictObject({
  /** Such as `03-01:task-3`. */
  id: z
    .string()
    .regex(
      /^[^\s[\]]{1,200}$/,
      'must have 1 to 200 characters without spaces or brackets, such as "03-01:task-3"',
    ),
  name: z
    .string()
    .max(1_000)
    .refine((name) => name.trim().length > 0, "must not be empty: name the task"),
  dependants: z.array(z.string()).optional(),
});

const boundProblem = "must be a whole number, 1 to 100: n allows n attempts";

const boundSchema = z.int(boundProblem).min(1, boundProblem).max(100, boundProblem);

/** Settings of a verified run. */
export const verifySettingsSchema = z.strictObject({
  maxAttempts: boundSchema.default(3),
  retryDelay: z
    .number()
    .min(0, "must be 0 or more milliseconds")
    .max(2 ** 31 - 1)
    .default(0),
  executeTimeout: durationSchema.default(30 * MINUTE),
  verifyTimeout: durationSchema.default(10 * MINUTE),
  stuckAfter: z.int().min(2, "must be 2 or more, or null").max(100).nullable().default(null),
  maxAsks: boundSchema.default(MAX_ASKS),
  onEscalate: z.enum(["ask", "skip", "abort"], 'must be "ask", "skip" or "abort"').default("ask"),
});

const failureFields = {
  error: line(100_000),
  details: line(1_000_000).optional(),
  verification: z
    .strictObject({
      command: line(10_000),
      exitCode: z.int(),
      outputSummary: line(10_000).optional(),
    })
    .optional(),
  rootCauseGuess: line(10_000).optional(),
  suggestedFix: line(10_000).optional(),
  learnings: z.array(line(10_000)).max(100).optional(),
  files: z
    .array(
      z.strictObject({ path: line(10_000), status: line(100), linesChanged: z.int().optional() }),
    )
    .max(10_000)
    .optional(),
  fingerprint: line(200).optional(),
};

/** Failures that no retry can fix. */
const hopelessSchema = z.enum([
  "permission_denied",
  "service_unavailable",
  "conflicting_requirements",
]);

/** What an executor may report. */
export const executionSchema = z.discriminatedUnion(
  "status",
  [
    z.strictObject({
      status: z.literal("success"),
      output: z.unknown().optional(),
      learnings: failureFields.learnings,
    }),
    z.strictObject({
      status: z.literal("failure"),
      type: z.enum(["execution_error", "timeout"]).optional(),
      hopeless: hopelessSchema.optional(),
      ...failureFields,
    }),
    z.strictObject({ status: z.literal("blocked"), reason: line(10_000) }),
    z.strictObject({ status: z.literal("impossible"), reason: line(10_000) }),
  ],
  'must be { status: "success", output? }, { status: "failure", error }, { status: "blocked", reason }, { status: "impossible", reason }, or nothing for a success',
);

/** What a verifier may report, beside true and false. */
export const verificationSchema = z.discriminatedUnion(
  "passed",
  [
    z.strictObject({ passed: z.literal(true) }),
    z.strictObject({
      passed: z.literal(false),
      type: z.enum(FAILURE_TYPES).optional(),
      hopeless: hopelessSchema.optional(),
      ...failureFields,
    }),
  ],
  "must be true, false, { passed: true } or { passed: false, error }",
);

const textOrNull = z.string().nullable().default(null);

/** A failure as it stands in a `retry-state.json`, which may have been written by hand. */
const failureRecordSchema = z.object({
  attempt: z.int().min(1),
  timestamp: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/, 'must be like "2026-01-26T14:30:00Z"'),
  failure_type: z.enum(FAILURE_TYPES),
  error_summary: z.string(),
  error_details: textOrNull,
  executor_output: z
    .object({
      status: z.enum(["success", "failure"]),
      files_modified: z.array(z.string()),
      verification: z
        .object({ command: z.string(), exit_code: z.int(), output_summary: textOrNull })
        .nullable(),
      error: textOrNull,
    })
    .default({ status: "failure", files_modified: [], verification: null, error: null }),
  root_cause_guess: textOrNull,
  suggested_fix: textOrNull,
  files_state: z
    .array(z.object({ path: z.string(), status: z.string(), lines_changed: z.int().nullable() }))
    .default([]),
  learnings: z.array(z.string()).default([]),
  duration_ms: z.number().min(0).default(0),
  fingerprint: z.string().optional(),
});

/** What a task takes beside itself. */
export const taskOptionsSchema = verifySettingsSchema.extend({
  carryOver: z.unknown().optional(),
  whenUndecided: z.enum(["end", "wait"]).default("end"),
});

/** What is taken over from an earlier session. */
export const carryOverSchema = z
  .object({ failures: z.array(failureRecordSchema), retry_count: z.int().min(0).optional() })
  .optional();
