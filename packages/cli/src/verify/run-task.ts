import { join } from "node:path";
import {
  type Escalate,
  type JournalEntry,
  runVerified,
  type Task,
  type VerifiedOutcome,
} from "@readback/core";
import { commandExecutor, commandVerifier } from "@readback/node";
import { agentReader } from "./agent-report.js";
import type { AgentPreset } from "./agents.js";
import { fileName } from "./file-name.js";
import type { VerifyState } from "./state.js";

/** What is to be done for a task, and how it is checked. Durations are in milliseconds. */
export interface TaskSpec {
  readonly task: Task;
  /** What the executor reads after the retry context. */
  readonly prompt: string;
  readonly exec: string;
  readonly agent?: AgentPreset | undefined;
  readonly verify?: string | undefined;
  readonly doneCheck?: string | undefined;
  readonly maxAttempts?: number | undefined;
  readonly timeout: number;
  readonly execTimeout: number;
  readonly stuckAfter?: number | undefined;
  readonly onEscalate: "ask" | "abort" | "skip";
}

/** What a task is run with. */
export interface TaskRun {
  readonly state: VerifyState;
  readonly session: string;
  readonly signal: AbortSignal;
  readonly escalate: Escalate;
  /** Gets what the commands print. */
  onOutput(chunk: Uint8Array): unknown;
  /** Told of every transition of the task. */
  onEntry(entry: JournalEntry): void;
}

/** The instance of a task in a session. */
export function instanceOf(session: string, id: string): string {
  return `${session.replace(/[%/]/g, encodeURIComponent)}/${id}`;
}

/** How long a command has after SIGTERM. */
const KILL_AFTER = 5_000;
/** The machine's own limits are for a command that cannot even be ended. */
const MARGIN = KILL_AFTER + 60_000;
const LONGEST = 2 ** 31 - 1;

/** Runs a task to its end, or goes on with it; returns once all its processes have ended, too. */
export async function runTask(spec: TaskSpec, run: TaskRun): Promise<VerifiedOutcome<unknown>> {
  const { task, prompt, exec, agent, verify, doneCheck, timeout, execTimeout } = spec;
  const { state, session, signal, escalate, onOutput } = run;
  const folder = join(state.folder, "verify", "attempts", fileName(task.id));
  const shared = { killAfter: KILL_AFTER, onOutput };
  const execute = commandExecutor(exec, {
    ...shared,
    prompt,
    folder,
    timeout: execTimeout,
    ...(agent && { read: agentReader(agent) }),
  });
  const checks = [
    ...(verify === undefined ? [] : [commandVerifier(verify, { ...shared, timeout })]),
    ...(doneCheck === undefined
      ? []
      : [commandVerifier(doneCheck, { ...shared, timeout, type: "architect_rejected" })]),
  ];
  const working = new Set<Promise<unknown>>();
  const counted = <T>(work: Promise<T>) => {
    working.add(work);
    const done = () => working.delete(work);
    work.then(done, done);
    return work;
  };
  const journal = state.open();
  const unsubscribe = journal.subscribe(run.onEntry);
  try {
    return await runVerified<unknown>({
      task,
      session,
      signal,
      escalate,
      journal,
      execute: (request) => counted(execute(request)),
      verify: (request) =>
        counted(
          (async () => {
            for (const check of checks) {
              const result = await check(request);
              if (!result.passed) return result;
            }
            return { passed: true };
          })(),
        ),
      onEscalate: spec.onEscalate,
      executeTimeout: Math.min(LONGEST, execTimeout + MARGIN),
      verifyTimeout: Math.min(LONGEST, (timeout + MARGIN) * checks.length),
      ...(spec.maxAttempts !== undefined && { maxAttempts: spec.maxAttempts }),
      ...(spec.stuckAfter !== undefined && { stuckAfter: spec.stuckAfter }),
    });
  } finally {
    await Promise.allSettled(working);
    unsubscribe();
    journal.close();
  }
}
