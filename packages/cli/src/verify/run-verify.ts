import { InvalidInputError } from "@readback/core";
import type { OpenTask } from "@readback/core/formats";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { telemetry } from "../telemetry.js";
import { printableJson } from "../terminal/json.js";
import { styleOf } from "../terminal/screen.js";
import { askPerson } from "./ask-person.js";
import { durationFlag } from "./durations.js";
import { EXIT_CODES } from "./exit-codes.js";
import { interruptSignal, STOPPING } from "./interrupts.js";
import { createProgress } from "./progress.js";
import { drawOutcome, outcomeJson } from "./report.js";
import { instanceOf, runTask } from "./run-task.js";
import { taskOf, type VerifyValues } from "./settings.js";
import { openVerifyState, type VerifyState, verifyFolder } from "./state.js";

/** Single tasks have one session: what has not ended goes on, what has ended begins again. */
const SESSION = "verify";
const HALF_AN_HOUR = 30 * 60_000;

/** `readback verify` */
export async function runVerify(values: VerifyValues): Promise<number> {
  try {
    if (values.plan !== undefined) {
      const { runPlan } = await import("./run-plan.js");
      return await runPlan(values, values.plan);
    }
    return await runSingle(values);
  } catch (error) {
    // A task or a plan that makes no sense is bad input, as a flag is.
    if (error instanceof InvalidInputError) throw new UsageError(error.message);
    throw error;
  }
}

/** Settings of the asking that do not depend on the task. */
export function askSettings(values: VerifyValues, folder: string) {
  const wait = durationFlag(values.wait, "wait") ?? HALF_AN_HOUR;
  return { folder, place: values.ask ?? "auto", wait, openBrowser: !values["no-open"] } as const;
}

/** A run of the instance that has not ended, and whether a living process works on it. */
function unfinished(
  state: VerifyState,
  instance: string,
): (OpenTask & { readonly isRunning: boolean }) | undefined {
  for (const task of state.files.open()) {
    if (task.instance !== instance) continue;
    const { process: owner } = task.context;
    return { ...task, isRunning: owner !== undefined && !state.isGone(owner) };
  }
  return undefined;
}

async function runSingle(values: VerifyValues): Promise<number> {
  if (values.jobs !== undefined) throw new UsageError("--jobs is for --plan.");
  if (values.resume) {
    throw new UsageError("--resume is for --plan: a task that was cut off goes on by itself.");
  }
  const spec = taskOf(values);
  const folder = verifyFolder(values.dir);
  const asking = askSettings(values, folder);
  const observe = await telemetry();
  const state = openVerifyState(folder, observe);
  const progress = createProgress({
    name: spec.task.id,
    noColor: values["no-color"] ?? false,
    commands: {
      executing: spec.exec,
      verifying: [spec.verify, spec.doneCheck].filter(Boolean).join(", then "),
    },
    agent: spec.agent,
  });
  const { signal, letGo } = interruptSignal(EXIT_CODES.aborted);
  signal.addEventListener("abort", () => progress.say(STOPPING), { once: true });
  try {
    tellOfEarlier(state, instanceOf(SESSION, spec.task.id), values, progress.say);
    const outcome = await runTask(spec, {
      state,
      session: SESSION,
      signal,
      escalate: askPerson({ ...asking, say: progress.say, giveWay: progress.pause }),
      onOutput: progress.output,
      onEntry: progress.entry,
    });
    progress.end();
    const style = styleOf(values["no-color"] ?? false);
    const how = "the same command";
    console.log(
      values.json ? printableJson(outcomeJson(outcome)) : drawOutcome(outcome, style, how),
    );
    return EXIT_CODES[outcome.status];
  } finally {
    progress.end();
    letGo();
    state.close();
  }
}

/** What an earlier run left, and what becomes of that. */
function tellOfEarlier(
  state: VerifyState,
  instance: string,
  { fresh }: VerifyValues,
  say: (text: string) => void,
): void {
  const earlier = unfinished(state, instance);
  if (!earlier) return;
  const { attempt, bound } = earlier.context;
  const where = `at attempt ${attempt} of ${bound} (${earlier.state})`;
  if (earlier.isRunning) {
    if (fresh) throw new Failure("Another process runs this task: --fresh would end its run.");
    say(`Another process runs this task, ${where}: waiting for its end.`);
  } else if (fresh) state.abandon([instance], "A new run began");
  else say(`Going on with the run that stopped ${where}. --fresh begins again.`);
}
