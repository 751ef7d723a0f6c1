import { describe, expect, it } from "vitest";
import { checkAnswers } from "../src/ask-with-render-ack/answers.js";
import { askUserInputSchema } from "../src/ask-with-render-ack/ask-user-schema.js";
import { createAsker } from "../src/ask-with-render-ack/asker.js";
import type { AskerOptions } from "../src/ask-with-render-ack/asker-options.js";
import { askMachine } from "../src/ask-with-render-ack/machine.js";
import type { AskEvent } from "../src/ask-with-render-ack/protocol.js";
import type { Question } from "../src/ask-with-render-ack/question.js";
import type { AskResult } from "../src/ask-with-render-ack/result.js";
import { askInputSchema } from "../src/ask-with-render-ack/schema.js";
import {
  askUserQuestionInputSchema,
  validateAskUserQuestionArgs,
} from "../src/ask-with-render-ack/strict-profile.js";
import { hashOf } from "../src/hash.js";
import { createInstructionQueue } from "../src/instruction-ack/queue.js";
import type { JournalEntry } from "../src/journal/entry.js";
import { createMemoryJournal } from "../src/journal/memory-journal.js";
import { oneLine, printable } from "../src/printable.js";
import { createSimulatedClock } from "../src/runtime/clock.js";
import { Deadlines } from "../src/runtime/deadlines.js";
import { createReplay } from "../src/runtime/replay.js";
import { createRuntime } from "../src/runtime/runtime.js";
import { fenced, logValue, tableCell, truncate, xmlText } from "../src/text.js";
import {
  createTodoGuard,
  type TodoGuardOptions,
} from "../src/todo-attempt-guard/create-todo-guard.js";
import { guardMachine } from "../src/todo-attempt-guard/machine.js";
import { guardConfigSchema } from "../src/todo-attempt-guard/schema.js";
import { escalationMessage } from "../src/verify-retry-escalate/escalation.js";
import {
  type FailureRecord,
  failureRecord,
  isStuck,
} from "../src/verify-retry-escalate/failure.js";
import { verifyMachine } from "../src/verify-retry-escalate/machine.js";
import type { Execution } from "../src/verify-retry-escalate/reports.js";
import { retryContext } from "../src/verify-retry-escalate/retry-context.js";
import { retryLogLines } from "../src/verify-retry-escalate/retry-log.js";
import { runVerified } from "../src/verify-retry-escalate/runner.js";
import { taskSchema, verifySettingsSchema } from "../src/verify-retry-escalate/schema.js";
import { createFakeBridge } from "./support/fake-bridge.js";
import { lampMachine } from "./support/lamp-machine.js";

// What is just allowed and what is just not, wherever a promise has such an edge. `npm run mutate`
// moves each edge by one and expects a test to notice.

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const deploy = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const yes = [{ id: "q1", values: ["yes"] }];
const no = [{ id: "q1", values: ["no"] }];

describe("a question", () => {
  const questions = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ question: `Q${index}?` }));
  const accepts = (input: object) => askInputSchema.safeParse({ ...deploy, ...input }).success;
  const toolAccepts = (input: object) =>
    askUserInputSchema.safeParse({ ...deploy, ...input }).success;

  it("comes with 1 to 10 of its kind", () => {
    const accepted = [0, 1, 10, 11].map((count) => accepts({ questions: questions(count) }));
    expect(accepted).toEqual([false, true, true, false]);
  });

  it("has a title of at most 100 characters", () => {
    const accepted = [100, 101].map((length) => accepts({ title: "t".repeat(length) }));
    expect(accepted).toEqual([true, false]);
  });

  it("is repeated 0 to 5 times, by default 3", () => {
    const accepted = [-1, 0, 5, 6].map((maxRetries) => accepts({ maxRetries }));
    expect(accepted).toEqual([false, true, true, false]);
    expect(askUserInputSchema.parse(deploy).maxRetries).toBe(3);
  });

  it("has 10 to 60 seconds to appear when a tool asks, by default 30", () => {
    const accepted = [9_999, 10_000, 60_000, 60_001].map((renderTimeout) =>
      toolAccepts({ renderTimeout }),
    );
    expect(accepted).toEqual([false, true, true, false]);
    expect(askUserInputSchema.parse(deploy).renderTimeout).toBe(30_000);
  });

  it("has any time to appear when the library asks, up to what timers take", () => {
    const accepted = [0, 1, 2 ** 31 - 1, 2 ** 31].map((renderTimeout) =>
      accepts({ renderTimeout }),
    );
    expect(accepted).toEqual([false, true, true, false]);
  });

  it("is required, and takes an own answer beside options, unless it says otherwise", () => {
    const { questions: parsed } = askInputSchema.parse({
      questions: [{ question: "Which?", options: ["a"] }],
    });
    expect(parsed[0]).toMatchObject({ type: "select", required: true, custom: true });
  });

  it("with one choice takes a label or own text, not both", () => {
    const question: Question = {
      id: "q1",
      question: "Which?",
      type: "select",
      options: [{ label: "a" }],
      required: true,
      custom: true,
    };
    const answer = (given: object) => () => checkAnswers([question], [{ id: "q1", ...given }]);
    expect(answer({ values: ["a"] })).not.toThrow();
    expect(answer({ custom: "own" })).not.toThrow();
    expect(answer({ values: ["a"], custom: "own" })).toThrow("takes one answer");
  });
});

describe("a strict question", () => {
  const question = {
    question: "Which?",
    header: "H",
    options: [
      { label: "a", description: "A" },
      { label: "b", description: "B" },
    ],
  };
  const accepts = (...given: object[]) =>
    askUserQuestionInputSchema.safeParse({
      questions: given.map((one) => ({ ...question, ...one })),
    }).success;
  const options = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ label: `l${index}`, description: "d" }));

  it("comes with 1 to 4 of its kind", () => {
    const headers = ["1", "2", "3", "4", "5"].map((header) => ({ header }));
    const accepted = [0, 1, 4, 5].map((count) => accepts(...headers.slice(0, count)));
    expect(accepted).toEqual([false, true, true, false]);
  });

  it("has a header of 1 to 12 characters", () => {
    const accepted = [0, 1, 12, 13].map((length) => accepts({ header: "h".repeat(length) }));
    expect(accepted).toEqual([false, true, true, false]);
  });

  it("has labels of 1 to 5 words", () => {
    const problems = ["a b c d e", "a b c d e f", " "].map((label) =>
      validateAskUserQuestionArgs({
        questions: [{ ...question, options: [{ label, description: "d" }, ...options(1)] }],
      }),
    );
    expect(problems).toEqual([
      null,
      "Option label must be 1-5 words: a b c d e f",
      "Option label must be 1-5 words: ",
    ]);
  });

  it("ends with a question mark, and has none in its midst only", () => {
    const [fine, wrong] = ["Which? ", "Which? That one."].map((text) =>
      validateAskUserQuestionArgs({ questions: [{ ...question, question: text }] }),
    );
    expect(fine).toBeNull();
    expect(wrong).toBe("Question must end with ?: H");
  });

  it("has 2 to 4 options", () => {
    const accepted = [1, 2, 4, 5].map((count) => accepts({ options: options(count) }));
    expect(accepted).toEqual([false, true, true, false]);
  });
});

function setUpAsker(options: Partial<AskerOptions> = {}) {
  const clock = createSimulatedClock(DAY);
  const ui = createFakeBridge();
  return { clock, ui, asker: createAsker({ bridge: ui.bridge, clock, ...options }) };
}

describe("an ask", () => {
  it("gives the UI 30 seconds to show it", async () => {
    const { asker, clock, ui } = setUpAsker();
    const asked = asker.ask(deploy);
    clock.advance(30 * SECOND - 1);
    expect(asker.runtime.snapshot(ui.last.askId)?.matches("open")).toBe(true);
    clock.advance(1);
    expect((await asked).outcome).toBe("not_rendered");
  });

  it("gives the person 5 minutes, and with activity 30", async () => {
    const { asker, clock, ui } = setUpAsker();
    const silent = asker.ask(deploy);
    ui.render();
    clock.advance(5 * MINUTE - 1);
    expect(ui.closed).toEqual([]);
    clock.advance(1);
    expect((await silent).outcome).toBe("timed_out");

    const busy = asker.ask({ ...deploy, title: "Busy" });
    ui.render();
    for (let minute = 4; minute < 30; minute += 4) {
      clock.advance(4 * MINUTE);
      ui.type();
    }
    clock.advance(2 * MINUTE - 1);
    expect(ui.closed).toHaveLength(1);
    clock.advance(1);
    expect((await busy).outcome).toBe("timed_out");
  });

  it("may stay queued in the UI for 30 minutes", async () => {
    const { asker, clock, ui } = setUpAsker();
    const asked = asker.ask(deploy);
    ui.queue(true);
    clock.advance(30 * MINUTE - 1);
    expect(asker.runtime.snapshot(ui.last.askId)?.matches("open")).toBe(true);
    clock.advance(1);
    expect((await asked).outcome).toBe("not_rendered");
  });

  it("waits 10 minutes for the agent to call again, then its count ends", async () => {
    const { asker, clock } = setUpAsker();
    const attempts = [];
    for (const pause of [10 * MINUTE - 1, 10 * MINUTE, 0]) {
      const asked = asker.ask(deploy);
      clock.advance(30 * SECOND);
      attempts.push((await asked).attempt);
      clock.advance(pause);
    }
    expect(attempts).toEqual([1, 2, 1]);
  });

  it("takes a late answer for 24 hours, and keeps it for 24 more", async () => {
    const { asker, clock, ui } = setUpAsker();
    const late = async (title: string, answerAfter: number, askAfter: number) => {
      const asked = asker.ask({ ...deploy, title });
      ui.cancel();
      await asked;
      clock.advance(answerAfter);
      ui.answer(yes);
      clock.advance(askAfter);
      const { signal } = abortedSoon();
      return (await asker.ask({ ...deploy, title }, { signal })).outcome;
    };
    expect(await late("1", DAY - 1, DAY - 1)).toBe("answered");
    expect(await late("2", DAY, 0)).toBe("aborted");
    expect(await late("3", 0, DAY)).toBe("aborted");
  });

  it("takes no late answer when the window for them is 0", async () => {
    const { asker, ui } = setUpAsker({ lateAnswerWindow: 0 });
    const asked = asker.ask(deploy);
    ui.cancel();
    await asked;
    ui.answer(yes);
    expect(ui.acknowledged).toEqual([]);
    expect(ui.closed.at(-1)?.reason).toBe("unknown_request");
  });

  it("listens for late answers to as many ended asks as it is told, the oldest let go first", async () => {
    const { asker, ui } = setUpAsker({ maxListening: 2 });
    for (const title of ["1", "2", "3"]) {
      const asked = asker.ask({ ...deploy, title });
      ui.cancel();
      await asked;
    }
    for (const { requestId } of ui.shown) ui.answer(yes, requestId);
    expect(ui.acknowledged).toEqual(ui.shown.slice(1).map(({ requestId }) => requestId));
  });

  it("counts among those no ask that is open again", async () => {
    const { asker, ui } = setUpAsker({ maxListening: 2 });
    const cancelled = async (title: string) => {
      const asked = asker.ask({ ...deploy, title });
      ui.cancel();
      await asked;
      return ui.last.requestId;
    };
    const first = await cancelled("1");
    await cancelled("2");
    asker.ask({ ...deploy, title: "2" });
    await cancelled("3");
    ui.answer(yes, first);
    expect(ui.acknowledged).toEqual([first]);
  });

  it("keeps the first answer a person gave while the agent was told to retry", async () => {
    const { asker, clock, ui } = setUpAsker();
    const asked = asker.ask(deploy);
    clock.advance(30 * SECOND);
    await asked;
    ui.answer(yes);
    ui.answer(no);
    ui.cancel();
    ui.cancel("declined");
    expect(await asker.ask(deploy)).toMatchObject({
      outcome: "answered",
      answers: [{ values: ["yes"] }],
      attempt: 2,
    });
  });

  it("keeps the first answer also when another presentation gives a second", async () => {
    const { asker, clock, ui } = setUpAsker();
    for (const _ of [1, 2]) {
      const asked = asker.ask(deploy);
      clock.advance(30 * SECOND);
      await asked;
    }
    const [first, second] = ui.shown.map(({ requestId }) => requestId);
    ui.answer(yes, first);
    ui.answer(no, second);
    expect(ui.acknowledged).toEqual([first]);
    expect(await asker.ask(deploy)).toMatchObject({ answers: [{ values: ["yes"] }] });
  });

  it("keeps that answer also when the agent does not call again", async () => {
    const { asker, clock, ui } = setUpAsker();
    const asked = asker.ask(deploy);
    clock.advance(30 * SECOND);
    await asked;
    ui.answer(yes);
    clock.advance(10 * MINUTE);
    expect(await asker.ask(deploy)).toMatchObject({ outcome: "answered", attempt: 0 });
  });

  it("is closed only by the presentation that is on screen", async () => {
    const { asker, clock, ui } = setUpAsker({ retry: "host" });
    asker.ask(deploy);
    clock.advance(30 * SECOND);
    const [first, second] = ui.shown.map(({ requestId }) => requestId);
    ui.cancel("cancelled", first);
    const { askId } = ui.last;
    expect(asker.runtime.snapshot(askId)?.matches("open")).toBe(true);
    ui.cancel("cancelled", second);
    expect(asker.runtime.snapshot(askId)?.matches("ended")).toBe(true);
  });

  it("fails only by the presentation that is current", async () => {
    const { asker, clock, ui } = setUpAsker({ retry: "host" });
    const sent: ((error: Error) => void)[] = [];
    ui.onSend = () => new Promise((_, reject) => sent.push(reject));
    asker.ask(deploy);
    clock.advance(30 * SECOND);
    sent[0]?.(new Error("too late"));
    await Promise.resolve();
    await Promise.resolve();
    expect(ui.shown).toHaveLength(2);
  });

  it("is shown again after a caller gave up and its dialog was closed", async () => {
    const { asker, ui } = setUpAsker();
    const controller = new AbortController();
    const asked = asker.ask(deploy, { signal: controller.signal });
    ui.render();
    controller.abort();
    await asked;
    asker.ask(deploy);
    expect(ui.shown.map(({ attempt }) => attempt)).toEqual([1, 2]);
    // It was displayed: to say that it failed would be untrue.
    expect(ui.shown[1]?.notice).toBeNull();
  });

  it("warns the person from the second presentation on", async () => {
    const { asker, clock, ui } = setUpAsker({ retry: "host", maxRetries: 1 });
    asker.ask(deploy);
    clock.advance(30 * SECOND);
    expect(ui.shown.map(({ notice }) => notice)).toEqual([
      null,
      "Previous attempt failed to display. This is retry attempt 2.",
    ]);
  });

  it("counts a call of each session on its own, and each title", async () => {
    const { asker, ui } = setUpAsker();
    asker.ask(deploy, { session: "1" });
    asker.ask(deploy, { session: "2" });
    asker.ask({ ...deploy, title: "Other" }, { session: "2" });
    expect(new Set(ui.shown.map(({ askId }) => askId)).size).toBe(3);
  });

  it("is not presented to a caller who gave up before", async () => {
    const { asker, ui } = setUpAsker();
    const result = await asker.ask(deploy, { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ outcome: "aborted", attempt: 0 });
    expect(ui.shown).toEqual([]);
  });

  it("tells a dialog that outlived it to close", async () => {
    const { asker, ui } = setUpAsker();
    const asked = asker.ask(deploy);
    ui.cancel();
    await asked;
    ui.type();
    expect(ui.closed).toEqual([{ requestId: ui.last.requestId, reason: "cancelled" }]);
  });
});

/** A signal that aborts as soon as nothing else is to be done. */
function abortedSoon(): AbortController {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 0);
  return controller;
}

describe("the ask machine", () => {
  function start() {
    const clock = createSimulatedClock();
    const runtime = createRuntime([askMachine], { clock });
    const times = {
      renderTimeout: 1,
      responseTimeout: 1,
      responseCap: 1,
      queueCap: 1,
      idleWindow: 1,
      lateAnswerWindow: 1,
      memory: 1,
    };
    runtime.start(askMachine, "own", {
      ask: {
        askId: "ask",
        requestBase: "own",
        session: "s",
        from: null,
        title: null,
        questions: [],
        maxRetries: 3,
        retry: "agent",
        concurrency: "queue",
        times,
      },
      call: { caller: "one" },
      at: 0,
    });
    return { clock, runtime };
  }
  function started(...events: readonly AskEvent[]) {
    const { runtime } = start();
    for (const event of events) runtime.send("own", event);
    return runtime.snapshot("own");
  }
  const isRendered = (requestId: string) =>
    started({ type: "RENDERED", requestId })?.matches({ open: "rendered" });

  it("takes acks of its own presentations only", () => {
    expect(["own.1", "own.0", "own.2", "own.01", "foe.1", "own.", "1"].map(isRendered)).toEqual([
      true,
      ...Array(6).fill(false),
    ]);
  });

  it("hands answers out with an answered result only", () => {
    const { clock, runtime } = start();
    const results: AskResult[] = [];
    runtime.on(askMachine, (emitted) => {
      if (emitted.type === "ask.told") results.push(emitted.result);
    });
    clock.advance(1);
    const answers = [{ id: "q1", values: ["yes"], custom: null }];
    runtime.send("own", { type: "ANSWER", requestId: "own.1", answers });
    expect(results).toMatchObject([{ outcome: "not_rendered", answers: [] }]);
    clock.advance(1);
    expect(runtime.snapshot("own")?.context).toMatchObject({ outcome: "abandoned" });
    runtime.send("own", { type: "CALL", caller: "two" });
    expect(results.slice(1)).toMatchObject([{ outcome: "answered", answers }]);
  });

  it("takes no answer to another ask", () => {
    const answer = { type: "ANSWER", answers: [] } as const;
    expect(started({ ...answer, requestId: "another.1" })?.matches("open")).toBe(true);
    expect(started({ ...answer, requestId: "own.1" })?.matches("ended")).toBe(true);
  });
});

describe("the todo guard", () => {
  const setUp = (options: TodoGuardOptions = {}) => {
    const clock = createSimulatedClock(DAY);
    const guard = createTodoGuard({ clock, ...options });
    const check = async (toolUseId: string, ...completing: string[]) =>
      (await guard.check({ session: "s", toolUseId, completing })).todos.map(({ kind }) => kind);
    /** As soon as a model can have read the verdict before. */
    const claim = (toolUseId: string, ...completing: string[]) => {
      clock.advance(2_000);
      return check(toolUseId, ...completing);
    };
    return { clock, guard, claim, check };
  };

  it("takes claims for twins that are less than two seconds apart, whichever way the clock goes", async () => {
    for (const [ms, kind] of [
      [0, "review"],
      [1_999, "review"],
      [-1_999, "review"],
      [2_000, "allowed"],
      [-2_000, "allowed"],
    ] as const) {
      let shift = 0;
      const { now, ...timers } = createSimulatedClock(DAY);
      const { check } = setUp({ clock: { ...timers, now: () => now() + shift } });
      await check("1", "a");
      shift = ms;
      expect(await check("2", "a")).toEqual([kind]);
    }
  });

  it("allows 1 to 10 attempts, by default 5", () => {
    const accepted = [0, 1, 10, 11].map(
      (maxRetryAttempts) => guardConfigSchema.safeParse({ maxRetryAttempts }).success,
    );
    expect(accepted).toEqual([false, true, true, false]);
    expect(guardConfigSchema.parse({})).toMatchObject({
      maxRetryAttempts: 5,
      onGuardFailure: "block",
      validationTimeout: MINUTE,
      retention: 7 * DAY,
    });
  });

  it("gives a validation its time and not a millisecond more", async () => {
    const { clock, claim } = setUp({
      validate: () => new Promise(() => {}),
      validationTimeout: 100,
    });
    await claim("1", "a");
    let kinds: readonly string[] | undefined;
    const claimed = claim("2", "a").then((all) => {
      kinds = all;
    });
    clock.advance(99);
    await Promise.resolve();
    expect(kinds).toBeUndefined();
    clock.advance(1);
    await claimed;
    expect(kinds).toEqual(["guard_failed"]);
  });

  it("gives it the same time when twins come meanwhile, and forgets it for none", async () => {
    const { clock, guard, claim, check } = setUp({
      maxRetryAttempts: 2,
      validate: () => new Promise(() => {}),
      validationTimeout: 100,
    });
    await claim("1", "a");
    const waiting = claim("2", "a");
    clock.advance(50);
    const twins = Array.from({ length: 40 }, (_, nth) => check(`twin ${nth}`, "a"));
    clock.advance(50);
    expect(await waiting).toEqual(["guard_failed"]);
    for (const twin of twins) expect(await twin).toEqual(["guard_failed"]);
    expect(guard.list()).toMatchObject([{ state: "watching.blocked", attempt: 2 }]);
  });

  it("of an earlier version gives it the same time when claims past the limit come meanwhile", () => {
    const clock = createSimulatedClock();
    const runtime = createRuntime([guardMachine], { clock });
    const config = guardConfigSchema.parse({ maxRetryAttempts: 2, validationTimeout: 100 });
    runtime.start(guardMachine, "it", { session: "s", todo: "a", ...config });
    for (const toolUseId of ["1", "2"]) runtime.send("it", { type: "CLAIM", toolUseId });
    clock.advance(50);
    for (let nth = 3; nth <= 40; nth += 1) {
      runtime.send("it", { type: "CLAIM", toolUseId: `${nth}` });
    }
    clock.advance(50);
    const { claims = [] } = runtime.snapshot("it")?.context ?? {};
    expect(claims.find(({ toolUseId }) => toolUseId === "2")?.verdict?.kind).toBe("guard_failed");
    expect(runtime.snapshot("it")?.value).toBe("exhausted");
  });

  it("keeps a todo nobody claims for its retention and not a millisecond more", async () => {
    const { clock, guard, claim } = setUp({ retention: 100 });
    await claim("1", "a");
    clock.advance(99);
    expect(guard.list()).toHaveLength(1);
    clock.advance(1);
    expect(guard.list()).toEqual([]);
  });

  it("never lets an exhausted todo go by time or by claims", async () => {
    const { clock, guard, claim } = setUp({ maxRetryAttempts: 1, retention: 10_000 });
    for (const toolUseId of ["1", "2", "3"]) await claim(toolUseId, "a");
    clock.advance(100_000);
    expect(guard.list()).toMatchObject([{ state: "exhausted", attempt: 1 }]);
  });

  it("remembers the last 20 claims beyond the attempts, for reports that come again", async () => {
    const { guard, claim } = setUp({ maxRetryAttempts: 1 });
    for (let nth = 1; nth <= 30; nth += 1) await claim(`${nth}`, "a");
    expect(guard.list()[0]?.claims.map(({ toolUseId }) => toolUseId)).toEqual(
      Array.from({ length: 22 }, (_, index) => `${index + 9}`),
    );
  });

  it("does not count claims made before a reset, however often they are reported", async () => {
    const { guard, claim } = setUp();
    await claim("1", "a");
    await claim("2", "a");
    guard.reset({ session: "s", todo: "a" });
    expect(await claim("2", "a")).toEqual(["cleared"]);
    expect(await claim("3", "a")).toEqual(["review"]);
    expect(guard.list()).toMatchObject([{ attempt: 1 }]);
  });

  it("allows what a person approved, and keeps it approved when another todo blocks its write", async () => {
    const { guard, claim } = setUp();
    guard.approve({ session: "s", todo: "a" });
    const alone = await guard.check({ session: "s", toolUseId: "1", completing: ["a"] });
    expect(alone.decision).toBe("allow");
    expect(await claim("2", "a", "b")).toEqual(["withheld", "review"]);
    expect(await claim("3", "a")).toEqual(["approved"]);
  });

  it("validates nothing in a write that is blocked anyway, and allows nothing in it", async () => {
    const validated: string[] = [];
    const { guard, claim } = setUp({
      validate({ todo }) {
        validated.push(todo);
        return todo !== "c";
      },
    });
    await claim("1", "a", "c");
    expect(await claim("2", "a", "b")).toEqual(["withheld", "review"]);
    expect(validated).toEqual([]);
    expect(await claim("3", "a", "c")).toEqual(["withheld", "validation_failed"]);
    expect(guard.list().find(({ todo }) => todo === "a")?.state).toBe("watching.blocked");
  });

  it("keeps what the latest claim was allowed when the write of an earlier one is blocked", () => {
    const runtime = createRuntime([guardMachine], { clock: createSimulatedClock() });
    const config = guardConfigSchema.parse({});
    runtime.start(guardMachine, "it", { session: "s", todo: "a", ...config });
    for (const toolUseId of ["1", "2", "3"]) {
      runtime.send("it", { type: "CLAIM", toolUseId });
      runtime.send("it", { type: "PASSED", toolUseId });
    }
    runtime.send("it", { type: "OVERRULED", toolUseId: "2", detail: "b" });
    expect(runtime.snapshot("it")?.matches({ watching: "allowed" })).toBe(true);
    runtime.send("it", { type: "OVERRULED", toolUseId: "3", detail: "b" });
    expect(runtime.snapshot("it")?.matches({ watching: "blocked" })).toBe(true);
  });

  it("does not begin to watch a todo that is reset", () => {
    const { guard } = setUp();
    expect(guard.reset({ session: "s", todo: "a" })).toBe(false);
    expect(guard.list()).toEqual([]);
  });

  it("counts a todo that stands twice in a write once", async () => {
    const { guard, claim } = setUp();
    expect(await claim("1", "a", "a")).toEqual(["review"]);
    expect(guard.list()).toMatchObject([{ attempt: 1 }]);
  });

  it("completes a todo by the result of the tool call that was allowed, and of no other", async () => {
    const { guard, claim } = setUp();
    await claim("1", "a");
    await claim("2", "a");
    guard.confirm({ session: "s", toolUseId: "1" });
    guard.confirm({ session: "s", toolUseId: "3" });
    expect(guard.list()).toHaveLength(1);
    guard.confirm({ session: "s", toolUseId: "2" });
    expect(guard.list()).toEqual([]);
  });

  it("completes a todo by a list that shows it completed, and by no other", async () => {
    const { guard, claim } = setUp();
    await claim("1", "a");
    await claim("2", "a");
    guard.observe({ session: "s", todos: [{ content: "a", status: "in_progress" }] });
    expect(guard.list()).toHaveLength(1);
    guard.observe({ session: "s", todos: [{ content: "a", status: "completed" }] });
    expect(guard.list()).toEqual([]);
  });

  it("ends with its session, and no other", async () => {
    const { guard } = setUp();
    await guard.check({ session: "1", toolUseId: "1", completing: ["a"] });
    await guard.check({ session: "2", toolUseId: "1", completing: ["a"] });
    guard.endSession("1");
    expect(guard.list()).toMatchObject([{ session: "2" }]);
  });

  it("takes a validator's answer of the wrong shape for a failure of the guard", async () => {
    const { claim } = setUp({ validate: () => ({ passed: "yes" }) as never });
    await claim("1", "a");
    expect(await claim("2", "a")).toEqual(["guard_failed"]);
  });

  it("does not wait for a validator when the caller gave up before", async () => {
    const { clock, claim, guard } = setUp({ validate: () => new Promise(() => {}) });
    await claim("1", "a");
    clock.advance(2_000);
    const check = { session: "s", toolUseId: "2", completing: ["a"], signal: AbortSignal.abort() };
    expect((await guard.check(check)).todos).toMatchObject([{ kind: "guard_failed" }]);
  });

  it("quotes 200 characters of a todo, on one line", async () => {
    const { guard } = setUp();
    const completing = ["a\nb".padEnd(201, "c")];
    const { reason } = await guard.check({ session: "s", toolUseId: "1", completing });
    expect(reason).toContain(`'a b${"c".repeat(196)}…'`);
  });
});

describe("the instruction queue", () => {
  it("repeats an instruction 0 to 100 times", () => {
    const queue = createInstructionQueue();
    const track = (maxRetries: number) => () =>
      queue.queueInstructionWithAck(`${maxRetries}`, { maxRetries });
    for (const maxRetries of [0, 100]) expect(track(maxRetries)).not.toThrow();
    for (const maxRetries of [-1, 101]) expect(track(maxRetries)).toThrow("0 to 100");
  });

  it("gives an instruction 24 hours and not a millisecond more", () => {
    const clock = createSimulatedClock(DAY);
    const queue = createInstructionQueue({ clock });
    queue.queueInstructionWithAck("a");
    clock.advance(DAY - 1);
    expect(queue.getFailedInstructions()).toEqual([]);
    clock.advance(1);
    expect(queue.getFailedInstructions()).toMatchObject([{ content: "a", cause: "timer" }]);
    expect(queue.isIdle()).toBe(true);
  });

  it("keeps 1,000 failed instructions, the oldest discarded first", () => {
    const clock = createSimulatedClock();
    const queue = createInstructionQueue({ clock, expiresAfter: MINUTE });
    for (let nth = 1; nth <= 1_001; nth += 1) {
      queue.queueInstructionWithAck(`${nth}`);
      clock.advance(1);
    }
    clock.advance(MINUTE);
    const failed = queue.getFailedInstructions();
    expect(failed).toHaveLength(1_000);
    expect(failed[0]?.content).toBe("2");
  });

  it("hands over after a restart what was queued before", () => {
    const journal = createMemoryJournal();
    createInstructionQueue({ journal }).queueInstructionWithAck("a");
    const queue = createInstructionQueue({ journal });
    expect(queue.recover()).toBe(1);
    expect(queue.dispatch()).toBe("a");
    queue.dispose();
  });

  it("has a text again that the journal refused to count as dispatched", () => {
    const memory = createMemoryJournal();
    let broken = false;
    const journal = {
      ...memory,
      append(entry: Parameters<typeof memory.append>[0]) {
        if (broken) throw new Error("disk full");
        return memory.append(entry);
      },
    };
    const queue = createInstructionQueue({ journal });
    queue.queueInstructionWithAck("a");
    broken = true;
    expect(() => queue.dispatch()).toThrow("disk full");
    broken = false;
    expect(queue.dispatch()).toBe("a");
  });
});

describe("a verified run", () => {
  const failure = (error: string, attempt = 1): FailureRecord =>
    failureRecord("verification_failed", { error }, { attempt, startedAt: 0, at: 0 });

  it("takes 1 to 100 attempts, by default 3", () => {
    const accepted = [0, 1, 100, 101].map(
      (maxAttempts) => verifySettingsSchema.safeParse({ maxAttempts }).success,
    );
    expect(accepted).toEqual([false, true, true, false]);
    expect(verifySettingsSchema.parse({})).toEqual({
      maxAttempts: 3,
      retryDelay: 0,
      executeTimeout: 30 * MINUTE,
      verifyTimeout: 10 * MINUTE,
      stuckAfter: null,
      maxAsks: 3,
      onEscalate: "ask",
    });
  });

  const task = { id: "t", name: "Build it" };
  const failing = { task, execute: () => undefined, verify: () => false };

  it("has the attempts of a fix until a person starts the count again", async () => {
    const allowed: number[] = [];
    const responses = ["fix: so", "fix: or so", "retry", "abort"];
    await runVerified({
      ...failing,
      maxAttempts: 1,
      execute({ maxAttempts }) {
        allowed.push(maxAttempts);
      },
      escalate: () => responses.shift() ?? "",
    });
    expect(allowed).toEqual([1, 2, 3, 1]);
  });

  it.each([
    ["EACCES", "permission_denied"],
    ["EPERM", "permission_denied"],
    ["ECONNREFUSED", "service_unavailable"],
    ["ENOTFOUND", "service_unavailable"],
  ])("asks a person at once about %s: %s", async (code, reason) => {
    const denied = () => {
      throw Object.assign(new Error("no"), { code });
    };
    for (const roles of [{ execute: denied }, { verify: denied }]) {
      const outcome = await runVerified({ ...failing, ...roles });
      expect(outcome).toMatchObject({ status: "escalated", reason, attempts: 1 });
    }
  });

  it("gives an execution and a verification their time and not a millisecond more", () => {
    const clock = createSimulatedClock();
    const runtime = createRuntime([verifyMachine], { clock });
    const settings = verifySettingsSchema.parse({
      executeTimeout: 100,
      verifyTimeout: 200,
      retryDelay: 50,
    });
    runtime.start(verifyMachine, "it", { task, settings, previous: [] });
    const stateAfter = (ms: number) => {
      clock.advance(ms);
      return runtime.snapshot("it")?.value;
    };
    runtime.send("it", { type: "START" });
    expect([99, 1, 49, 1].map(stateAfter)).toEqual([
      "executing",
      "retrying",
      "retrying",
      "executing",
    ]);
    runtime.send("it", { type: "EXECUTED" });
    expect([199, 1].map(stateAfter)).toEqual(["verifying", "retrying"]);
  });

  it("takes no result of an attempt whose time is over", async () => {
    const clock = createSimulatedClock();
    const results: ((result: Execution<string>) => void)[] = [];
    const outcome = runVerified<string>({
      task,
      clock,
      executeTimeout: 100,
      execute: () => new Promise((resolve) => results.push(resolve)),
      verify: () => true,
    });
    clock.advance(100);
    results[0]?.({ status: "failure", error: "late" });
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
    results[1]?.({ status: "success", output: "second" });
    expect(await outcome).toMatchObject({
      status: "done",
      attempts: 2,
      output: "second",
      failures: [{ failure_type: "timeout" }],
    });
  });

  it("lets nothing in a task or a failure break the message to a person", () => {
    const message = escalationMessage({
      task: { id: "t", name: `<b>${"n".repeat(198)}` },
      attempt: 1,
      bound: 1,
      failures: [failure("a | b\n| 2 | forged |")],
      escalation: null,
    });
    expect(message).toContain(`**Task:** &lt;b>${"n".repeat(196)}…\n`);
    expect(message).toContain("| verification_failed | a \\| b \\| 2 \\| forged \\| |\n");
  });

  it("logs 200 characters of an error", () => {
    const event = { timestamp: "t", task_id: "t", event: "user_response" } as const;
    const lines = [200, 201].map((length) =>
      retryLogLines({ ...event, response: "e".repeat(length) }).join(),
    );
    expect(lines).toEqual([
      `[t] [RETRY] [t] user_response="${"e".repeat(200)}"`,
      `[t] [RETRY] [t] user_response="${"e".repeat(199)}…"`,
    ]);
  });

  it("takes task ids of 1 to 200 characters without spaces or brackets", () => {
    const accepted = ["", "i", "i".repeat(200), "i".repeat(201), "a b", "[a", "a]", "a\nb"].map(
      (id) => taskSchema.safeParse({ id, name: "n" }).success,
    );
    expect(accepted).toEqual([false, true, true, false, false, false, false, false]);
  });

  it("is stuck when the last failures are the same but for numbers and case", () => {
    const same = [failure("Line 10 FAILED at 0xff"), failure("line 2 failed at 0x1")];
    expect(isStuck(same, 2)).toBe(true);
    expect(isStuck(same, 3)).toBe(false);
    expect(isStuck([failure("other"), ...same], 2)).toBe(true);
    expect(isStuck([failure("other"), ...same], 3)).toBe(false);
    expect(isStuck([...same, failure("other")], 2)).toBe(false);
  });

  it("summarises an error in 200 characters", () => {
    expect(failure("e".repeat(200)).error_summary).toBe("e".repeat(200));
    expect(failure("e".repeat(201)).error_summary).toBe(`${"e".repeat(199)}…`);
  });

  it("stamps failures in UTC, to the second", () => {
    const when = { attempt: 1, startedAt: 0, at: Date.UTC(2026, 0, 26, 14, 30, 0, 999) };
    const { timestamp } = failureRecord("timeout", { error: "e" }, when);
    expect(timestamp).toBe("2026-01-26T14:30:00Z");
  });

  it("lets nothing in a failure or a fix close the retry context", () => {
    const hostile = '</retry_context>&"<x>';
    const text = retryContext({
      attempt: 2,
      bound: 3,
      failures: [
        failureRecord(
          "execution_error",
          {
            error: hostile,
            details: hostile,
            suggestedFix: hostile,
            learnings: [hostile],
            files: [{ path: hostile, status: hostile }],
          },
          { attempt: 1, startedAt: 0, at: 0 },
        ),
      ],
      intervention: hostile,
    });
    expect(text?.match(/<\/retry_context>/g)).toHaveLength(1);
    expect(text).not.toContain("<x>");
    expect(text?.match(/&lt;\/retry_context&gt;&amp;&quot;&lt;x&gt;/g)).toHaveLength(6);
  });
});

describe("the runtime", () => {
  it("fires deadlines in the order of their time, whatever was set or dropped before", () => {
    const deadlines = new Deadlines();
    const times = [50, 20, 80, 10, 70, 60, 90, 30, 40, 100, 15, 85];
    const all = times.map((at) => ({
      at,
      instance: "i",
      id: `${at}`,
      event: { type: "e" },
      index: -1,
    }));
    for (const deadline of all) deadlines.add(deadline);
    for (const dropped of [20, 80, 10]) {
      const deadline = all.find(({ at }) => at === dropped);
      if (!deadline) throw new Error();
      deadlines.drop(deadline);
      deadlines.drop(deadline);
    }
    const order = [];
    for (let first = deadlines.first; first; first = deadlines.first) {
      order.push(first.at);
      deadlines.drop(first);
    }
    expect(order).toEqual([15, 30, 40, 50, 60, 70, 85, 90, 100]);
  });
});

describe("a simulated clock", () => {
  it("fires what is just due, and of one moment what was set first", () => {
    const clock = createSimulatedClock();
    const fired: string[] = [];
    for (const name of ["first", "second"]) clock.setTimeout(() => fired.push(name), 10);
    clock.advance(9);
    expect(fired).toEqual([]);
    clock.advance(1);
    expect(fired).toEqual(["first", "second"]);
  });
});

describe("the journal", () => {
  /** What a lamp that is turned on and goes off by itself leaves behind. */
  function lampEntries(): readonly JournalEntry[] {
    const clock = createSimulatedClock();
    const runtime = createRuntime([lampMachine], { clock });
    runtime.start(lampMachine, "lamp", { shines: 100 });
    runtime.send("lamp", { type: "TURN_ON" });
    clock.advance(100);
    return [...runtime.journal.read()];
  }
  const applied = (entries: readonly JournalEntry[]) => {
    const replay = createReplay([lampMachine]);
    return entries.map((entry) => replay.apply(entry));
  };

  it("keeps 1,000 entries of finished instances", () => {
    const journal = createMemoryJournal();
    const [start] = lampEntries();
    for (let nth = 1; nth <= 1_001; nth += 1) {
      journal.append({ ...(start as JournalEntry), instance: `${nth}`, done: true });
    }
    const kept = [...journal.read()].map(({ instance }) => instance);
    expect(kept).toHaveLength(1_000);
    expect(kept[0]).toBe("2");
  });

  it("names the outcome of a generation once, whatever comes after it", async () => {
    const { asker, ui } = setUpAsker();
    const asked = asker.ask(deploy);
    ui.cancel();
    await asked;
    ui.answer(yes);
    await asker.ask(deploy);
    const entries = [...asker.runtime.journal.read()];
    // The call that fetches the late answer is the next generation.
    expect(entries.map(({ outcome }) => outcome)).toEqual([
      undefined,
      "cancelled",
      undefined,
      "answered",
    ]);
    expect(entries.map(({ generation }) => generation)).toEqual([
      undefined,
      undefined,
      undefined,
      2,
    ]);
    expect(entries.map(({ event }) => event)).toEqual([
      "readback.start",
      "CANCEL",
      "ANSWER",
      "CALL",
    ]);
    expect(entries.some(({ done }) => done)).toBe(false);
  });

  it("replays a start once, and entries of its own version", () => {
    const [start, on, off] = lampEntries() as [JournalEntry, JournalEntry, JournalEntry];
    expect(applied([start, on, off])).toEqual([true, true, true]);
    expect(applied([start, start, on])).toEqual([true, false, true]);
    expect(applied([start, { ...on, v: 2 as never }, on])).toEqual([true, false, true]);
  });

  it("replays a deadline once, and not before its time", () => {
    const [start, on, off] = lampEntries() as [JournalEntry, JournalEntry, JournalEntry];
    expect(applied([start, on, { ...off, time: off.time - 1 }, off])).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(applied([start, off, on, off, off])).toEqual([true, false, true, true, false]);
  });
});

describe("a hash", () => {
  it("depends on what is there, not on the order of keys or on what is undefined", () => {
    expect(hashOf({ a: 1, b: [2] })).toBe(hashOf({ b: [2], a: 1, c: undefined }));
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }));
    expect(hashOf([1, 2])).not.toBe(hashOf([2, 1]));
  });
});

describe("text from outside", () => {
  it("is cut to its limit, never within a character", () => {
    expect(truncate("12345", 5)).toBe("12345");
    expect(truncate("123456", 5)).toBe("1234…");
    expect(truncate("123😀6", 5)).toBe("123…");
  });

  it("shows control and invisible characters, and has one kind of line break", () => {
    expect(printable("a\r\nb\rc\u2028d\u2029e\u0085f")).toBe("a\nb\nc\nd\ne\nf");
    expect(printable("\u001b[31m\u0000\u009b")).toBe("\\u001b[31m\\u0000\\u009b");
    expect(printable("\u202e\u200b\ufeff\u2066")).toBe("\\u202e\\u200b\\ufeff\\u2066");
    expect(printable("a\tb\nc")).toBe("a\tb\nc");
  });

  it("is one line where one line is wanted", () => {
    expect(oneLine(" a\n\n b\tc\r\nd ")).toBe("a b c d");
  });

  it("can open or close nothing in XML", () => {
    expect(xmlText('<a b="c">&\u0007')).toBe("&lt;a b=&quot;c&quot;&gt;&amp;\\u0007");
  });

  it("can end neither a cell nor a row of a table", () => {
    expect(tableCell("a | b \\| c\nd <br>")).toBe("a \\| b \\\\\\| c d &lt;br>");
  });

  it("can end neither a value nor a line of a log", () => {
    expect(logValue('a" b="\\"\nforged')).toBe('"a\\" b=\\"\\\\\\" forged"');
  });

  it("can end no fenced block", () => {
    expect(fenced("a")).toBe("```\na\n```");
    expect(fenced("```\na")).toBe("````\n```\na\n````");
    expect(fenced("`a` \u0007")).toBe("```\n`a` \\u0007\n```");
  });
});
