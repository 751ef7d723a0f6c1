import {
  createGuardEngine,
  type GuardVerdict,
  guardInstance,
  guardMachine,
  oneLine,
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
}

/** Time the host needs to read the answer, kept free at the end of its deadline. */
const MARGIN = 10_000;

/** How long files of before the last compaction are kept, in milliseconds. */
const KEPT_FOR = 30 * 24 * 60 * 60 * 1_000;

/** Decides what to answer a host. */
export async function decide(
  host: Host,
  call: HookCall,
  settings: HookSettings,
): Promise<HookAnswer> {
  switch (call.kind) {
    case "write":
      return call.todos.length === 0 ? { kind: "pass" } : decideWrite(host, call, settings);
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
  return withGuard(host, settings, instances, async (guard) =>
    answerTo(await guard.checkList({ session, toolUseId, todos })),
  );
}

/**
 * The same completion also comes as a tool call, with an id, where the host has such a hook: then
 * that was counted, and this is not. Without it this is the claim.
 */
async function decideCompleted(
  host: Host,
  { session, todo }: Extract<HookCall, { kind: "task-completed" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  const instances = [guardInstance(session, todo)];
  return withGuard(host, settings, instances, async (guard) => {
    const known = guard.list(session).find((one) => one.todo === todo);
    const last = known?.claims.at(-1);
    const isCounted = last !== undefined && !last.toolUseId.startsWith("TaskCompleted:");
    if (isCounted && last.verdict?.decision === "allow") {
      guard.observe({ session, todos: [{ content: todo, status: "completed" }] });
      return { kind: "pass" };
    }
    if (isCounted && last.verdict) return { kind: "block", reason: last.verdict.reason };
    const toolUseId = `TaskCompleted:${todo}:${(known?.claims.length ?? 0) + 1}`;
    return answerTo(await guard.check({ session, toolUseId, completing: [todo] }));
  });
}

/** Reminds the agent, once, of todos it claimed and that did not pass. */
async function decideStop(
  host: Host,
  { session, wasBlocked }: Extract<HookCall, { kind: "stop" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  if (wasBlocked) return { kind: "pass" };
  return withGuard(host, settings, undefined, async (guard) => {
    const open = guard
      .list(session)
      .filter(({ state }) => state === "watching.reviewing" || state === "watching.blocked");
    if (open.length === 0) return { kind: "pass" };
    const list = open.map(
      ({ todo, attempt, maxRetryAttempts }) =>
        `- '${oneLine(todo)}' (attempt ${attempt} of ${maxRetryAttempts})`,
    );
    const reason = [
      "These todos were marked completed and have not passed yet:",
      ...list,
      "Review each, finish it and mark it completed again, or say why it stays open.",
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
  return withGuard(host, settings, undefined, async (guard, journal) => {
    journal.prune({ maxAge: KEPT_FOR });
    const waiting = guard.list(session).filter(({ state }) => state === "exhausted");
    if (waiting.length === 0) return { kind: "pass" };
    const list = waiting.map(({ todo }) => `- '${oneLine(todo)}'`);
    const text = ["These todos wait for a person; do not mark them completed:", ...list].join("\n");
    return { kind: "context", text };
  });
}

async function withGuard(
  host: Host,
  { config, folder, cwd }: HookSettings,
  instances: readonly string[] | undefined,
  run: (guard: TodoGuard, journal: FileJournal) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const { validate, ...guardConfig } = config;
  const validationTimeout = Math.min(config.validationTimeout, host.deadline - MARGIN);
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
    { journal, onError: () => {} },
  );
  try {
    guard.recover();
    const answer = await run(guard, journal);
    journal.sync();
    return answer;
  } finally {
    guard.runtime.stop();
    journal.close();
  }
}

function answerTo({ decision, reason }: GuardVerdict): HookAnswer {
  if (decision === "block") return { kind: "block", reason };
  return reason ? { kind: "remark", text: reason } : { kind: "pass" };
}
