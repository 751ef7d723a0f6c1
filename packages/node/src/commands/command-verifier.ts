import type { AttemptRequest, Verification } from "@readback/core";
import type { FailureType } from "@readback/core/formats";
import { checkCommand, LIST, oneOf } from "../check-options.js";
import { type CaptureOptions, captureFailure } from "../failures/capture-failure.js";
import { attemptVariables, endingOf, tookTooLong } from "./command-executor.js";
import { filesChanged, filesSeen } from "./git-files.js";
import { COMMAND_RULES, type CommandOptions, type CommandResult, run } from "./run-command.js";

/** Settings of {@link commandVerifier}. */
export interface CommandVerifierOptions
  extends Omit<CommandOptions, "stdin" | "signal">,
    CaptureOptions {
  /** What a failure means. Default `verification_failed`; `architect_rejected` for done criteria. */
  readonly type?: Extract<FailureType, "verification_failed" | "architect_rejected"> | undefined;
}

const RULES = {
  ...COMMAND_RULES,
  formats: LIST,
  rules: LIST,
  type: oneOf("verification_failed", "architect_rejected"),
};

/**
 * A verifier for `runVerified` that runs a shell command: exit code 0 passes. A failure is reported with
 * what the known test runners, compilers and linters say, and with the files that changed, if git knows.
 * @example
 * const verify = commandVerifier("npm test", { timeout: 120_000 });
 */
export function commandVerifier(
  command: string,
  options: CommandVerifierOptions = {},
): (request: AttemptRequest) => Promise<Verification> {
  checkCommand("commandVerifier", command, options, RULES);
  const { cwd = process.cwd(), type = "verification_failed" } = options;
  // Before the first attempt.
  const before = filesSeen(cwd);
  return async (request) => {
    const result = await run(command, {
      ...options,
      env: { ...options.env, ...attemptVariables(request) },
      signal: request.signal,
    });
    if (result.how === "exited" && result.exitCode === 0) return { passed: true };
    const files = await filesChanged(cwd, await before);
    return { ...failureOf(command, result, type, options), ...(files.length > 0 && { files }) };
  };
}

function failureOf(
  command: string,
  result: CommandResult,
  type: FailureType,
  options: CommandVerifierOptions,
): Extract<Verification, { passed: false }> {
  const { outputSummary, hopeless, ...captured } = captureFailure(result.output, options);
  const isTimeout = result.how === "timed_out";
  const isForbidden = result.exitCode === 126;
  const reason = hopeless ?? (isForbidden ? ("permission_denied" as const) : undefined);
  return {
    passed: false,
    type: isTimeout ? "timeout" : type,
    ...captured,
    ...(reason && !isTimeout && { hopeless: reason }),
    error: isTimeout
      ? tookTooLong(command, options)
      : captured.error || `${command} ${endingOf(result)}`,
    ...(result.exitCode !== null && {
      verification: {
        command,
        exitCode: result.exitCode,
        ...(outputSummary && { outputSummary }),
      },
    }),
  };
}
