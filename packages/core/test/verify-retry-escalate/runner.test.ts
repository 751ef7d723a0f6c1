import { describe, expect, it, vi } from "vitest";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { parseUserResponse } from "../../src/verify-retry-escalate/response.js";
import { retryEvents } from "../../src/verify-retry-escalate/retry-events.js";
import { retryState } from "../../src/verify-retry-escalate/retry-state.js";
import {
  type AttemptRequest,
  type Escalation,
  type RunVerifiedOptions,
  runVerified,
} from "../../src/verify-retry-escalate/runner.js";

import { skippedTasks } from "../../src/verify-retry-escalate/skipped-tasks.js";

const PROBLEM = 'Invalid response: must be "retry", "skip", "abort" or "fix: <instruction>"';
const task = { id: "03-01:task-3", name: "Create the class" };

/** Runs the task with scripted verifications; says what the executor and the person saw. */
async function run(
  verifications: readonly (boolean | { error: string })[],
  given: Partial<RunVerifiedOptions<string>> & { responses?: string[] } = {},
) {
  const attempts: AttemptRequest[] = [];
  const escalations: Escalation[] = [];
  const results = [...verifications];
  const { responses: said, ...options } = given;
  const responses = [...(said ?? [])];
  const outcome = await runVerified<string>({
    task,
    clock: createSimulatedClock(),
    execute: (request) => {
      attempts.push(request);
      return { status: "success", output: `work ${attempts.length}` };
    },
    verify: () => {
      const result = results.shift() ?? false;
      return typeof result === "boolean" ? result : { passed: false, ...result };
    },
    ...(said
      ? {
          escalate: (escalation) => {
            escalations.push(escalation);
            return responses.shift() ?? "abort";
          },
        }
      : {}),
    ...options,
  });
  return { outcome, attempts, escalations };
}

describe("a task", () => {
  it("that passes is done, with its output", async () => {
    const { outcome, attempts } = await run([true]);
    expect(outcome).toMatchObject({ status: "done", attempts: 1, output: "work 1", failures: [] });
    expect(attempts[0]?.retryContext).toBeNull();
  });

  it("that succeeds and is not verified is tried again with what it learned, each time its own", async () => {
    const requests: AttemptRequest[] = [];
    let execution = 0;
    const { outcome } = await run([{ error: "no" }, { error: "no" }, true], {
      execute: (request) => {
        requests.push(request);
        execution += 1;
        const learnings = execution === 1 ? ["the port is 80"] : ["the host is b"];
        return execution === 3 ? { status: "success" } : { status: "success", learnings };
      },
    });
    expect(outcome.failures.map(({ learnings }) => learnings)).toEqual([
      ["the port is 80"],
      ["the host is b"],
    ]);
    expect(requests[2]?.retryContext).toMatch(/- the port is 80\n +- the host is b\n/);
  });

  it("that fails is tried again with what was learnt", async () => {
    const { outcome, attempts } = await run([{ error: "2 tests failed" }, true]);
    expect(outcome).toMatchObject({ status: "done", attempts: 2, output: "work 2" });
    expect(attempts[1]?.retryContext).toContain('<retry_context attempt="2" max_attempts="3">');
    expect(attempts[1]?.retryContext).toContain("2 tests failed");
  });

  it("that fails for the third time is escalated", async () => {
    const { outcome, attempts } = await run([false, false, false]);
    expect(attempts).toHaveLength(3);
    expect(outcome).toMatchObject({
      status: "escalated",
      reason: "max_retries_exceeded",
      attempts: 3,
    });
    expect(outcome.status === "escalated" && outcome.message).toContain("**Attempts:** 3 of 3");
  });

  it.each([1, 2, 5])("is executed at most maxAttempts = %i times", async (maxAttempts) => {
    const { attempts } = await run([], { maxAttempts });
    expect(attempts).toHaveLength(maxAttempts);
  });

  it("that throws is a failed attempt", async () => {
    const { outcome } = await run([], {
      maxAttempts: 1,
      execute: () => {
        throw new Error("Cannot find module 'uuid'");
      },
    });
    expect(outcome.failures).toMatchObject([
      { failure_type: "execution_error", error_summary: "Cannot find module 'uuid'" },
    ]);
  });

  it("that takes too long is a failed attempt, its signal aborted and its result ignored", async () => {
    const clock = createSimulatedClock();
    const signals: AbortSignal[] = [];
    const finish: (() => void)[] = [];
    const running = runVerified({
      task,
      clock,
      executeTimeout: 1_000,
      maxAttempts: 2,
      execute: ({ signal }) => {
        signals.push(signal);
        return new Promise((resolve) => {
          finish.push(() => resolve({ status: "success" }));
        });
      },
      verify: () => true,
    });
    clock.advance(1_000);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    finish[0]?.();
    await Promise.resolve();
    finish[1]?.();
    const outcome = await running;
    expect(outcome).toMatchObject({ status: "done", attempts: 2 });
    expect(outcome.failures).toMatchObject([
      { failure_type: "timeout", error_summary: "Execution took longer than 1000 ms" },
    ]);
  });

  it.each([
    [{ status: "blocked", reason: "waits for task 2" } as const, "blocked", undefined],
    [{ status: "impossible", reason: "no such API" } as const, "escalated", "reported_impossible"],
    [
      { status: "failure", error: "EACCES", hopeless: "permission_denied" } as const,
      "escalated",
      "permission_denied",
    ],
  ])("that reports %j is not retried", async (execution, status, reason) => {
    let executions = 0;
    const { outcome } = await run([], {
      execute: () => {
        executions += 1;
        return execution;
      },
    });
    expect(executions).toBe(1);
    expect(outcome.status).toBe(status);
    if (reason) expect(outcome).toMatchObject({ reason });
  });

  it("whose executor may not touch a file goes to a person at once", async () => {
    const { outcome } = await run([], {
      execute: () => {
        throw Object.assign(new Error("no"), { code: "EPERM" });
      },
    });
    expect(outcome).toMatchObject({ status: "escalated", reason: "permission_denied" });
  });

  it("that fails the same way again and again is escalated early when asked to", async () => {
    const same = [{ error: "Timeout after 31 ms" }, { error: "Timeout after 7 ms" }];
    const { outcome, attempts } = await run(same, { maxAttempts: 5, stuckAfter: 2 });
    expect(attempts).toHaveLength(2);
    expect(outcome).toMatchObject({ status: "escalated", reason: "same_failure_repeated" });
  });
});

it("gets stuck again only by failures after a person decided", async () => {
  const same = { error: "the same" };
  const { attempts, escalations } = await run([same, same, same, same, true], {
    stuckAfter: 2,
    responses: ["retry", "fix: look again"],
  });
  expect(escalations.map(({ reason }) => reason)).toEqual([
    "same_failure_repeated",
    "same_failure_repeated",
  ]);
  expect(attempts).toHaveLength(5);
});

describe("a person's response", () => {
  it("retry starts the count again and forgets nothing", async () => {
    const { outcome, attempts } = await run([false, false, false, false, true], {
      responses: ["retry"],
    });
    expect(outcome).toMatchObject({ status: "done", attempts: 5 });
    expect(attempts.map(({ attempt, maxAttempts }) => `${attempt}/${maxAttempts}`)).toEqual([
      "1/3",
      "2/3",
      "3/3",
      "1/3",
      "2/3",
    ]);
    expect(attempts[3]?.failures).toHaveLength(3);
  });

  it("fix adds one attempt and stands first in its context", async () => {
    const { outcome, attempts, escalations } = await run([false, false, false, false], {
      responses: ["fix: use .trim() first", "skip"],
    });
    expect(outcome).toMatchObject({ status: "skipped", cause: "human", attempts: 4 });
    expect(escalations).toHaveLength(2);
    const context = attempts[3]?.retryContext ?? "";
    expect(context).toContain('<retry_context attempt="4" max_attempts="4">');
    expect(context).toContain("User provided fix: use .trim() first");
    expect(context.indexOf("<user_intervention>")).toBeLessThan(
      context.indexOf("<previous_failures>"),
    );
  });

  it("skip warns of the dependants, abort keeps what there is", async () => {
    const skipped = await run([], {
      task: { ...task, dependants: ["03-01:task-4"] },
      responses: ["skip"],
    });
    expect(skipped.outcome).toMatchObject({ status: "skipped", dependants: ["03-01:task-4"] });
    const aborted = await run([], { responses: ["abort"] });
    expect(aborted.outcome).toMatchObject({ status: "aborted", cause: "human" });
    expect(aborted.outcome.failures).toHaveLength(3);
  });

  it("that makes no sense is asked for again, at most three times", async () => {
    const corrected = await run([], { responses: ["perhaps", "SKIP "] });
    expect(corrected.escalations.map(({ problem }) => problem)).toEqual([null, PROBLEM]);
    expect(corrected.outcome.status).toBe("skipped");
    const never = await run([], { responses: ["a", "b", "c", "d"] });
    expect(never.escalations).toHaveLength(3);
    expect(never.outcome).toMatchObject({ status: "escalated", cause: "policy", error: PROBLEM });
    const once = await run([], { responses: ["a", "skip"], maxAsks: 1 });
    expect(once.outcome.status).toBe("escalated");
  });

  it("is in the journal, and so is that nobody decided", async () => {
    const journal = createMemoryJournal();
    await run([], { journal, maxAttempts: 1, responses: ["a", "b", "c"] });
    const entries = [...journal.read()].slice(-3);
    expect(entries.map(({ event, from, to, cause }) => [event, from, to, cause])).toEqual([
      ["RESPOND", "escalated", "escalated", "policy"],
      ["RESPOND", "escalated", "escalated", "policy"],
      ["RESPOND", "escalated", "undecided", "policy"],
    ]);
    expect(entries.map(({ payload }) => payload?.response)).toEqual(["a", "b", "c"]);
    const said = [...retryEvents(journal.read())].map((one) =>
      one.event === "user_response" ? one.response : one.event,
    );
    expect(said).toEqual(["attempt", "escalated", "a", "b", "c"]);
  });

  it("that cannot be had leaves the task escalated, with the reason", async () => {
    const { outcome } = await run([], {
      escalate: () => {
        throw new Error("nobody there");
      },
    });
    expect(outcome).toMatchObject({
      status: "escalated",
      cause: "system",
      error: "nobody there",
    });
  });

  it("is asked for again in a later run of the same session", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    const session = { journal, clock, session: "s1" };
    const first = await run([], session);
    expect(first.outcome).toMatchObject({ status: "escalated", cause: "policy", error: null });
    const state = retryState([...journal.read()]).task_retries[task.id];
    expect(state).toMatchObject({ status: "escalated", retry_count: 3 });
    const second = await run([true], { ...session, responses: ["what?", "fix: look again"] });
    expect(second.escalations.map(({ problem }) => problem)).toEqual([null, PROBLEM]);
    expect(second.outcome).toMatchObject({ status: "done", attempts: 4 });
    const escalations = [...retryEvents(journal.read())].filter(
      ({ event }) => event === "escalated",
    );
    expect(escalations).toHaveLength(1);
  });
});

describe("aborting", () => {
  it("ends the run at once and tells the executor", async () => {
    const controller = new AbortController();
    let told = false;
    const clock = createSimulatedClock();
    const running = runVerified({
      task,
      clock,
      signal: controller.signal,
      execute: ({ signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            told = true;
          });
        }),
      verify: () => true,
    });
    controller.abort();
    expect(await running).toMatchObject({ status: "aborted", cause: "system", attempts: 1 });
    expect(told).toBe(true);
    expect(clock.next()).toBeUndefined();
  });

  it("before the start executes nothing", async () => {
    const { outcome, attempts } = await run([true], { signal: AbortSignal.abort() });
    expect(outcome).toMatchObject({ status: "aborted", reason: "The caller aborted the run" });
    expect(attempts).toEqual([]);
  });

  it("gives the text that it is aborted with as the reason", async () => {
    for (const [given, told] of [
      ["Interrupted (Ctrl-C)", "Interrupted (Ctrl-C)"],
      [" ", "The caller aborted the run"],
      ["x".repeat(2_000), `${"x".repeat(999)}…`],
    ]) {
      const { outcome } = await run([true], { signal: AbortSignal.abort(given) });
      expect(outcome).toMatchObject({ status: "aborted", reason: told });
    }
  });
});

describe("after a crash", () => {
  it("goes on in the same session, and the interrupted attempt counts", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    const hang = { task, journal, clock, session: "s1", verify: () => true };
    for (let crash = 0; crash < 2; crash += 1) {
      void runVerified({ ...hang, execute: () => new Promise(() => {}) });
    }
    const requests: AttemptRequest[] = [];
    const outcome = await runVerified({
      ...hang,
      execute: (request) => {
        requests.push(request);
        return undefined;
      },
    });
    expect(requests.map(({ attempt }) => attempt)).toEqual([3]);
    expect(outcome).toMatchObject({ status: "done", attempts: 3 });
    expect(outcome.failures[0]?.error_summary).toContain("Interrupted");
  });

  it("counts again from 1 in a new session, unless the count is carried over", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    let seen = 0;
    void runVerified({
      task,
      journal,
      clock,
      maxAttempts: 3,
      execute: () => {
        seen += 1;
        return seen === 3 ? new Promise(() => {}) : undefined;
      },
      verify: () => false,
    });
    await new Promise((resolve) => setImmediate(resolve));
    const carryOver = retryState([...journal.read()]).task_retries[task.id];
    expect(carryOver).toMatchObject({ retry_count: 2, current_attempt: 3, status: "executing" });
    const fresh = await run([]);
    expect(fresh.attempts).toHaveLength(3);
    const carried = await run([], carryOver ? { carryOver } : {});
    expect(carried.attempts.map(({ attempt }) => attempt)).toEqual([3]);
    expect(carried.attempts[0]?.failures).toHaveLength(2);
  });
});

describe("the retry state", () => {
  const started = async (verify: () => boolean, retryDelay: number) => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    void runVerified({ task, journal, clock, retryDelay, execute: () => undefined, verify });
    await new Promise((resolve) => setImmediate(resolve));
    return retryState([...journal.read()]);
  };

  it("names the attempt to come while a retry waits", async () => {
    const { task_retries } = await started(() => false, 1_000);
    expect(task_retries[task.id]).toMatchObject({
      status: "retrying",
      retry_count: 1,
      current_attempt: 2,
    });
  });

  it("does not count a first success as a retry that worked", async () => {
    expect((await started(() => true, 0)).global_stats.successful_retries).toBe(0);
  });
});

describe("a fix without an instruction", () => {
  const MISSING =
    'Invalid response: instruction: is missing: say what to do. Possible: "retry", "skip", "abort" or "fix: <instruction>"';

  it.each<[string, unknown]>([
    ["no instruction", { action: "fix" }],
    ["nothing", { action: "fix", instruction: null }],
    ["an empty one", { action: "fix", instruction: "" }],
    ["spaces", { action: "fix", instruction: " \n" }],
    ["characters nobody sees", { action: "fix", instruction: "\u200b\u3164" }],
    ["an object", { action: "fix", instruction: {} }],
    ["a number", { action: "fix", instruction: 5 }],
    ["the word alone", "fix"],
    ["the word and a colon", "fix: "],
  ])("is told as unusable, and is no attempt: %s", async (_, said) => {
    const asked: (string | null)[] = [];
    const { outcome, attempts } = await run([], {
      maxAttempts: 1,
      maxAsks: 2,
      escalate: ({ problem }) => {
        asked.push(problem);
        return asked.length > 2 ? "abort" : (said as string);
      },
    });
    expect(asked).toEqual([null, MISSING]);
    expect(attempts).toHaveLength(1);
    expect(outcome).toMatchObject({ status: "escalated", attempts: 1, error: MISSING });
  });

  it("is refused by the parser, which names it", () => {
    expect(() => parseUserResponse("fix:")).toThrow(MISSING);
  });
});

describe("a task about which it was decided beforehand", () => {
  const failing = {
    task: { id: "03-01:task-3", name: "Create the class" },
    execute: () => undefined,
    verify: () => false,
    maxAttempts: 2,
  };

  it.each([
    ["skip", "skipped"],
    ["abort", "aborted"],
  ] as const)("set to %s, it ends so without a person", async (onEscalate, status) => {
    const journal = createMemoryJournal({ keepFinished: 100 });
    const escalate = vi.fn(() => "retry");
    const outcome = await runVerified({ ...failing, onEscalate, escalate, journal });
    expect(outcome).toMatchObject({ status, cause: "policy", attempts: 2 });
    expect(escalate).not.toHaveBeenCalled();
    const events = [...retryEvents(journal.read())];
    expect(events.map(({ event }) => event)).toEqual([
      ...["attempt", "feedback_injected", "attempt", "escalated", "resolved"],
    ]);
    expect(events.at(-1)).toMatchObject({ resolution: status, cause: "policy", escalated: true });
    expect(skippedTasks(events)).toContain(onEscalate === "skip" ? "Set to skip" : "[]");
  });
});

describe("a mistake in the program", () => {
  const mistakes: readonly (readonly [string, () => unknown, RegExp])[] = [
    ["a TypeError", () => (undefined as unknown as { output: string }).output, /output/],
    [
      "a ReferenceError",
      () => {
        throw new ReferenceError("agent is not defined");
      },
      /agent is not defined/,
    ],
    ["no report", () => ({ status: "great" }), /status: must be \{ status: "success"/],
    ["an unknown field", () => ({ status: "success", result: 1 }), /result: is not known here/],
  ];

  it.each(mistakes)("in execute ends the run as an error: %s", async (_, execute, says) => {
    let asked = 0;
    const journal = createMemoryJournal();
    const run = runVerified({
      task,
      journal,
      execute: execute as never,
      verify: () => true,
      escalate: () => {
        asked += 1;
        return "skip";
      },
    });
    await expect(run).rejects.toThrow(says);
    expect(asked).toBe(0);
    expect([...journal.read()].at(-1)).toMatchObject({ event: "BROKEN", to: "aborted" });
  });

  it("in verify ends the run as well", async () => {
    const execute = () => undefined;
    const run = runVerified({ task, execute, verify: () => "green" as never });
    await expect(run).rejects.toThrow(/Invalid verification report: must be true, false/);
  });

  it("is not what the platform says of the world: that is retried, and then a person decides", async () => {
    const attempts: number[] = [];
    const outcome = await runVerified({
      task,
      execute: ({ attempt }) => {
        attempts.push(attempt);
        throw attempts.length === 1
          ? new TypeError("fetch failed", { cause: new Error("reset") })
          : new TypeError("Invalid URL", { cause: "no url" });
      },
      verify: () => true,
      escalate: () => "skip",
    });
    expect(attempts).toEqual([1, 2, 3]);
    expect(outcome).toMatchObject({ status: "skipped" });
  });
});
