import { beforeAll, describe, expect, it } from "vitest";
import type { AnyStateMachine } from "xstate";
import type { Ask, AskEvent } from "../src/ask-with-render-ack/ask.js";
import { askMachine } from "../src/ask-with-render-ack/machine.js";
import { instructionMachine } from "../src/instruction-ack/machine.js";
import {
  type GuardEvent,
  type GuardedTodo,
  guardMachine,
} from "../src/todo-attempt-guard/machine.js";
import type { TodoVerdict } from "../src/todo-attempt-guard/verdict.js";
import type { FailureType } from "../src/verify-retry-escalate/failure.js";
import { type VerifyEvent, verifyMachine } from "../src/verify-retry-escalate/machine.js";
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
  };
  const ask = (
    maxRetries: number,
    retry: Ask["retry"],
    other: Partial<Ask["times"]> = {},
  ): Ask => ({
    askId: "ask",
    requestBase: "own",
    session: "s",
    from: null,
    title: null,
    questions: [],
    maxRetries,
    retry,
    receipt: false,
    times: { ...times, ...other },
  });
  const requests = ["own.1", "own.2", "foreign.1"];
  const fromRequest = (
    ["RENDERED", "QUEUED", "DEQUEUED", "ACTIVITY", "CANCEL", "DECLINE"] as const
  ).flatMap((type) => requests.map((requestId): AskEvent => ({ type, requestId })));
  const events: readonly AskEvent[] = [
    ...fromRequest,
    ...["ask", "foreign"].map(
      (askId): AskEvent => ({ type: "ANSWER", requestId: "own.1", askId, answers: [] }),
    ),
    ...requests.flatMap((requestId): AskEvent[] => [
      { type: "PRESENT_FAILED", requestId, hint: "" },
      { type: "NO_SURFACE", requestId, hint: "" },
    ]),
    { type: "LEAVE" },
    { type: "JOIN" },
    { type: "ABORT" },
    { type: "SUPERSEDE" },
    { type: "RETRY" },
    { type: "CLAIM" },
    { type: "FORGET" },
  ];

  keepsItsPromises({
    machine: askMachine,
    inputs: [
      ask(0, "agent"),
      ask(1, "agent"),
      ask(1, "agent", { lateAnswerWindow: 0 }),
      ask(1, "agent", { responseCap: 15 }),
      ask(0, "host"),
      ask(2, "host"),
      { ...ask(1, "agent"), receipt: true },
    ],
    events: () => events,
    key: ({ attempt, requestId, closedUpTo, renderConfirmed, kept, unheard }) => [
      unheard,
      attempt,
      requestId,
      closedUpTo,
      renderConfirmed,
      kept,
    ],
  });
});

describe("todo-attempt-guard", () => {
  const results = ["PASSED", "FAILED", "WITHHELD", "GUARD_FAILED", "OVERRULED"] as const;
  const todo = (
    maxRetryAttempts: number,
    onGuardFailure: "block" | "allow",
    rememberCompleted?: boolean,
  ): GuardedTodo => ({
    session: "s",
    todo: "Write tests",
    maxRetryAttempts,
    validationTimeout: 10,
    retention: 20,
    onGuardFailure,
    rememberCompleted,
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
        todo(3, "block"),
        todo(3, "allow", true),
      ],
      /** Every claim so far may be repeated or judged; there are up to four. */
      events({ context: { claims } }) {
        const known = claims.map(({ toolUseId }) => toolUseId);
        const claimable = known.length < 4 ? [...known, `t${known.length + 1}`] : known;
        return [
          ...claimable.map((toolUseId): GuardEvent => ({ type: "CLAIM", toolUseId })),
          ...claimable.map(
            (toolUseId): GuardEvent => ({ type: "CLAIM", toolUseId, unchecked: true }),
          ),
          ...results.flatMap((type) =>
            known.map((toolUseId): GuardEvent => ({ type, toolUseId, detail: "" })),
          ),
          ...others.map((type): GuardEvent => ({ type })),
        ];
      },
      key: ({ attempt, claims }) => [
        attempt,
        claims.map(({ toolUseId, verdict }) => [toolUseId, judged(verdict)]),
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
      })),
      events: () =>
        (["DISPATCHED", "TICK", "ACKNOWLEDGE", "REDRIVE", "DISCARD"] as const).map((type) => ({
          type,
        })),
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
    { type: "RESPOND", response: { action: "skip" } },
    { type: "RESPOND", response: { action: "abort" } },
    { type: "ABORT", detail: "" },
  ];
  const again: readonly VerifyEvent[] = [
    { type: "RESPOND", response: { action: "retry" } },
    { type: "RESPOND", response: { action: "fix", instruction: "so" } },
  ];
  const verify = (maxAttempts: number, stuckAfter: number | null, carriedOver = 0) => ({
    task: { id: "t", name: "t" },
    settings: { maxAttempts, retryDelay: 5, executeTimeout: 10, verifyTimeout: 20, stuckAfter },
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

  keepsItsPromises(
    {
      machine: verifyMachine,
      inputs: [
        verify(1, null),
        verify(3, null),
        verify(3, 2),
        verify(2, null, 1),
        verify(2, null, 2),
      ],
      /** A person may send a task round for ever: here until it was executed four times. */
      events: ({ context }) => [...failures, ...others, ...(context.executions < 4 ? again : [])],
      key: ({ attempt, bound, executions, failures: failed, settledFailures, settings }) => [
        attempt,
        bound,
        executions,
        settings.stuckAfter === null
          ? null
          : failed
              .slice(settledFailures)
              .slice(-settings.stuckAfter)
              .map((one) => one.failure_type),
      ],
    },
    ["pending", "escalated"],
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
  });

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
    for (const path of explored.paths) {
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
