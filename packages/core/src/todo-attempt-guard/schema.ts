import * as z from "zod";
import { DAY, durationSchema, MINUTE } from "../duration.js";

/** Settings of the guard that can stand in a config file. */
export const guardConfigSchema = z.object({
  /** Attempts allowed per todo: `n` allows `n`, the next one is stopped for a person. */
  maxRetryAttempts: z
    .int("must be a whole number, 1 to 10")
    .min(1, "must be 1 to 10")
    .max(10, "must be 1 to 10")
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
export type GuardConfig = z.input<typeof guardConfigSchema>;

export const sessionSchema = z.string().min(1, "must not be empty: name the session").max(1_000);

export const todoSchema = z
  .string()
  .max(100_000, "must have at most 100000 characters")
  .refine((text) => text.trim().length > 0, "must not be empty: write the todo's text");

/** One write of the agent that marks todos as completed. */
export const guardCheckSchema = z.object({
  session: sessionSchema,
  /** Id of the tool call; the same id is counted once, however often it is reported. */
  toolUseId: z.string().min(1, "must not be empty: give the id of the tool call").max(1_000),
  /** The texts of the todos that become completed by this write. */
  completing: z.array(todoSchema),
  /** How long to wait for the validation, in milliseconds: then it counts as a failure of the guard. */
  patience: durationSchema.optional(),
});
