import * as z from "zod";
import { DAY, durationSchema } from "../duration.js";
import { parse } from "../parse.js";
import { randomId } from "../random-id.js";

/** What becomes of an instruction that was never taken up: it ends, or it waits for a person. */
export type WhenFailed = "end" | "wait";

/** One instruction whose uptake is tracked: the input of the machine. */
export interface TrackedInstruction {
  readonly id: string;
  readonly content: string;
  /** Repetitions allowed: `n` allows `1 + n` dispatches. */
  readonly maxRetries: number;
  /** How long it may take in all, from queueing to acknowledgement, in milliseconds. */
  readonly expiresAfter: number;
  /** Default `wait`. */
  readonly whenFailed?: WhenFailed | undefined;
  /** When it was first queued, in milliseconds since the epoch: of two with the same text the older one counts. */
  readonly queuedAt?: number | undefined;
  /** The tool call that shows that the agent took it up, such as `npm test`; see {@link isAwaitedCall}. */
  readonly until?: string | undefined;
}

/** What {@link createInstruction} takes beside the text itself. */
export interface InstructionOptions {
  /** Default: a random UUID. */
  readonly id?: string | undefined;
  /** Repetitions allowed, 0 to 100: `n` allows `1 + n` dispatches. Default 3. */
  readonly maxRetries?: number | undefined;
  /** How long it may take in all before it has failed, in milliseconds. Default 24 hours. */
  readonly expiresAfter?: number | undefined;
  /** What happens when it was never taken up. Default `end`: an invoked machine is done then. */
  readonly whenFailed?: WhenFailed | undefined;
  /**
   * The tool or the command by which the agent shows that it took the instruction up: `npm test`, `list_files`,
   * `Read AGENTS.md`. Default: nothing the agent does acknowledges it by itself.
   */
  readonly until?: string | undefined;
}

const MAX_RETRIES = 100;
const retriesProblem = `must be a whole number, 0 to ${MAX_RETRIES}: n retries allow 1 + n dispatches`;
const contentSchema = z
  .string()
  .max(100_000, "must have at most 100000 characters")
  .refine((text) => text.trim().length > 0, "must not be empty: write the instruction");
const optionsSchema = z.strictObject({
  id: z.string().min(1, "must not be empty").optional(),
  maxRetries: z
    .int(retriesProblem)
    .min(0, retriesProblem)
    .max(MAX_RETRIES, retriesProblem)
    .default(3),
  expiresAfter: durationSchema.default(DAY),
  whenFailed: z.enum(["end", "wait"]).default("end"),
  until: z
    .string()
    .max(1_000, "must have at most 1000 characters: name a tool or a part of a command")
    .refine(
      (text) => text.trim() !== "",
      'must not be empty: name a tool or a part of a command, such as "npm test"',
    )
    .optional(),
});

/** Checks the text of an instruction. Throws when it cannot be one. */
export function instructionText(content: string): string {
  return parse(contentSchema, content, "instruction");
}

/**
 * Makes the input of the instruction machine, with defaults for what is left out. Throws when
 * something is not as it must be.
 * @example
 * createActor(instructionMachine, { input: createInstruction("Read AGENTS.md") });
 */
export function createInstruction(
  content: string,
  options: InstructionOptions = {},
): TrackedInstruction {
  const text = instructionText(content);
  const { id = randomId(), ...settings } = parse(optionsSchema, options, "instruction options");
  return { id, content: text, ...settings };
}
