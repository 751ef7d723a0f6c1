import { dirname, resolve } from "node:path";
import { InvalidInputError } from "@readback/core";
import { type Plan, type PlanTask, readPlan } from "@readback/core/formats";
import { UsageError } from "../arguments.js";
import { millisecondsIn } from "./durations.js";
import type { TaskSpec } from "./run-task.js";
import {
  executorOf,
  limitsOf,
  refuseArgs,
  refuseBoth,
  textOf,
  type VerifyValues,
} from "./settings.js";
import { planInXml } from "./task-xml.js";

/** A plan, and what is to be done for each of its tasks. */
export interface PlanFile {
  readonly plan: Plan;
  readonly specs: ReadonlyMap<string, TaskSpec>;
}

/** Reads a plan: JSON, or the tasks in XML, which may stand in a Markdown file. */
export function readPlanFile(path: string, values: VerifyValues): PlanFile {
  refuseBoth(values);
  const text = textOf(path, "--plan").replace(/^\ufeff/, "");
  const plan = readPlan(text.trimStart().startsWith("{") ? fromJson(text) : planInXml(text, path));
  const folder = dirname(resolve(path));
  const specs = new Map(plan.tasks.map((task) => [task.id, specOf(task, values, folder)]));
  refuseArgs(values, specs.values());
  return { plan, specs };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = `is not JSON: ${(error as Error).message}`;
    throw new InvalidInputError("plan", [{ field: "", problem }]);
  }
}

/** What a task says counts more than the flags. */
function specOf(task: PlanTask, values: VerifyValues, folder: string): TaskSpec {
  const { id, name, dependants, promptFile } = task;
  const verify = task.verify ?? values.verify;
  const doneCheck = task.doneCheck ?? values["done-check"];
  const args = values["agent-args"];
  const executor =
    executorOf(task, `"agent" of task ${id}`, args) ?? executorOf(values, "--agent", args);
  if (!executor) {
    throw new UsageError(
      `Task ${id} has no executor: give it "exec" or "agent", or use --exec or --agent.`,
    );
  }
  if (verify === undefined && doneCheck === undefined) {
    throw new UsageError(`Task ${id} has no "verify": add one, or use --verify.`);
  }
  const limits = limitsOf(values);
  return {
    task: { id, name, dependants },
    prompt:
      promptFile === undefined
        ? (task.prompt ?? name)
        : textOf(promptFile, `promptFile of ${id}`, folder),
    ...executor,
    verify,
    doneCheck,
    maxAttempts: task.maxAttempts ?? limits.maxAttempts,
    timeout: durationOf(task.timeout) ?? limits.timeout,
    execTimeout: durationOf(task.execTimeout) ?? limits.execTimeout,
    stuckAfter: task.stuckAfter ?? limits.stuckAfter,
    onEscalate: task.onEscalate ?? limits.onEscalate,
  };
}

function durationOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : millisecondsIn(text);
}
