import {
  type Clock,
  type GuardedTodoView,
  type GuardReport,
  type GuardVerdict,
  guardMachine,
  InvalidInputError,
  systemClock,
  type TodoGuard,
} from "@readback/core";
import {
  createGuardEngine,
  guardInstances,
  todosForAPerson,
  todosToRemindOf,
} from "@readback/core/host";
import { oneLine } from "@readback/core/printable";
import {
  type FileJournal,
  type GuardSettings,
  JournalError,
  openFileJournal,
} from "@readback/node";
import { commandValidator } from "./command-validator.js";
import type { HookAnswer, HookCall, Host, TodoItem } from "./hook-call.js";
import type { OwnTime } from "./within.js";

/** What a hook asks of a guard, wherever that is: each method may answer at once or later. */
export interface HookGuard {
  checkList(list: Parameters<TodoGuard["checkList"]>[0]): Promise<GuardVerdict>;
  report(report: GuardReport): Promise<GuardVerdict>;
  confirm(call: Parameters<TodoGuard["confirm"]>[0]): void | Promise<void>;
  observe(list: Parameters<TodoGuard["observe"]>[0]): void | Promise<void>;
  list(session: string): readonly GuardedTodoView[] | Promise<readonly GuardedTodoView[]>;
  heard(session: string): void | Promise<void>;
}

/** What a hook process decides with. */
export interface HookSettings {
  readonly config: GuardSettings;
  /** The state folder, such as `.readback`. */
  readonly folder: string;
  /** Where the validation command runs. */
  readonly cwd: string;
  /** Where time comes from. Default: the system's. */
  readonly clock?: Clock | undefined;
  /** For everything but a validation. */
  readonly time: OwnTime;
  /** A guard on another machine. Default: that of the journal in `folder`. */
  readonly elsewhere?: HookGuard | undefined;
}

/** What a hook decides with, once it is open. */
interface OpenGuard {
  readonly guard: HookGuard;
  /** Where the counts are, if that is this machine. */
  readonly journal: FileJournal | undefined;
  /** What the journal had to say when it was opened. */
  readonly problems: readonly string[];
  /** How long a check may take, in milliseconds: until it is time to answer. */
  readonly patience: number;
}

/** Time the host needs to read the answer, kept free at the end of its deadline. */
const MARGIN = 10_000;

/** How much longer than a validation may take a hook waits for one: the clocks of two processes may differ. */
const PATIENCE = 2_000;

const DAY = 24 * 60 * 60 * 1_000;

/** How long files from before the last compaction are kept, in milliseconds. */
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
    case "named":
      return takeNames(host, call, settings);
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
  { session, toolUseId, todos }: Extract<HookCall, { kind: "write" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  return withGuard(
    host,
    settings,
    session,
    namesOf(session, todos),
    async ({ guard, patience }) => {
      try {
        return answerTo(await guard.checkList({ session, toolUseId, todos, patience }));
      } catch (error) {
        // The call is wrong, not the guard: the agent can put that right.
        if (error instanceof InvalidInputError) return { kind: "block", reason: error.message };
        throw error;
      }
    },
  );
}

/** Ends the guard of what was allowed and has happened. Never a claim, and never an answer. */
async function confirm(
  host: Host,
  { session, toolUseId, todos }: Extract<HookCall, { kind: "written" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  return withGuard(host, settings, session, namesOf(session, todos), async ({ guard }) => {
    if (toolUseId) await guard.confirm({ session, toolUseId });
    else await guard.observe({ session, todos });
    return { kind: "pass" };
  });
}

/** Remembers what todos are called, for people and validators: their claims may name no more than an id. */
async function takeNames(
  host: Host,
  { session, todos }: Extract<HookCall, { kind: "named" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  return withGuard(host, settings, session, namesOf(session, todos), async ({ guard }) => {
    await guard.observe({ session, todos });
    return { kind: "pass" };
  });
}

/** The same completion also comes as a tool call, where the host has such a hook: the guard knows. */
async function decideCompleted(
  host: Host,
  { session, todo, id }: Extract<HookCall, { kind: "task-completed" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  const names = guardInstances(session, id);
  return withGuard(host, settings, session, names, async ({ guard, patience }) =>
    answerTo(await guard.report({ session, todo, id, patience })),
  );
}

/** The instances that these todos may have in the journal. */
function namesOf(session: string, todos: readonly TodoItem[]): readonly string[] {
  return todos.flatMap(({ content, id }) => guardInstances(session, id ?? content));
}

/** Reminds the agent, once, of todos it claimed and that did not pass. */
async function decideStop(
  host: Host,
  { session, wasBlocked }: Extract<HookCall, { kind: "stop" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  if (wasBlocked) return { kind: "pass" };
  return withGuard(host, settings, session, undefined, async ({ guard }) => {
    const open = todosToRemindOf(await guard.list(session));
    if (open.length === 0) return { kind: "pass" };
    return { kind: "block", reason: reminderOf(open) };
  });
}

/** What to do about todos that were claimed and did not pass: for those without attempts another thing. */
function reminderOf(open: readonly GuardedTodoView[]): string {
  const isLast = ({ attempt, maxRetryAttempts }: GuardedTodoView) => attempt >= maxRetryAttempts;
  const lines = (todos: readonly GuardedTodoView[], what: string) =>
    todos.length === 0
      ? []
      : [
          what,
          ...todos.map(
            ({ todo, attempt, maxRetryAttempts }) =>
              `- '${oneLine(todo)}' (attempt ${attempt} of ${maxRetryAttempts})`,
          ),
        ];
  return [
    "These todos were marked completed and have not passed yet.",
    ...lines(
      open.filter((todo) => !isLast(todo)),
      "Review each, finish it and mark it completed again, or say why it stays open:",
    ),
    ...lines(
      open.filter(isLast),
      "No attempt is left for these. Do not mark them completed again: tell the person what is missing, who can run `readback guard approve`:",
    ),
  ].join("\n");
}

/** Tells an agent that comes back which of its todos wait for a person; tidies up old files. */
async function recall(
  host: Host,
  { session }: Extract<HookCall, { kind: "session-start" }>,
  settings: HookSettings,
): Promise<HookAnswer> {
  return withGuard(host, settings, session, undefined, async ({ guard, journal, problems }) => {
    const waiting = todosForAPerson(await guard.list(session));
    const told = [...problems, ...(journal ? tidyUp(journal) : [])];
    if (waiting.length === 0) {
      return told.length > 0 ? { kind: "remark", text: told.join("\n") } : { kind: "pass" };
    }
    const list = waiting.map(({ todo }) => `- '${oneLine(todo)}'`);
    const text = [
      "These todos wait for the person (`readback guard approve`); do not mark them completed:",
      ...list,
    ].join("\n");
    return { kind: "context", text };
  });
}

/** Forgets what has ended, and deletes what was forgotten long ago. Returns what went wrong. */
function tidyUp(journal: FileJournal): readonly string[] {
  try {
    // A small journal would never be compacted for its size.
    journal.compact({ olderThan: DAY });
    journal.prune({ maxAge: KEPT_FOR });
    return [];
  } catch (error) {
    return [`Old entries of the todo guard could not be deleted: ${messageOf(error)}`];
  }
}

async function withGuard(
  host: Host,
  settings: HookSettings,
  session: string,
  instances: readonly string[] | undefined,
  run: (open: OpenGuard) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  const { config, folder, cwd, clock = systemClock, time, elsewhere } = settings;
  const left = host.deadline - MARGIN - time.used;
  if (elsewhere) return withGuardElsewhere(elsewhere, { session, left, clock }, run);
  const { validate, ...guardConfig } = config;
  const validationTimeout = Math.min(config.validationTimeout, Math.max(1, Math.floor(left)));
  const patience = validationTimeout + PATIENCE;
  const machines = [guardMachine];
  const problems: string[] = [];
  const opened: { guard?: TodoGuard; journal?: TimedJournal } = {};
  function open() {
    const journal = inTime(
      openFileJournal({
        folder,
        machines,
        durable: false,
        onProblem: (problem) => problems.push(messageOf(problem)),
        ...(instances && { instances }),
      }),
      time,
    );
    const guard = createGuardEngine(
      { ...guardConfig, validationTimeout, rememberCompleted: true },
      validate === null ? undefined : commandValidator(validate, cwd),
      {
        journal,
        clock: shortLived(clock, patience),
        onError: () => {},
        agent: host.name,
      },
    );
    Object.assign(opened, { guard, journal });
    guard.recover();
    mustBeWhole(journal);
    guard.heard(session);
    // The deadlines in the journal are another process's, by another clock: this one is ours.
    const answer = run({ guard, journal, problems, patience });
    // Without a validator all is decided and written by now: that needs no watchdog of its own.
    answer.catch(() => {});
    if (validate === null) journal.sync();
    return answer;
  }
  try {
    const answer = await time.run(open);
    const { journal } = opened;
    if (journal && !journal.isSynced()) time.run(() => journal.sync());
    return answer;
  } finally {
    opened.guard?.runtime.stop();
    opened.journal?.close();
  }
}

/** The same with a guard on another machine, which may not answer while the host waits. */
async function withGuardElsewhere(
  guard: HookGuard,
  {
    session,
    left,
    clock,
  }: { readonly session: string; readonly left: number; readonly clock: Clock },
  run: (open: OpenGuard) => Promise<HookAnswer>,
): Promise<HookAnswer> {
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    const why = `it did not answer within ${Math.round(left / 1_000)} seconds`;
    timer = clock.setTimeout(() => reject(new Error(why)), Math.max(1, left));
  });
  const answering = async () => {
    await guard.heard(session);
    const patience = Math.max(1, Math.floor(left - MARGIN));
    return run({ guard, journal: undefined, problems: [], patience });
  };
  try {
    return await Promise.race([answering(), late]);
  } finally {
    clock.clearTimeout(timer);
  }
}

/** A count that may be wrong is none: damage that may concern what is asked is a failure of the guard. */
function mustBeWhole(journal: FileJournal): void {
  const [first, ...more] = journal.damage();
  if (!first) return;
  const { file, at } = first;
  const where = at === null ? "records are missing in it" : `a record at byte ${at} is damaged`;
  const others = more.length > 0 ? `, and ${more.length} more` : "";
  const fix = "A person should look at it, and then run: readback guard repair";
  const path = `${journal.folder}/${file}`;
  throw new JournalError("damaged", path, `${where}${others}, and counts may be lost. ${fix}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A journal that knows whether all that was read from it or written to it is on the disk. */
interface TimedJournal extends FileJournal {
  isSynced(): boolean;
}

/** A journal whose work counts as the hook's own, also what is left of it when a validation has ended. */
function inTime(journal: FileJournal, time: OwnTime): TimedJournal {
  // What others wrote counts, too: nobody may be told of what a power cut can take back.
  let isSynced = false;
  const append: FileJournal["append"] = (entry) => {
    isSynced = false;
    return time.run(() => journal.append(entry));
  };
  const catchUp: FileJournal["catchUp"] = () => {
    const entries = time.run(() => journal.catchUp());
    if (entries.length > 0) isSynced = false;
    return entries;
  };
  const compact: FileJournal["compact"] = (when) => {
    isSynced = false;
    journal.compact(when);
  };
  const sync: FileJournal["sync"] = () => {
    journal.sync();
    isSynced = true;
  };
  return Object.create(journal, {
    append: { value: append },
    catchUp: { value: catchUp },
    compact: { value: compact },
    sync: { value: sync },
    isSynced: { value: () => isSynced },
  });
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
