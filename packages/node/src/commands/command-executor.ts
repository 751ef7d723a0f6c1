import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AttemptRequest, type Execution, InvalidInputError } from "@readback/core";
import { checkCommand, FUNCTION, LIST, TEXT } from "../check-options.js";
import { type CaptureOptions, captureFailure } from "../failures/capture-failure.js";
import { readPlainFile } from "../plain-file.js";
import { privateFolder } from "../private-files.js";
import { filesChanged, filesSeen } from "./git-files.js";
import { type ExecutorResult, resultIn, resultOf } from "./result-in.js";
import { COMMAND_RULES, type CommandOptions, type CommandResult, run } from "./run-command.js";

/** Settings of {@link commandExecutor}. */
export interface CommandExecutorOptions
  extends Omit<CommandOptions, "stdin" | "signal">,
    CaptureOptions {
  /** The task, as the command is to read it. Default: the task's name. */
  readonly prompt?: string | undefined;
  /** Where the files for the command are written. Default: a temporary folder, removed after the attempt. */
  readonly folder?: string | undefined;
  /**
   * Reads what the command printed, in place of a result document; `undefined`: its exit code tells. Default: the
   * result document on its standard output, if there is one.
   */
  readonly read?: ((result: CommandResult) => Promise<ExecutorResult | undefined>) | undefined;
}

const RULES = {
  ...COMMAND_RULES,
  formats: LIST,
  rules: LIST,
  prompt: TEXT,
  folder: TEXT,
  read: FUNCTION,
};

/** What a command's attempt left, beside its report. */
export interface CommandOutput {
  /** The end of its output. */
  readonly output: string;
}

/**
 * An executor for `runVerified` that runs a shell command. On its standard input the command gets the
 * `<retry_context>` of a retry, and then the task. It succeeds with exit code 0, unless it printed or wrote a
 * result document that says otherwise.
 * @example
 * await runVerified({ task, execute: commandExecutor("claude -p"), verify: commandVerifier("npm test") });
 */
export function commandExecutor(
  command: string,
  options: CommandExecutorOptions = {},
): (request: AttemptRequest) => Promise<Execution<CommandOutput>> {
  checkCommand("commandExecutor", command, options, RULES);
  const { cwd = process.cwd() } = options;
  return async (request) => {
    const before = await filesSeen(cwd);
    const files = writeFiles(request, options);
    try {
      const result = await run(command, {
        ...options,
        env: { ...options.env, ...files.env },
        stdin: files.input,
        signal: request.signal,
      });
      const report = await reportOf(command, result, files.result, options).catch(unreadable);
      if (report.status === "success") return { ...report, output: { output: result.output } };
      if (report.status !== "failure") return report;
      const changed = await filesChanged(cwd, before);
      // What git sees is how things are; what the command says of files is what it believes.
      return changed.length > 0 ? { ...report, files: changed } : report;
    } finally {
      files.remove();
    }
  };
}

type Report =
  | Exclude<ExecutorResult, { status: "success" }>
  | Omit<Extract<ExecutorResult, { status: "success" }>, "output">;

async function reportOf(
  command: string,
  result: CommandResult,
  resultFile: string,
  options: CommandExecutorOptions,
): Promise<Report> {
  const { how, exitCode } = result;
  const { outputSummary: _, hopeless, ...captured } = captureFailure(result.output, options);
  if (how === "timed_out") {
    // Whatever it printed before: more time, or another way, may help.
    return {
      ...captured,
      status: "failure",
      type: "timeout",
      error: tookTooLong(command, options),
    };
  }
  if (how === "aborted") return { status: "failure", error: `${command} was aborted` };
  const written = readFile(resultFile);
  const isRead = written === undefined && options.read !== undefined;
  const said = isRead
    ? await options.read?.(result)
    : written === undefined
      ? await resultIn(result.stdout)
      : await resultOf(written);
  // Whether no retry can help, it has said itself.
  if (said?.status === "failure") return isRead ? said : { ...captured, ...said };
  if (said && said.status !== "success") return said;
  const learnings = said?.learnings && { learnings: said.learnings };
  if (exitCode === 0) return { status: "success", ...learnings };
  const reason = hopeless ?? (exitCode === 126 ? ("permission_denied" as const) : undefined);
  return {
    status: "failure",
    ...captured,
    ...learnings,
    ...(reason && { hopeless: reason }),
    error: captured.error === "" ? `${command} ${endingOf(result)}` : captured.error,
  };
}

/** What the command wrote makes no sense: that is its failure, and no mistake in this program. */
function unreadable(error: unknown): Report {
  if (!(error instanceof InvalidInputError)) throw error;
  return { status: "failure", error: error.message };
}

/** How a command ended, in words. */
export function endingOf({ exitCode, signal }: CommandResult): string {
  return exitCode === null ? `was ended by ${signal}` : `returned exit code ${exitCode}`;
}

/** That a command was ended because it took too long. */
export function tookTooLong(command: string, { timeout }: Pick<CommandOptions, "timeout">): string {
  return `${command} took longer than ${(timeout ?? 0) / 1_000} s`;
}

/** What a command needs to know about its attempt, as variables. */
export function attemptVariables(request: AttemptRequest): Record<string, string> {
  return {
    READBACK_TASK_ID: request.task.id,
    READBACK_TASK_NAME: request.task.name.replaceAll("\0", ""),
    READBACK_ATTEMPT: String(request.attempt),
    READBACK_MAX_ATTEMPTS: String(request.maxAttempts),
  };
}

function writeFiles(request: AttemptRequest, options: CommandExecutorOptions) {
  const { folder = mkdtempSync(join(tmpdir(), "readback-")), prompt = request.task.name } = options;
  privateFolder(folder);
  const { retryContext } = request;
  const input = `${[retryContext, prompt].filter((text) => text !== null).join("\n\n")}\n`;
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    rmSync(path(name), { force: true });
    writeFileSync(path(name), text, { mode: 0o600, flag: "wx" });
  };
  // A result of the attempt before is none of this one.
  for (const name of ["result", "retry-context.xml"]) rmSync(path(name), { force: true });
  write("prompt.txt", input);
  write("task.txt", prompt);
  if (retryContext !== null) write("retry-context.xml", `${retryContext}\n`);
  return {
    input,
    result: path("result"),
    env: {
      ...attemptVariables(request),
      READBACK_PROMPT_FILE: path("prompt.txt"),
      READBACK_TASK_FILE: path("task.txt"),
      READBACK_RETRY_CONTEXT_FILE: retryContext === null ? undefined : path("retry-context.xml"),
      READBACK_RESULT_FILE: path("result"),
    },
    remove() {
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function readFile(path: string): string | undefined {
  return readPlainFile(path)?.text;
}
