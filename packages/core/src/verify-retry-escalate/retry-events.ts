import { BoundedMap } from "../bounded-map.js";
import { mustBeEntries, mustBeEntry } from "../given.js";
import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "../journal/entry.js";
import { stateName } from "../journal/state-name.js";
import { mustFit } from "../must-fit.js";
import { createReplay } from "../runtime/replay.js";
import { truncate } from "../text.js";
import type { EscalationReason, VerifyContext } from "./context.js";
import type { VerifyStatus } from "./ending.js";
import { type FailureType, timestamp } from "./failure.js";
import { verifyMachine } from "./machine.js";
import { readResponse } from "./response.js";
import { retryContext } from "./retry-context.js";

interface Common {
  /** UTC, to the second. */
  readonly timestamp: string;
  readonly task_id: string;
}

/** What happened to a task, in the records of `retry.jsonl`. */
export type RetryEvent = Common &
  (
    | {
        readonly event: "attempt";
        readonly attempt: number;
        readonly status: "failed";
        readonly failure_type: FailureType;
        readonly error: string;
        readonly duration_ms: number;
        readonly suggested_fix?: string;
        readonly root_cause_guess?: string;
      }
    | {
        readonly event: "attempt";
        readonly attempt: number;
        readonly status: "success";
        readonly duration_ms: number;
      }
    | {
        readonly event: "feedback_injected";
        readonly attempt: number;
        readonly feedback_lines: number;
      }
    | { readonly event: "escalated"; readonly attempts: number; readonly reason: EscalationReason }
    | { readonly event: "user_response"; readonly response: string }
    | {
        readonly event: "resolved";
        readonly resolution: VerifyStatus;
        readonly task_name: string;
        readonly total_attempts: number;
        readonly total_duration_ms: number;
        readonly escalated: boolean;
        /** It was decided beforehand, with `onEscalate`; absent when a person decided. */
        readonly cause?: "policy";
      }
  );

/** Reads a journal as the story of its tasks: what `retry.log` and `retry.jsonl` are made of. */
export function retryEvents(entries: Iterable<JournalEntry>): Generator<RetryEvent> {
  mustBeEntries(entries, "journal");
  return eventsIn(entries);
}

function* eventsIn(entries: Iterable<JournalEntry>): Generator<RetryEvent> {
  const story = createRetryStory();
  for (const entry of entries) yield* story.apply(entry);
}

/** Throws an InvalidInputError for what are no events of a retry log. */
export function mustBeEvents(events: Iterable<RetryEvent>, subject: string): void {
  mustBeEntries(events, subject, "events, such as retryEvents(journal.read())");
}

/** Throws an InvalidInputError for what is no event of a retry log. */
export function mustBeEvent(event: RetryEvent, subject: string): void {
  const isEnd = (event as RetryEvent | null)?.event === "resolved";
  mustFit(event, isEnd ? END_SHAPE : EVENT_SHAPE, subject);
}

const EVENT_SHAPE = { event: "text", timestamp: "text", task_id: "text" } as const;
const END_SHAPE = { ...EVENT_SHAPE, task_name: "text", total_attempts: "number" } as const;

/** A task that has not ended. */
export interface OpenTask {
  readonly instance: string;
  readonly state: string;
  readonly context: VerifyContext;
}

/** The story of the tasks of a journal, entry by entry. */
export interface RetryStory {
  /** What an entry adds to it. */
  apply(entry: JournalEntry): readonly RetryEvent[];
  /** The process that runs or ran an instance, where several share the journal and it is not forgotten. */
  ownerOf(instance: string): string | undefined;
  /** What is known of the tasks that have not ended, by the names of their states. */
  open(): Iterable<OpenTask>;
}

/** Reads a journal entry by entry, while it is written. */
export function createRetryStory(): RetryStory {
  const replay = createReplay([verifyMachine]);
  const escalated = new Set<string>();
  const owners = new BoundedMap<string, string>(OWNERS);

  function apply(entry: JournalEntry): readonly RetryEvent[] {
    mustBeEntry(entry, "journal entry");
    if (entry.machine !== verifyMachine.id) return [];
    const { instance } = entry;
    const before = contextIn(replay, instance);
    const after = replay.step(entry)?.state.snapshot.context as VerifyContext | undefined;
    if (!after || entry.event === START_EVENT) return [];
    if (after.process !== undefined) owners.set(instance, after.process);
    if (after.escalation !== null) escalated.add(instance);
    // A checkpoint repeats where things stand: nothing has happened.
    if (entry.event === CHECKPOINT_EVENT) return [];
    const common = { timestamp: timestamp(entry.time), task_id: after.task.id };
    const events = eventsOf(entry, before, after, escalated.has(instance));
    if (entry.done) escalated.delete(instance);
    return events.map((event) => ({ ...common, ...event }) as RetryEvent);
  }

  return {
    apply,
    ownerOf: (instance) => owners.get(instance),
    *open() {
      for (const { id, snapshot } of replay.instances.all()) {
        const context = snapshot.context as VerifyContext;
        yield { instance: id, state: stateName(snapshot.value), context };
      }
    },
  };
}

/** How many instances to remember the process of. */
const OWNERS = 100_000;

/** How much is kept of a response that makes no sense. */
const LONGEST_RESPONSE = 200;

/** States in which a person has been asked already. */
const ASKED: ReadonlySet<string | null> = new Set(["escalated", "undecided"]);

type WithoutCommon<E> = E extends unknown ? Omit<E, keyof Common> : never;

function eventsOf(
  entry: JournalEntry,
  before: VerifyContext | undefined,
  after: VerifyContext,
  wasEscalated: boolean,
): readonly WithoutCommon<RetryEvent>[] {
  const events: WithoutCommon<RetryEvent>[] = [];
  const failure = after.failures.at(-1);
  if (failure && after.failures.length > (before?.failures.length ?? 0)) {
    events.push({
      event: "attempt",
      attempt: failure.attempt,
      status: "failed",
      failure_type: failure.failure_type,
      error: failure.error_summary,
      duration_ms: failure.duration_ms,
      ...(failure.suggested_fix === null ? {} : { suggested_fix: failure.suggested_fix }),
      ...(failure.root_cause_guess === null ? {} : { root_cause_guess: failure.root_cause_guess }),
    });
  }
  if (entry.event === "RESPOND") {
    events.push({ event: "user_response", response: responseIn(entry) });
  }
  if (entry.to === "executing") {
    const feedback = retryContext(after);
    const feedback_lines = feedback?.split("\n").length ?? 0;
    if (feedback)
      events.push({ event: "feedback_injected", attempt: after.attempt, feedback_lines });
  }
  // Asking again, in this process or in a later one, is the same escalation.
  const isEscalated = after.escalation !== null && (before?.escalation ?? null) === null;
  if (isEscalated || (entry.to === "escalated" && !ASKED.has(entry.from))) {
    const reason = after.escalation ?? "max_retries_exceeded";
    events.push({ event: "escalated", attempts: after.attempt, reason });
  }
  if (entry.to === "done") {
    const duration_ms = entry.time - after.attemptSince;
    events.push({ event: "attempt", attempt: after.attempt, status: "success", duration_ms });
  }
  if (entry.done) {
    events.push({
      event: "resolved",
      resolution: entry.to === "unresolved" ? "escalated" : (entry.to as VerifyStatus),
      task_name: after.task.name,
      total_attempts: after.executions,
      total_duration_ms: entry.time - after.startedAt,
      escalated: wasEscalated,
      ...(entry.cause === "policy" && isDecided(entry.to) && { cause: "policy" as const }),
    });
  }
  return events;
}

/** Whether somebody decided that the task ends so. */
function isDecided(state: string): boolean {
  return state === "skipped" || state === "aborted";
}

function contextIn(
  replay: ReturnType<typeof createReplay>,
  instance: string,
): VerifyContext | undefined {
  return replay.instances.get(instance)?.snapshot.context as VerifyContext | undefined;
}

/** What a person decided, in a word; what makes no sense stands there as it was said. */
function responseIn({ payload }: JournalEntry): string {
  const said = payload?.response;
  const unusable =
    typeof said === "string" ? said : String((said as { action?: unknown } | null)?.action);
  return readResponse(said)?.action ?? truncate(unusable, LONGEST_RESPONSE);
}
