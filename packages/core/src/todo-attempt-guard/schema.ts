import * as z from "zod";
import { DAY, durationSchema, MINUTE } from "../duration.js";

const attemptsProblem = "must be a whole number, 1 to 10: n allows n attempts";

/** Settings of the guard that can stand in a config file. */
export const guardConfigSchema = z.strictObject({
  /** Attempts allowed per todo: `n` allows `n`, the next one is stopped for a person. */
  maxRetryAttempts: z
    .int(attemptsProblem)
    .min(1, attemptsProblem)
    .max(10, attemptsProblem)
    .default(5),
  /** What a failure of the guard itself means for a claim. */
  onGuardFailure: z.enum(["block", "allow"]).default("block"),
  /** How long a validation may take, in milliseconds. */
  validationTimeout: durationSchema.default(MINUTE),
  /** How long the guard of a todo that nobody claims any more is kept, in milliseconds. */
  retention: durationSchema.default(7 * DAY),
  /** Keep completed todos in mind, so that a list that still shows them is no new claim. */
  rememberCompleted: z.boolean().default(false),
});

/** Settings of the guard that can stand in a config file. */
export interface GuardConfig {
  /** Attempts allowed per todo, 1 to 10: `n` allows `n`, the next one is stopped for a person. Default 5. */
  readonly maxRetryAttempts?: number | undefined;
  /** What a failure of the guard itself means for a claim. Default `block`. */
  readonly onGuardFailure?: "block" | "allow" | undefined;
  /** How long a validation may take, in milliseconds. Default 60,000. */
  readonly validationTimeout?: number | undefined;
  /** How long the guard of a todo that nobody claims any more is kept, in milliseconds. Default 7 days. */
  readonly retention?: number | undefined;
  /** Keep completed todos in mind, so that a list that still shows them is no new claim. Default false. */
  readonly rememberCompleted?: boolean | undefined;
}

export const sessionSchema = z.string().min(1, "must not be empty: name the session").max(1_000);

export const todoSchema = z
  .string()
  .max(100_000, "must have at most 100000 characters")
  .refine((text) => text.trim().length > 0, "must not be empty: write the todo's text");

/** One write of the agent that marks todos as completed. */
export const guardCheckSchema = z.strictObject({
  session: sessionSchema,
  /** Id of the tool call; the same id is counted once, however often it is reported. */
  toolUseId: z.string().min(1, "must not be empty: give the id of the tool call").max(1_000),
  /** The texts of the todos that become completed by this write. */
  completing: z.array(todoSchema),
  /** How long to wait for the validation, in milliseconds: then it counts as a failure of the guard. */
  patience: durationSchema.optional(),
});
