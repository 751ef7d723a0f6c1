import { setMaxListeners } from "node:events";
import { type VerifiedOutcome, verifyMachine } from "@readback/core";
import {
  createRetryStory,
  type Plan,
  type RetryEvent,
  readyTasks,
  retrySummary,
} from "@readback/core/formats";
import { START_EVENT, type VerifyOutput } from "@readback/core/host";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { numberFlag } from "../number-flags.js";
import { telemetry } from "../telemetry.js";
import { printableJson } from "../terminal/json.js";
import { askPerson } from "./ask-person.js";
import { EXIT_CODES, planExitCode } from "./exit-codes.js";
import { interruptSignal, STOPPING } from "./interrupts.js";
import { readPlanFile } from "./plan-file.js";
import { drawUnfinished, outcomeJson } from "./report.js";
import { instanceOf, runTask, type TaskSpec } from "./run-task.js";
import { askSettings } from "./run-verify.js";
import type { VerifyValues } from "./settings.js";
import { openVerifyState, type VerifyState, verifyFolder } from "./state.js";
import { createPlanTable } from "./table.js";

type Status = VerifyOutput["status"];

/** `readback verify --plan` */
export async function runPlan(values: VerifyValues, path: string): Promise<number> {
  for (const flag of ["task-id", "name", "prompt"] as const) {
    if (values[flag] !== undefined) throw new UsageError(`--${flag} is for one task, not --plan.`);
  }
  const { plan, specs } = readPlanFile(path, values);
  const jobs = numberFlag(values.jobs, "jobs", "1 to 100", (n) => n >= 1 && n <= 100) ?? 1;
  const folder = verifyFolder(values.dir);
  const asking = askSettings(values, folder);
  const observe = await telemetry();
  const state = openVerifyState(folder, observe);
  const { signal, letGo } = interruptSignal(EXIT_CODES.aborted);
  const stop = new AbortController();
  // Every task that runs listens.
  setMaxListeners(jobs + 1, stop.signal);
  signal.addEventListener("abort", () => stop.abort(signal.reason), { once: true });
  try {
    const session = `plan ${plan.id}`;
    const earlier = endsOf(state, plan, session);
    const isOpen = isUnfinished(state, plan, session, values.fresh ?? false);
    const table = createPlanTable(plan, (id) => specs.get(id)?.agent, values["no-color"] ?? false);
    signal.addEventListener("abort", () => table.say(STOPPING), { once: true });
    const standings = new Map<string, "running" | Status>();
    const outcomes = new Map<string, VerifiedOutcome<unknown>>();
    if (!values.fresh && (values.resume || isOpen)) {
      for (const [id, status] of earlier) {
        if (!isLeftOut(status)) continue;
        standings.set(id, status);
        table.mark(id, status, "earlier");
      }
    }
    // One person answers one question after the other.
    let asked: Promise<unknown> = Promise.resolve();
    const escalate = askPerson({ ...asking, say: table.say, giveWay: table.pause });

    const run = async (spec: TaskSpec) => {
      const { id } = spec.task;
      const outcome = await runTask(spec, {
        state,
        session,
        signal: stop.signal,
        escalate(escalation) {
          const answer = asked.then(() => escalate(escalation));
          asked = answer.catch(() => {});
          return answer;
        },
        onOutput: (chunk) => table.output(id, chunk),
        onEntry: (entry) => table.entry(id, entry),
      });
      outcomes.set(id, outcome);
      standings.set(id, outcome.status);
      const { dependants = [] } = outcome.task;
      if (outcome.status === "skipped" && dependants.length > 0) {
        table.say(`Warning: ${id} was skipped, and may be needed by ${dependants.join(", ")}`);
      }
      // A person stops the plan, and so does Ctrl-C: what runs beside it ends, too.
      if (outcome.status === "aborted") stop.abort();
    };

    const running = new Map<string, Promise<void>>();
    for (;;) {
      const ready = stop.signal.aborted ? [] : readyTasks(plan, standings);
      for (const { id } of ready.slice(0, jobs - running.size)) {
        const spec = specs.get(id);
        if (!spec) continue;
        standings.set(id, "running");
        running.set(
          id,
          run(spec).finally(() => running.delete(id)),
        );
      }
      if (running.size === 0) break;
      await Promise.race(running.values());
    }
    const notRun = plan.tasks.filter(({ id }) => !standings.has(id));
    for (const { id } of notRun) table.mark(id, "waiting", "not run");
    table.end();
    print(
      plan,
      eventsOf(
        state,
        plan.tasks.map(({ id }) => id).filter((id) => standings.has(id)),
        session,
      ),
      [...outcomes.values()],
      notRun.map(({ id }) => id),
      values.json ?? false,
    );
    const statuses = [...standings.values()].filter((status) => status !== "running");
    return signal.aborted ? EXIT_CODES.aborted : planExitCode(statuses);
  } finally {
    letGo();
    state.close();
  }
}

/** How the tasks of a plan ended in its latest run, as far as the journal tells. */
function endsOf(state: VerifyState, plan: Plan, session: string): ReadonlyMap<string, Status> {
  const ids = new Map(plan.tasks.map(({ id }) => [instanceOf(session, id), id]));
  const ends = new Map<string, Status>();
  for (const { machine, instance, event, done, to } of state.history()) {
    const id = ids.get(instance);
    if (machine !== verifyMachine.id || id === undefined) continue;
    // What has ended well begins again only with the whole plan.
    if (event === START_EVENT && isLeftOut(ends.get(id))) ends.clear();
    if (done) ends.set(id, to as Status);
    else ends.delete(id);
  }
  return ends;
}

/** Whether a run that goes on leaves out a task that ended so. */
function isLeftOut(status: Status | undefined): boolean {
  return status === "done" || status === "skipped";
}

/** Whether an earlier run of the plan was cut off; it goes on, unless it is to begin again. */
function isUnfinished(state: VerifyState, plan: Plan, session: string, fresh: boolean): boolean {
  const ids = new Set(plan.tasks.map(({ id }) => instanceOf(session, id)));
  const open = [...state.files.open()].filter(({ instance }) => ids.has(instance));
  for (const { context } of open) {
    const isRunning = context.process !== undefined && !state.isGone(context.process);
    if (isRunning)
      throw new Failure(`Another process runs the plan ${plan.id} (${context.task.id}).`);
  }
  if (fresh)
    state.abandon(
      open.map(({ instance }) => instance),
      "A new run began",
    );
  return open.length > 0;
}

/** What happened to each task that has its part in this run, in the latest run of it. */
function eventsOf(
  state: VerifyState,
  tasks: readonly string[],
  session: string,
): readonly RetryEvent[] {
  const story = createRetryStory();
  const runs = new Map<string, RetryEvent[]>(tasks.map((id) => [id, []]));
  // A task of that name may have been run by itself, too: that is another story.
  const ids = new Set(tasks.map((id) => instanceOf(session, id)));
  const entries = [...state.history()].filter(({ instance }) => ids.has(instance));
  for (const event of entries.flatMap((entry) => story.apply(entry))) {
    const run = runs.get(event.task_id);
    if (run && run.at(-1)?.event !== "resolved") run.push(event);
    else runs.set(event.task_id, [event]);
  }
  return [...runs.values()].flat();
}

function print(
  plan: Plan,
  events: readonly RetryEvent[],
  outcomes: readonly VerifiedOutcome<unknown>[],
  notRun: readonly string[],
  json: boolean,
): void {
  if (json) {
    const tasks = outcomes.map(outcomeJson);
    console.log(printableJson({ plan: plan.id, tasks, not_run: notRun }));
    return;
  }
  console.log(retrySummary(plan.id, events));
  const unfinished = drawUnfinished(outcomes, notRun);
  if (unfinished !== "") console.log(`\n${unfinished}`);
}
