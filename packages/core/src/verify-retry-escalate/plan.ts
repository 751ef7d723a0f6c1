import * as z from "zod";
import { InvalidInputError } from "../errors.js";
import { mustHave } from "../given.js";
import { mustFit } from "../must-fit.js";
import { parse } from "../parse.js";
import type { VerifyStatus } from "./ending.js";

const durationText = z
  .string()
  .regex(/^\d{1,9}(ms|s|m|h)$/, 'must be a number with ms, s, m or h, such as "90s" or "2m"');

const workFields = {
  /** The command that makes an attempt. */
  exec: z.string().min(1).optional(),
  /** The coding agent that makes an attempt, instead of `exec`. */
  agent: z.string().min(1).optional(),
  /** The command that verifies an attempt: exit code 0 passes. */
  verify: z.string().min(1).optional(),
  /** The command that checks the done criteria, after `verify`. */
  doneCheck: z.string().min(1).optional(),
  maxAttempts: z.int().min(1).max(100).optional(),
  /** How long `verify` and `doneCheck` may take each. */
  timeout: durationText.optional(),
  execTimeout: durationText.optional(),
  onEscalate: z.enum(["ask", "abort", "skip"]).optional(),
  /** Escalate when so many failures in a row are the same. */
  stuckAfter: z.int().min(2).max(100).optional(),
};

export const planTaskSchema = z.strictObject({
  /** Such as `task-3`; the plan's id is put before it. */
  id: z.string().regex(/^[^\s[\]]{1,100}$/, "must have 1 to 100 characters, no spaces or brackets"),
  name: z.string().min(1).max(1_000),
  /** What the executor reads after the retry context. Default: the name. */
  prompt: z.string().optional(),
  /** The same, in a file beside the plan. */
  promptFile: z.string().min(1).optional(),
  /** Ids of the tasks that have to end first. */
  dependsOn: z.array(z.string()).max(1_000).default([]),
  ...workFields,
});

/** A plan, as it is written: what all tasks share stands beside them. */
export const planSchema = z.strictObject({
  $schema: z.string().optional(),
  /** Such as `03-01`. */
  id: z
    .string()
    .regex(/^[^\s[\]:]{1,90}$/, "must have 1 to 90 characters, no spaces, brackets or colons"),
  tasks: z.array(planTaskSchema).min(1).max(1_000),
  ...workFields,
});

/** A task of a plan, with what it shares with the others. */
export interface PlanTask {
  /** With the plan's: `03-01:task-3`. */
  readonly id: string;
  /** What it is called where people read it. */
  readonly name: string;
  /** What the executor reads after the retry context. Default: the name. */
  readonly prompt?: string | undefined;
  /** The same, in a file beside the plan. */
  readonly promptFile?: string | undefined;
  /** Full ids of the tasks that have to end first. */
  readonly dependsOn: readonly string[];
  /** Full ids of the tasks that wait for this one. */
  readonly dependants: readonly string[];
  /** The command that makes an attempt. */
  readonly exec?: string | undefined;
  /** The coding agent that makes an attempt, instead of `exec`. */
  readonly agent?: string | undefined;
  /** The command that verifies an attempt: exit code 0 passes. */
  readonly verify?: string | undefined;
  /** The command that checks the done criteria, after `verify`. */
  readonly doneCheck?: string | undefined;
  /** Attempts allowed: `n` allows `n`, 1–100. */
  readonly maxAttempts?: number | undefined;
  /** How long `verify` and `doneCheck` may take each, such as `2m`. */
  readonly timeout?: string | undefined;
  /** How long an attempt may take, such as `30m`. */
  readonly execTimeout?: string | undefined;
  /** Who decides when the attempts are used up. */
  readonly onEscalate?: "ask" | "abort" | "skip" | undefined;
  /** Escalate when so many failures in a row are the same. */
  readonly stuckAfter?: number | undefined;
}

/** A plan that can be run. */
export interface Plan {
  /** Such as `03-01`. */
  readonly id: string;
  /** In the order in which they are written. */
  readonly tasks: readonly PlanTask[];
}

/** Reads a plan. Throws when a field is wrong, an id is there twice, or tasks wait for each other. */
export function readPlan(value: unknown): Plan {
  const { id: plan, tasks, $schema: _, ...shared } = parse(planSchema, value, "plan");
  const full = (id: string) => (id.startsWith(`${plan}:`) ? id : `${plan}:${id}`);
  const ids = tasks.map(({ id }) => full(id));
  const problems = [
    ...both("", shared),
    ...ids.flatMap((id, index) => [
      ...both(`tasks[${index}].`, tasks[index]),
      ...(ids.indexOf(id) < index
        ? [{ field: `tasks[${index}].id`, problem: `"${id}" is there twice` }]
        : []),
      ...(tasks[index]?.dependsOn ?? [])
        .filter((other) => !ids.includes(full(other)))
        .map((other) => ({
          field: `tasks[${index}].dependsOn`,
          problem: `"${other}" is no task of this plan. There are: ${ids.join(", ")}`,
        })),
    ]),
  ];
  if (problems.length > 0) throw new InvalidInputError("plan", problems);
  const all = tasks.map((task, index): PlanTask => {
    const id = ids[index] ?? task.id;
    const dependants = tasks.filter(({ dependsOn }) => dependsOn.map(full).includes(id));
    const { exec, agent, ...others } = shared;
    const isOwn = task.exec !== undefined || task.agent !== undefined;
    return {
      ...others,
      // Whoever says one of them does not mean the other.
      ...(isOwn
        ? {}
        : { ...(exec !== undefined && { exec }), ...(agent !== undefined && { agent }) }),
      ...task,
      id,
      dependsOn: task.dependsOn.map(full),
      dependants: dependants.map((other) => full(other.id)),
    };
  });
  const circle = circleIn(all);
  if (circle) {
    const problem = `${circle.join(" → ")} wait for each other: take one of these out`;
    throw new InvalidInputError("plan", [{ field: "tasks.dependsOn", problem }]);
  }
  return { id: plan, tasks: all };
}

/** Who makes the attempts has to be clear. */
function both(where: string, work: { exec?: unknown; agent?: unknown } = {}) {
  if (work.exec === undefined || work.agent === undefined) return [];
  return [{ field: `${where}agent`, problem: 'cannot stand beside "exec": choose one' }];
}

/** How a task of a plan stands; absent: it has not begun. */
export type PlanStandings = ReadonlyMap<string, "running" | VerifyStatus>;

/**
 * The tasks that can begin now: all they wait for is done or was skipped. None, once one was aborted: that
 * stops the plan.
 */
export function readyTasks(plan: Plan, standings: PlanStandings): readonly PlanTask[] {
  mustFit(plan, { tasks: [{ id: "text", dependsOn: "list" }] }, "plan of readyTasks");
  const wanted = { methods: ["has", "get", "values"], be: "a Map, by the ids of the tasks" };
  mustHave(standings, { subject: "standings of readyTasks", ...wanted });
  const { tasks } = plan;
  if ([...standings.values()].includes("aborted")) return [];
  const isOver = (id: string) => ["done", "skipped"].includes(standings.get(id) ?? "");
  return tasks.filter(({ id, dependsOn }) => !standings.has(id) && dependsOn.every(isOver));
}

function circleIn(tasks: readonly PlanTask[]): readonly string[] | undefined {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const cleared = new Set<string>();
  function visit(id: string, path: readonly string[]): readonly string[] | undefined {
    if (cleared.has(id)) return undefined;
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    for (const other of byId.get(id)?.dependsOn ?? []) {
      const found = visit(other, [...path, id]);
      if (found) return found;
    }
    cleared.add(id);
    return undefined;
  }
  for (const { id } of tasks) {
    const found = visit(id, []);
    if (found) return found;
  }
  return undefined;
}
