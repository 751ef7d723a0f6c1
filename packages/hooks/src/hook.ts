import {
  type Claim,
  type Clock,
  createGuardEngine,
  type GuardVerdict,
  guardInstance,
  guardMachine,
  oneLine,
  systemClock,
  type TodoGuard,
} from "@readback/core";
import { type FileJournal, type GuardSettings, openFileJournal } from "@readback/node";
import { commandValidator } from "./command-validator.js";
import type { HookAnswer, HookCall, Host } from "./hook-call.js";

/** What a hook process decides with. */
export interface HookSettings {
  readonly config: GuardSettings;
  /** The state folder, such as `.readback`. */
  readonly folder: string;
  /** Where the validation command runs. */
  readonly cwd: string;
  /** Where time comes from. Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** What a hook decides with, once it is open. */
interface OpenGuard {
  readonly guard: TodoGuard;
  readonly journal: FileJournal;
  /** How long a check may take, in milliseconds: until it is time to answer. */
  readonly patience: number;
}

/** Time the host needs to read the answer, kept free at the end of its deadline. */
const MARGIN = 10_000;

/** How much longer than a validation may take a hook waits for one: the clocks of two processes may differ. */
const PATIENCE = 2_000;

/** How the ids begin that are given to completions which come without one. */
const COMPLETION = "TaskCompleted:";

/** How far apart several copies of a hook may report the same completion, in milliseconds. */
const SAME_MOMENT = 2_000;

const DAY = 24 * 60 * 60 * 1_000;

/** How long files of before the last compaction are kept, in milliseconds. */
const KEPT_FOR = 30 * DAY;

/** Decides what to answer a host. */
export async function decide(
  host: Host,
  call: HookCall,
  settings: HookSettings,
): Promise<HookAnswer> {
  switch (call.kind) {
    case "write":
      return call.todos.length === 0 ? { kind: "pass" } : decideWrite(host, call, settings);
    case "written":
      return confirm(host, call, settings);
    case "task-completed":
      return decideCompleted(host, call, settings);
    case "stop":
      return decideStop(host, call, settings);
    case "session-start":
      return recall(host, call, settings);
    case "other":
      return { kind: "pass" };
  }
}

async function decideWrite(
  host: Host,
  call: Extract<HookCall, { kind: "write" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  const { session, toolUseId, todos } = call;
  const instances = todos.map(({ content }) => guardInstance(session, content));
  return withGuard(host, settings, instances, async ({ guard, patience }) =>
    answerTo(await guard.checkList({ session, toolUseId, todos, patience })),
  );
}

/** Ends the guard of what was allowed and has happened. Never a claim, and never an answer. */
async function confirm(
  host: Host,
  { session, toolUseId, todos }: Extract<HookCall, { kind: "written" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  const instances = todos.map(({ content }) => guardInstance(session, content));
  return withGuard(host, settings, instances, async ({ guard }) => {
    if (toolUseId) guard.confirm({ session, toolUseId });
    else guard.observe({ session, todos });
    return { kind: "pass" };
  });
}

/**
 * The same completion also comes as a tool call, with an id, where the host has such a hook: when
 * that was let through, this is its result. A tool call that was blocked never ran: then, and
 * without one, this is a claim.
 */
async function decideCompleted(
  host: Host,
  { session, todo }: Extract<HookCall, { kind: "task-completed" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  const instances = [guardInstance(session, todo)];
  return withGuard(host, settings, instances, async ({ guard, patience }) => {
    const known = guard.list(session).find((one) => one.todo === todo);
    if (known?.state === "remembered") return { kind: "pass" };
    const completed = { session, todos: [{ content: todo, status: "completed" }] };
    const mayBeDone = known?.state === "watching.allowed" || known?.state === "approved";
    if (mayBeDone && known.claims.length > 0) {
      guard.observe(completed);
      return { kind: "pass" };
    }
    const { claims = [] } = known ?? {};
    const toolUseId =
      reportedJustNow(settings.folder, instances, claims.at(-1), guard.runtime.clock.now()) ??
      nextCompletion(todo, claims);
    const verdict = await guard.check({ session, toolUseId, completing: [todo], patience });
    if (verdict.decision === "allow") guard.observe(completed);
    return answerTo(verdict);
  });
}

/**
 * The id of the last claim, when that was a completion without an id a moment ago: several copies
 * of the hook (of the settings and of a plugin) report each completion.
 */
function reportedJustNow(
  folder: string,
  instances: readonly string[],
  last: Claim | undefined,
  now: number,
): string | undefined {
  if (!last?.toolUseId.startsWith(COMPLETION)) return undefined;
  // A reader of its own: what the guard's journal reads here, the guard would not hear of.
  const journal = openFileJournal({ folder, machines: [guardMachine], instances });
  try {
    for (const { event, payload, time } of journal.read()) {
      const isClaimed = event === "CLAIM" && payload?.toolUseId === last.toolUseId;
      if (isClaimed && Math.abs(now - time) < SAME_MOMENT) return last.toolUseId;
    }
    return undefined;
  } finally {
    journal.close();
  }
}

/** The id of the next completion that comes without one: the same for all who know the same claims. */
function nextCompletion(todo: string, claims: readonly Claim[]): string {
  const last = claims.filter(({ toolUseId }) => toolUseId.startsWith(COMPLETION)).at(-1);
  // Not by how many claims there are: of many, only the latest are remembered.
  const number = Number(last?.toolUseId.split(":").at(-1) ?? 0);
  return `${COMPLETION}${todo}:${number + 1}`;
}

/** Reminds the agent, once, of todos it claimed and that did not pass. */
async function decideStop(
  host: Host,
  { session, wasBlocked }: Extract<HookCall, { kind: "stop" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  if (wasBlocked) return { kind: "pass" };
  return withGuard(host, settings, undefined, async ({ guard }) => {
    const open = guard
      .list(session)
      .filter(({ state }) => state === "watching.reviewing" || state === "watching.blocked");
    if (open.length === 0) return { kind: "pass" };
    const list = open.map(
      ({ todo, attempt, maxRetryAttempts }) =>
        `- '${oneLine(todo)}' (attempt ${attempt} of ${maxRetryAttempts})`,
    );
    const reason = [
      "These todos were marked completed and have not passed yet.",
      "Review each, finish it and mark it completed again, or say why it stays open:",
      ...list,
    ].join("\n");
    return { kind: "block", reason };
  });
}

/** Tells an agent that comes back which of its todos wait for a person; tidies up old files. */
async function recall(
  host: Host,
  { session }: Extract<HookCall, { kind: "session-start" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  return withGuard(host, settings, undefined, async ({ guard, journal }) => {
    const waiting = guard.list(session).filter(({ state }) => state === "exhausted");
    const problem = tidyUp(journal);
    if (waiting.length === 0) return problem ? { kind: "remark", text: problem } : { kind: "pass" };
    const list = waiting.map(({ todo }) => `- '${oneLine(todo)}'`);
    const text = ["These todos wait for a person; do not mark them completed:", ...list].join("\n");
    return { kind: "context", text };
  });
}

/** Forgets what has ended, and deletes what was forgotten long ago. Returns what went wrong. */
function tidyUp(journal: FileJournal): string | undefined {
  try {
    // A small journal would never be compacted for its size.
    journal.compact({ olderThan: DAY });
    journal.prune({ maxAge: KEPT_FOR });
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Old entries of the todo guard could not be deleted: ${reason}`;
  }
}

async function withGuard(
  host: Host,
  { config, folder, cwd, clock = systemClock }: HookSettings,
  instances: readonly string[] | undefined,
  run: (open: OpenGuard) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const { validate, ...guardConfig } = config;
  const validationTimeout = Math.min(config.validationTimeout, host.deadline - MARGIN);
  const patience = validationTimeout + PATIENCE;
  const machines = [guardMachine];
  const journal = openFileJournal({
    folder,
    machines,
    durable: false,
    ...(instances && { instances }),
  });
  const guard = createGuardEngine(
    { ...guardConfig, validationTimeout, rememberCompleted: true },
    validate === null ? undefined : commandValidator(validate, cwd),
    { journal, clock: shortLived(clock, patience), onError: () => {} },
  );
  try {
    guard.recover();
    // The deadlines in the journal are another process's, by another clock: this one is ours.
    const answer = await run({ guard, journal, patience });
    journal.sync();
    return answer;
  } finally {
    guard.runtime.stop();
    journal.close();
  }
}

/** A clock for a process that is gone after so many milliseconds: it has no use for longer timers. */
function shortLived(clock: Clock, lifetime: number): Clock {
  const setTimeout: Clock["setTimeout"] = (callback, ms) =>
    ms > lifetime ? {} : clock.setTimeout(callback, ms);
  return { ...clock, setTimeout };
}

function answerTo({ decision, reason }: GuardVerdict): HookAnswer {
  if (decision === "block") return { kind: "block", reason };
  return reason ? { kind: "remark", text: reason } : { kind: "pass" };
}
