import { join } from "node:path";
import { createTask } from "@readback/core";
import { readPlainFile } from "@readback/node";
import { UsageError } from "../arguments.js";
import { numberFlag } from "../number-flags.js";
import { agentNamed } from "./agents.js";
import type { AskPlace } from "./ask-person.js";
import { durationFlag } from "./durations.js";
import type { TaskSpec } from "./run-task.js";

/** What `readback verify` was told. */
export interface VerifyValues {
  readonly "task-id"?: string;
  readonly name?: string;
  readonly exec?: string;
  readonly agent?: string;
  readonly "agent-args"?: string;
  readonly prompt?: string;
  readonly verify?: string;
  readonly "done-check"?: string;
  readonly "max-attempts"?: string;
  readonly timeout?: string;
  readonly "exec-timeout"?: string;
  readonly "stuck-after"?: string;
  readonly "on-escalate"?: "ask" | "abort" | "skip";
  readonly ask?: AskPlace;
  readonly wait?: string;
  readonly plan?: string;
  readonly jobs?: string;
  readonly resume?: boolean;
  readonly fresh?: boolean;
  readonly "no-open"?: boolean;
  readonly dir?: string;
  readonly json?: boolean;
  readonly "no-color"?: boolean;
}

const MINUTE = 60_000;

/** The limits that hold for a task unless its plan says otherwise. */
export function limitsOf(values: VerifyValues) {
  const between = (most: number) => (number: number) => number >= 1 && number <= most;
  return {
    maxAttempts: numberFlag(values["max-attempts"], "max-attempts", "1 to 100", between(100)),
    timeout: durationFlag(values.timeout, "timeout") ?? 2 * MINUTE,
    execTimeout: durationFlag(values["exec-timeout"], "exec-timeout") ?? 30 * MINUTE,
    stuckAfter: numberFlag(
      values["stuck-after"],
      "stuck-after",
      "2 to 100",
      (number) => number >= 2 && number <= 100,
    ),
    onEscalate: values["on-escalate"] ?? "ask",
  };
}

/** The command that makes attempts, and the agent it belongs to, if any. */
export function executorOf(
  given: { readonly exec?: string | undefined; readonly agent?: string | undefined },
  args = "",
): Pick<TaskSpec, "exec" | "agent"> | undefined {
  if (given.exec !== undefined) return { exec: given.exec };
  const agent = given.agent === undefined ? undefined : agentNamed(given.agent);
  return agent && { exec: `${agent.command} ${args}`.trim(), agent };
}

/** The one task of a command line, or a {@link UsageError} that says what is missing. */
export function taskOf(values: VerifyValues): TaskSpec {
  const { verify, "done-check": doneCheck } = values;
  if (values.exec !== undefined && values.agent !== undefined) {
    throw new UsageError("--exec and --agent cannot both be given: choose one.");
  }
  const executor = executorOf(values, values["agent-args"]);
  if (!executor) throw new UsageError("readback verify needs --exec <command>, --agent or --plan.");
  if (verify === undefined && doneCheck === undefined) {
    throw new UsageError("readback verify needs --verify <command>: it decides what is done.");
  }
  const name = values.name ?? values["task-id"] ?? executor.exec;
  return {
    // Checked before anything is opened.
    task: createTask({ id: values["task-id"] ?? "task", name }).task,
    prompt: values.prompt === undefined ? name : textOf(values.prompt, "--prompt"),
    ...executor,
    verify,
    doneCheck,
    ...limitsOf(values),
  };
}

/** What stands in a file that a person named. */
export function textOf(path: string, what: string, folder = process.cwd()): string {
  const full = join(path.startsWith("/") ? "" : folder, path);
  try {
    const file = readPlainFile(full);
    if (file) return file.text;
  } catch (error) {
    throw new UsageError(`${what}: ${full} cannot be read: ${(error as Error).message}.`);
  }
  throw new UsageError(`${what}: there is no file ${full}.`);
}
