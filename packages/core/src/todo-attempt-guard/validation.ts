import { messageOf, ReadbackError } from "../errors.js";
import { mustFit } from "../must-fit.js";
import type { GuardEvent } from "./events.js";

/** What a validator is asked to judge. */
export interface ValidationRequest {
  readonly session: string;
  readonly todo: string;
  readonly toolUseId: string;
  /** 2 … maxRetryAttempts: the first claim is never validated. */
  readonly attempt: number;
  readonly maxRetryAttempts: number;
  /** Aborted when the verdict no longer waits for the validator. */
  readonly signal: AbortSignal;
}

/** Judges whether a todo is really done; throwing is a failure of the guard, not of the todo. */
export type Validator = (
  request: ValidationRequest,
) => boolean | ValidationResult | Promise<boolean | ValidationResult>;

/** What a validator says about a claim. */
export interface ValidationResult {
  readonly passed: boolean;
  /** Shown to the agent when it did not pass: what is missing, what to do. */
  readonly reason?: string;
}

/** Asks a validator, and translates its answer for the machine. Without one, everything passes. */
export async function judgementOn(
  validate: Validator | undefined,
  request: ValidationRequest,
): Promise<GuardEvent> {
  mustFit(request, { toolUseId: "text" }, "request of judgementOn");
  const { toolUseId } = request;
  if (!validate) return { type: "PASSED", toolUseId };
  try {
    const { passed, reason = "the validator gave no reason" } = resultOf(await validate(request));
    return passed ? { type: "PASSED", toolUseId } : { type: "FAILED", toolUseId, detail: reason };
  } catch (error) {
    return { type: "GUARD_FAILED", toolUseId, detail: messageOf(error) };
  }
}

function resultOf(judged: boolean | ValidationResult): ValidationResult {
  if (typeof judged === "boolean") return { passed: judged };
  if (typeof judged?.passed === "boolean") return judged;
  throw new ReadbackError(
    "invalid_input",
    "The validator must answer true, false or { passed, reason }",
  );
}
