import { basename, join } from "node:path";
import { createTask } from "@readback/core";
import { readPlainFile } from "@readback/node";
import { UsageError } from "../arguments.js";
import { numberFlag } from "../number-flags.js";
import { printable } from "../terminal/text.js";
import { AGENT_NAMES, agentNamed } from "./agents.js";
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

/** What makes the attempts of a task, as a plan or the flags say it. */
interface Executor {
  readonly exec?: string | undefined;
  readonly agent?: string | undefined;
}

/**
 * The command that makes attempts, and the agent it belongs to, if any; `undefined` when nothing is said. `where` is
 * what names the agent, such as `--agent`.
 */
export function executorOf(
  { exec, agent: name }: Executor,
  where: string,
  args = "",
): Pick<TaskSpec, "exec" | "agent"> | undefined {
  if (exec !== undefined) return { exec };
  if (name === undefined) return undefined;
  const agent = agentNamed(name);
  if (agent) return { exec: `${agent.command} ${args}`.trim(), agent };
  const known = AGENT_NAMES.join(", ");
  throw new UsageError(`${where} does not know "${printable(name)}". Possible: ${known}.`, {
    given: name,
    known: AGENT_NAMES,
    prefix: "",
  });
}

/** Flags that make no sense together, whether for one task or a plan. */
export function refuseBoth(values: VerifyValues): void {
  if (values.exec !== undefined && values.agent !== undefined) {
    throw new UsageError("--exec and --agent cannot both be given: choose one.");
  }
  if (values.resume && values.fresh) {
    throw new UsageError("--resume and --fresh cannot both be given: choose one.");
  }
}

/** Arguments for an agent that nobody runs would be left out without a word. */
export function refuseArgs(values: VerifyValues, specs: Iterable<Pick<TaskSpec, "agent">>): void {
  if (values["agent-args"] === undefined || [...specs].some(({ agent }) => agent)) return;
  throw new UsageError("--agent-args is for a coding agent: use it with --agent, or leave it out.");
}

/** The one task of a command line, or a {@link UsageError} that says what is missing. */
export function taskOf(values: VerifyValues): TaskSpec {
  const { verify, "done-check": doneCheck } = values;
  refuseBoth(values);
  const executor = executorOf(values, "--agent", values["agent-args"]);
  if (!executor) throw new UsageError("readback verify needs --exec <command>, --agent or --plan.");
  refuseArgs(values, [executor]);
  if (verify === undefined && doneCheck === undefined) {
    throw new UsageError("readback verify needs --verify <command>: it decides what is done.");
  }
  if (executor.agent && values.prompt === undefined && values.name === undefined) {
    throw new UsageError(
      "--agent needs a task: say it with --prompt <file>, or with --name <text>.",
    );
  }
  const file = values.prompt === undefined ? undefined : basename(values.prompt);
  const name = values.name ?? values["task-id"] ?? (file || executor.exec);
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
