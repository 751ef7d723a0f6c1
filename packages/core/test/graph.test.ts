import { beforeAll, describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import type { Ask, AskStart, AskTimes, Call } from "../src/ask-with-render-ack/ask.js";
import { type AskContext, presentations } from "../src/ask-with-render-ack/context.js";
import { askMachine } from "../src/ask-with-render-ack/machine.js";
import type { AskEvent } from "../src/ask-with-render-ack/protocol.js";
import { instructionMachine } from "../src/instruction-ack/machine.js";
import type { GuardEvent } from "../src/todo-attempt-guard/events.js";
import type { GuardedTodo } from "../src/todo-attempt-guard/guarded-todo.js";
import { guardMachine } from "../src/todo-attempt-guard/machine.js";
import type { TodoVerdict } from "../src/todo-attempt-guard/verdict.js";
import type { VerifyEvent } from "../src/verify-retry-escalate/events.js";
import type { FailureType } from "../src/verify-retry-escalate/failure.js";
import { verifyMachine } from "../src/verify-retry-escalate/machine.js";
import {
  type Exploration,
  type Explored,
  endsOfTime,
  explore,
  statesInRuntime,
  walkedByActor,
} from "./support/graph.js";

describe("ask-with-render-ack", () => {
  const times = {
    renderTimeout: 10,
    responseTimeout: 20,
    responseCap: 30,
    queueCap: 40,
    idleWindow: 50,
    lateAnswerWindow: 60,
    memory: 70,
  };
  const start = (
    { times: other, ...terms }: Partial<Omit<Ask, "times">> & { times?: Partial<AskTimes> },
    call: Partial<Call> = {},
  ): AskStart => ({
    ask: {
      askId: "ask",
      requestBase: "own",
      session: "s",
      from: null,
      title: null,
      questions: [],
      maxRetries: 1,
      retry: "agent",
      concurrency: "queue",
      ...terms,
      times: { ...times, ...other },
    },
    call: { caller: "one", ...call },
    at: 0,
  });
  const surface = [
    "RENDERED",
    "LOST",
    "QUEUED",
    "DEQUEUED",
    "ACTIVITY",
    "CANCEL",
    "DECLINE",
  ] as const;
  const events: readonly AskEvent[] = [
    ...["own.1", "own.2"].flatMap((requestId): AskEvent[] => [
      ...["p", "q"].flatMap((process): AskEvent[] => [
        { type: "RENDERED", requestId, process },
        { type: "LOST", requestId, process },
      ]),
      ...surface.map((type): AskEvent => ({ type, requestId })),
      { type: "ANSWER", requestId, answers: [] },
      { type: "PRESENT_FAILED", requestId, hint: "" },
      { type: "NO_SURFACE", requestId, hint: "" },
    ]),
    { type: "ANSWER", requestId: "own.1", answers: [{ id: "q1", values: ["x"], custom: null }] },
    { type: "WRONG_ANSWER", requestId: "own.1", problem: "" },
    { type: "RENDERED", requestId: "foreign.1" },
    { type: "ANSWER", requestId: "foreign.1", answers: [] },
    ...["one", "two"].flatMap((caller): AskEvent[] => [
      { type: "LEAVE", caller },
      { type: "ABORT", caller },
    ]),
    { type: "RECEIVED", caller: "one" },
    ...["one", "two"].map((caller): AskEvent => ({ type: "NOT_RECEIVED", caller })),
    { type: "SHOW" },
    { type: "SUPERSEDE" },
    { type: "FORGET" },
  ];
  /** A second caller joins where `from` says that there is one; it cannot wait long. */
  const calls = ({ ask: { concurrency, from } }: AskContext): AskEvent[] => [
    { type: "CALL", caller: "one", at: 0 },
    ...(from ? [{ type: "CALL", caller: "two", patience: 7, at: 0 } as const] : []),
    ...(concurrency === "reject"
      ? [{ type: "CALL", caller: "one", others: 1, at: 0 } as const]
      : []),
  ];
  const repeated: AskEvent = { type: "CALL", caller: "one", key: "k", at: 0 };

  keepsItsPromises({
    machine: askMachine,
    inputs: [
      start({ maxRetries: 0, concurrency: "reject" }),
      start({ concurrency: "reject" }),
      start({ times: { lateAnswerWindow: 0, memory: 0 } }),
      start({ maxRetries: 0, times: { responseCap: 15 } }),
      start({ maxRetries: 0, retry: "host" }),
      start({ retry: "host" }),
      start({ maxRetries: 0, from: "two agents" }),
      start({ concurrency: "reject" }, { others: 1 }),
      start({ session: "keys" }, { key: "k" }),
    ],
    /** A question may be asked for ever: here until there were two presentations. */
    events: ({ context }) => {
      const hasKey = context.ask.session === "keys";
      const isNext = context.outcome !== null && context.bound > 1 && !hasKey;
      const mayCall = presentations(context) < 2 && !isNext;
      return [
        ...events,
        ...(mayCall || context.kept || context.untold ? calls(context) : []),
        ...(context.remembered ? [repeated] : []),
      ];
    },
    key: ({ earlier, attempt, requestId, closedUpTo, answeredUpTo, callers, ...context }) => [
      [earlier, attempt, requestId, closedUpTo, answeredUpTo],
      callers.map(({ id }) => id),
      [...new Set(context.handedTo)],
      [context.renderConfirmed, context.kept, context.untold, context.answer],
      context.outcome && context.outcome === "answered",
      context.remembered?.map(({ result }) => result.requestId),
    ],
  });
});

describe("todo-attempt-guard", () => {
  const results = ["PASSED", "FAILED", "WITHHELD", "GUARD_FAILED", "OVERRULED"] as const;
  const todo = (
    maxRetryAttempts: number,
    onGuardFailure: "block" | "allow",
    rememberCompleted?: boolean,
    rules?: 2,
  ): GuardedTodo => ({
    session: "s",
    todo: "Write tests",
    maxRetryAttempts,
    validationTimeout: 10,
    retention: 20,
    onGuardFailure,
    rememberCompleted,
    rules,
  });
  const judged = (verdict: TodoVerdict | null) =>
    verdict && (verdict.kind === "exhausted" ? verdict.kind : verdict.decision);
  const others = ["COMPLETED", "REOPENED", "APPROVE", "RESET", "SESSION_ENDED"] as const;

  keepsItsPromises(
    {
      machine: guardMachine,
      inputs: [
        todo(1, "block"),
        todo(2, "block", true),
        todo(2, "allow"),
        todo(3, "allow", true),
        todo(2, "block", true, 2),
        todo(2, "allow", false, 2),
      ],
      /** Every claim so far may be repeated or judged; there are up to four. */
      events({ context: { claims, guarded, silent } }) {
        const known = claims.map(({ toolUseId }) => toolUseId);
        const most = guarded.rules === 2 ? 3 : 4;
        const next = known.length < most ? [`t${known.length + 1}`] : [];
        const claimable = [...known, ...next];
        // Long after the claim before, or so soon that it is its twin.
        const isToday = guarded.rules === 2;
        const late = isToday ? { at: 10_000 * (known.length + 1) } : {};
        const now = isToday ? { at: 10_000 * known.length + 1 } : {};
        const soon = claims.filter(({ twinOf }) => twinOf === undefined).at(-1)?.decidedAt;
        const claim = (ids: readonly string[], more: object = {}) =>
          ids.map((toolUseId): GuardEvent => ({ type: "CLAIM", toolUseId, ...late, ...more }));
        return [
          ...claim(claimable),
          ...claim(claimable, { unchecked: true }),
          ...(isToday
            ? [...claim(next, { from: "list" }), ...claim(next, { from: "report" })]
            : []),
          // What a deadline decided has the time of the clock, which goes on.
          ...(isToday && soon !== undefined && soon < 1e6 ? claim(next, { at: soon }) : []),
          ...known.map((toolUseId): GuardEvent => ({ type: "HAPPENED", toolUseId })),
          ...results.flatMap((type) =>
            known.map((toolUseId): GuardEvent => ({ type, toolUseId, detail: "", ...now })),
          ),
          ...others.map((type): GuardEvent => ({ type })),
          ...(silent ? [{ type: "HEARD" } as const] : []),
        ];
      },
      key: ({ attempt, claims, silent = false }) => [
        attempt,
        silent,
        claims.map(({ toolUseId, verdict, twinOf, reported }) => [
          toolUseId,
          judged(verdict),
          twinOf,
          reported,
        ]),
      ],
    },
    ["exhausted"],
  );
});

describe("instruction-ack", () => {
  keepsItsPromises(
    {
      machine: instructionMachine,
      inputs: [0, 1, 2, 3].map((maxRetries) => ({
        id: "i",
        content: "Check for the CLI",
        maxRetries,
        expiresAfter: 10,
        whenFailed: maxRetries === 0 ? ("end" as const) : ("wait" as const),
        until: "npm test",
      })),
      events: () => [
        ...(["DISPATCHED", "TICK", "ACKNOWLEDGE", "REDRIVE", "DISCARD"] as const).map((type) => ({
          type,
        })),
        { type: "REDRIVE" as const, trackedAs: "another" },
        { type: "DUPLICATE" as const, trackedAs: "another" },
        { type: "TOOL_SEEN" as const, tool: "Bash", texts: ["npm test"] },
      ],
      key: ({ attempt }) => attempt,
      clockEvents: ["DISPATCHED", "TICK"],
    },
    ["failed"],
  );
});

describe("verify-retry-escalate", () => {
  const failures: readonly VerifyEvent[] = (
    ["verification_failed", "architect_rejected"] as const
  ).map((failure: FailureType) => ({ type: "FAILED", failure, report: { error: "no" } }));
  const others: readonly VerifyEvent[] = [
    { type: "START" },
    { type: "EXECUTED" },
    { type: "PASSED" },
    {
      type: "HOPELESS",
      reason: "permission_denied",
      failure: "execution_error",
      report: { error: "no" },
    },
    { type: "BLOCKED", detail: "" },
    { type: "BROKEN", detail: "" },
    { type: "RESPOND", response: { action: "skip" } },
    { type: "RESPOND", response: { action: "abort" } },
    { type: "RESPOND", response: "maybe" },
    { type: "UNANSWERED", error: null },
    { type: "RECOVERED" },
    { type: "RECOVERED", process: "p2" },
    { type: "ABORT", detail: "" },
  ];
  const again: readonly VerifyEvent[] = [
    { type: "RESPOND", response: { action: "retry" } },
    { type: "RESPOND", response: { action: "fix", instruction: "so" } },
  ];
  const verify = (maxAttempts: number, stuckAfter: number | null, carriedOver = 0) => ({
    task: { id: "t", name: "t" },
    settings: {
      maxAttempts,
      retryDelay: 5,
      executeTimeout: 10,
      verifyTimeout: 20,
      stuckAfter,
      maxAsks: 2,
    },
    previous: Array.from({ length: carriedOver }, (_, index) => ({
      attempt: index + 1,
      timestamp: "2026-01-26T14:30:00Z",
      failure_type: "timeout" as const,
      error_summary: "no",
      error_details: null,
      executor_output: {
        status: "failure" as const,
        files_modified: [],
        verification: null,
        error: "no",
      },
      root_cause_guess: null,
      suggested_fix: null,
      files_state: [],
      learnings: [],
      duration_ms: 0,
    })),
  });

  const setTo = (onEscalate: "skip" | "abort") => {
    const input = verify(1, null);
    return { ...input, settings: { ...input.settings, onEscalate } };
  };

  keepsItsPromises(
    {
      machine: verifyMachine,
      inputs: [
        { ...verify(1, null), whenUndecided: "end" },
        verify(3, null),
        verify(3, 2),
        setTo("skip"),
        setTo("abort"),
        verify(2, null, 1),
        verify(2, null, 2),
      ],
      /** A person may send a task round for ever: here until it was executed three times. */
      events: ({ context }) => [...failures, ...others, ...(context.executions < 3 ? again : [])],
      key: ({ attempt, bound, executions, failures: failed, settings, ...context }) => [
        attempt,
        bound,
        executions,
        context.escalation && context.asked,
        settings.stuckAfter === null
          ? null
          : failed
              .slice(context.settledFailures)
              .slice(-settings.stuckAfter)
              .map((one) => one.failure_type),
      ],
    },
    ["pending", "escalated", "undecided"],
  );
});

/** `waiting`: the states in which a person, or the agent, has to act. */
function keepsItsPromises<M extends AnyStateMachine>(
  exploration: Exploration<M>,
  waiting: readonly string[] = [],
): void {
  const { machine } = exploration;
  let explored: Explored<M>;
  beforeAll(() => {
    explored = explore(exploration);
  }, 240_000);

  it("reaches every state", () => {
    const { all, reached } = explored.states;
    expect(all.filter((state) => !reached.has(state))).toEqual([]);
  });

  it("takes every transition", () => {
    const { all, reached } = explored.transitions;
    expect(all.filter((transition) => !reached.has(transition))).toEqual([]);
  });

  it("takes the same transitions as an actor of XState", () => {
    for (const path of explored.paths) expect(walkedByActor(machine, path)).toEqual(path.steps);
  });

  it("goes through the same states in the runtime", () => {
    // The runtime stamps the time itself.
    const unstamped = explored.paths.filter(({ steps }) =>
      steps.every(({ event }) => !("at" in event)),
    );
    for (const path of unstamped) {
      expect(statesInRuntime(machine, path)).toEqual(path.steps.map(({ state }) => state));
    }
  });

  it(`has a clock running in every state that is not final${except(waiting)}`, () => {
    const unclocked = [...explored.places.values()]
      .filter(({ isFinal, isTimed }) => !isFinal && !isTimed)
      .map(({ state }) => state);
    expect(new Set(unclocked)).toEqual(new Set(waiting));
  });

  it("comes to an end, or to somebody who has to act, by time alone", () => {
    const finals = [...explored.places.values()].filter((place) => place.isFinal);
    const ends = new Set([...waiting, ...finals.map(({ state }) => state)]);
    expect([...endsOfTime(explored)].filter((end) => !ends.has(end))).toEqual([]);
  });
}

function except(states: readonly string[]): string {
  return states.length === 0 ? "" : `, except ${states.join(" and ")}`;
}
