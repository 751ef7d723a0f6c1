import { InvalidInputError } from "../errors.js";
import { lookOf } from "../look.js";

/** What a person decided. */
export type UserResponse =
  | { readonly action: "retry" }
  | { readonly action: "skip" }
  | { readonly action: "abort" }
  | { readonly action: "fix"; readonly instruction: string };

/** What a person said, which may make sense or not. */
export type Said =
  | string
  | { readonly action: string; readonly instruction?: string | null | undefined };

/** Reads what a person said; `undefined` when it makes no sense. */
export function readResponse(said: unknown): UserResponse | undefined {
  if (typeof said === "string") return fromText(said);
  const { action, instruction } = (said ?? {}) as { action?: unknown; instruction?: unknown };
  if (typeof action !== "string") return undefined;
  if (action !== "fix") return fromText(action);
  return typeof instruction === "string" ? fromText(`fix: ${instruction}`) : undefined;
}

function fromText(text: string): UserResponse | undefined {
  const said = text.trim();
  const word = said.toLowerCase();
  if (word === "retry" || word === "skip" || word === "abort") return { action: word };
  const instruction = /^fix\s*:\s*([\s\S]+)$/i.exec(said)?.[1]?.trim();
  return instruction && lookOf(instruction) ? { action: "fix", instruction } : undefined;
}

/** What a person is told whose response makes no sense. */
export function responseProblem(said: unknown): string {
  return unusable(said).message;
}

/** Reads what a person typed, or throws: `retry`, `skip`, `abort` or `fix: <instruction>`. */
export function parseUserResponse(text: string): UserResponse {
  const response = readResponse(text);
  if (response) return response;
  throw unusable(text);
}

function unusable(said: unknown): InvalidInputError {
  const action = typeof said === "string" ? said : (said as { action?: unknown } | null)?.action;
  const isFix = typeof action === "string" && /^\s*fix\s*(:|$)/i.test(action);
  const possible = '"retry", "skip", "abort" or "fix: <instruction>"';
  const problem = isFix
    ? { field: "instruction", problem: `is missing: say what to do. Possible: ${possible}` }
    : { field: "", problem: `must be ${possible}` };
  return new InvalidInputError("response", [problem]);
}
