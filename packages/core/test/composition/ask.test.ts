import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type ActorRefFrom,
  assign,
  createActor,
  type OutputFrom,
  SimulatedClock,
  sendTo,
  setup,
} from "xstate";
import type { Answer } from "../../src/ask-with-render-ack/answers.js";
import type { AskStart } from "../../src/ask-with-render-ack/ask.js";
import { createAsk } from "../../src/ask-with-render-ack/create-ask.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskEmitted, AskEvent } from "../../src/ask-with-render-ack/protocol.js";
import type { AskResult } from "../../src/ask-with-render-ack/result.js";
import { startOf } from "../support/ask-host.js";
import { TIMES } from "../support/ask-world.js";

// The ask machine without any host of ours: as an actor of XState, invoked, spawned, with other parts.

const answers: readonly Answer[] = [{ id: "q1", values: ["Because"], custom: null }];
const answer = { type: "ANSWER", requestId: "a.1", answers } as const;

const EMITTED = [
  "ask.present",
  "ask.joined",
  "ask.acknowledge",
  "ask.close",
  "ask.told",
  "ask.over",
] as const;

/** Starts an ask as an actor of XState, and records what it emits. */
function act(input: AskStart = startOf("a"), machine = askMachine) {
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input, clock });
  const emitted: AskEmitted[] = [];
  for (const type of EMITTED) actor.on(type, (event) => void emitted.push(event as AskEmitted));
  actor.start();
  const types = () => emitted.map(({ type }) => type);
  const told = () => emitted.flatMap((one) => (one.type === "ask.told" ? [one] : []));
  return { actor, clock, emitted, types, told, results: () => told().map(({ result }) => result) };
}

describe("the ask machine as an actor of XState", () => {
  it("is presented, rendered, answered and received", () => {
    const { actor, types, emitted, results } = act();
    expect(actor.getSnapshot().value).toEqual({ open: { presenting: "rendering" } });
    expect(emitted[0]).toMatchObject({ request: { requestId: "a.1", attempt: 1, notice: null } });
    actor.send({ type: "RENDERED", requestId: "a.1" });
    expect(actor.getSnapshot().value).toEqual({ open: { rendered: "waiting" } });
    actor.send(answer);
    expect(types()).toEqual(["ask.present", "ask.acknowledge", "ask.told", "ask.over"]);
    expect(results()).toMatchObject([{ outcome: "answered", attempt: 1, answers }]);
    actor.send({ type: "RECEIVED", caller: "one" });
    expect(actor.getSnapshot().value).toEqual({ ended: "received" });
  });

  it("goes through its whole life on XState's clock: retries, exhaustion, the late answer window", () => {
    const { actor, clock, results } = act(startOf("a", { maxRetries: 1 }));
    clock.increment(TIMES.renderTimeout);
    expect(actor.getSnapshot().value).toBe("awaitingRetry");
    actor.send({ type: "CALL", caller: "two" });
    actor.send({ type: "QUEUED", requestId: "a.2" });
    clock.increment(TIMES.queueCap - 1);
    actor.send({ type: "DEQUEUED", requestId: "a.2" });
    clock.increment(TIMES.renderTimeout);
    expect(actor.getSnapshot().value).toEqual({ ended: "listening" });
    expect(results().map(({ outcome }) => outcome)).toEqual(["not_rendered", "exhausted"]);
    actor.send(answer);
    expect(actor.getSnapshot().value).toEqual({ ended: "holding" });
    clock.increment(299);
    expect(actor.getSnapshot().status).toBe("active");
    clock.increment(1);
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "closed" });
    expect(results()).toHaveLength(2);
  });

  it("lets each caller go when its own patience is over", () => {
    const { actor, clock, told } = act(startOf("a"), askMachine);
    actor.send({ type: "RENDERED", requestId: "a.1" });
    actor.send({ type: "CALL", caller: "two", patience: 20 });
    actor.send({ type: "CALL", caller: "three", patience: 30 });
    clock.increment(20);
    expect(told()).toMatchObject([{ to: "two", result: { outcome: "pending" } }]);
    actor.send(answer);
    expect(told().map(({ to, result }) => [to, result.outcome])).toEqual([
      ["two", "pending"],
      ["one", "answered"],
      ["three", "answered"],
    ]);
    clock.increment(10);
    expect(told()).toHaveLength(3);
  });

  it("retries by itself in host mode, and times out once it is on screen", () => {
    const { actor, clock, results, emitted } = act(startOf("a", { retry: "host", maxRetries: 2 }));
    clock.increment(TIMES.renderTimeout);
    clock.increment(TIMES.renderTimeout);
    actor.send({ type: "RENDERED", requestId: "a.3" });
    clock.increment(TIMES.responseTimeout - 1);
    actor.send({ type: "ACTIVITY", requestId: "a.3" });
    clock.increment(TIMES.responseTimeout);
    expect(results()).toMatchObject([{ outcome: "timed_out", attempt: 3, cause: "timer" }]);
    expect(emitted).toContainEqual({ type: "ask.close", requestId: "a.3", reason: "timed_out" });
  });

  it("can be persisted between events, and goes on", () => {
    const input = createAsk({ questions: [{ question: "Why?" }] });
    const { actor } = act(input);
    const requestId = `${input.ask.requestBase}.1`;
    actor.send({ type: "RENDERED", requestId });
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
    actor.stop();
    const next = createActor(askMachine, { snapshot: kept, input });
    next.start();
    next.send({ ...answer, requestId });
    expect(next.getSnapshot().output).toMatchObject({ outcome: "answered", answers });
  });

  it("has its usual times, and is over as soon as its outcome is settled", () => {
    const { actor, clock, results } = act(createAsk({ questions: [{ question: "Why?" }] }));
    // Here the machine itself presents again.
    for (const _ of [1, 2, 3, 4]) {
      clock.increment(29_999);
      expect(actor.getSnapshot().status).toBe("active");
      clock.increment(1);
    }
    expect(actor.getSnapshot().output).toMatchObject({ outcome: "exhausted", attempt: 4 });
    expect(results()).toEqual([actor.getSnapshot().output]);
  });
});

describe("the ask machine that nobody calls again", () => {
  const input = () => createAsk({ questions: [{ question: "Why?" }] });

  it("is over when its caller gives up, with attempts left", () => {
    const { actor } = act(input());
    actor.send({ type: "ABORT", caller: "caller" });
    expect(actor.getSnapshot().output).toMatchObject({ outcome: "aborted", cause: "system" });
  });

  it("is over with its outcome also when its caller has left", () => {
    const { actor } = act(input());
    const { requestId } = actor.getSnapshot().context;
    actor.send({ type: "LEAVE", caller: "caller" });
    expect(actor.getSnapshot().status).toBe("active");
    actor.send({ type: "CANCEL", requestId: requestId ?? "" });
    expect(actor.getSnapshot().output).toMatchObject({ outcome: "cancelled", cause: "human" });
  });
});

describe("the ask machine with other parts", () => {
  it("takes other delays and guards", () => {
    const patient = askMachine.provide({
      delays: { renderTimeout: () => 1_000 },
      guards: { hasAttemptsLeft: () => false },
    });
    const { actor, clock, results } = act(startOf("a"), patient);
    clock.increment(999);
    expect(actor.getSnapshot().matches("open")).toBe(true);
    clock.increment(1);
    expect(results()).toMatchObject([{ outcome: "exhausted" }]);
  });

  it("does something of its own when it is over", () => {
    const over: (string | null)[] = [];
    const logged = askMachine.provide({
      actions: { over: ({ context }) => void over.push(context.outcome) },
    });
    const { actor } = act(createAsk({ questions: [{ question: "Why?" }] }), logged);
    const { requestId } = actor.getSnapshot().context;
    actor.send({ type: "CANCEL", requestId: requestId ?? "" });
    expect(actor.getSnapshot().status).toBe("done");
    expect(over).toEqual(["cancelled"]);
  });
});

/** Asks, and goes where the outcome leads. */
const parentMachine = setup({
  types: {
    context: {} as { readonly result: AskResult | null; readonly said: string | null },
    events: {} as { type: "TELL"; event: AskEvent },
    children: {} as { ask: "ask" },
  },
  actors: { ask: askMachine },
}).createMachine({
  context: { result: null, said: null },
  initial: "asking",
  states: {
    asking: {
      invoke: {
        id: "ask",
        src: "ask",
        input: () => createAsk({ questions: [{ question: "Why?" }], maxRetries: 0 }),
        onDone: [
          {
            guard: ({ event }) => event.output.answered,
            target: "told",
            actions: assign({
              result: ({ event }) => event.output,
              said: ({ event: { output } }) =>
                output.outcome === "answered" ? (output.answers[0]?.values[0] ?? null) : null,
            }),
          },
          { target: "untold", actions: assign({ result: ({ event }) => event.output }) },
        ],
      },
      on: { TELL: { actions: sendTo("ask", ({ event }) => event.event) } },
    },
    told: { type: "final" },
    untold: { type: "final" },
  },
});

describe("the ask machine, invoked", () => {
  function actParent() {
    const clock = new SimulatedClock();
    const actor = createActor(parentMachine, { clock }).start();
    const { requestId } = actor.getSnapshot().children.ask?.getSnapshot().context ?? {};
    const tell = (event: AskEvent) => actor.send({ type: "TELL", event });
    return { actor, clock, tell, requestId: requestId ?? "" };
  }

  it("gives its parent the answer", () => {
    const { actor, tell, requestId } = actParent();
    tell({ type: "RENDERED", requestId });
    expect(actor.getSnapshot().context.result).toBeNull();
    tell({ ...answer, requestId });
    expect(actor.getSnapshot()).toMatchObject({
      status: "done",
      value: "told",
      context: { said: "Because", result: { outcome: "answered", renderConfirmed: true } },
    });
  });

  it.each([
    ["timed_out", "rendered", 300_000],
    ["exhausted", "not rendered", 30_000],
  ] as const)("gives its parent %s when it was %s, at once", (outcome, rendered, ms) => {
    const { actor, clock, tell, requestId } = actParent();
    if (rendered === "rendered") tell({ type: "RENDERED", requestId });
    clock.increment(ms);
    expect(actor.getSnapshot()).toMatchObject({
      status: "done",
      value: "untold",
      context: { result: { outcome, answered: false, attempt: 1 } },
    });
  });

  it("tells its parent every other ending apart", () => {
    for (const [event, expected] of [
      [{ type: "CANCEL" }, { outcome: "cancelled", cancelled: true, cause: "human" }],
      [{ type: "DECLINE" }, { outcome: "declined", cancelled: true, cause: "human" }],
      [
        { type: "NO_SURFACE", hint: "Open it" },
        { outcome: "no_surface", error: "Open it" },
      ],
      [
        { type: "ABORT", caller: "caller" },
        { outcome: "aborted", cause: "system" },
      ],
      [{ type: "SUPERSEDE" }, { outcome: "superseded", cause: "policy" }],
    ] as const) {
      const { actor, tell, requestId } = actParent();
      tell({ ...event, requestId } as AskEvent);
      expect(actor.getSnapshot()).toMatchObject({ status: "done", context: { result: expected } });
    }
  });
});

describe("the ask machine, spawned", () => {
  it("asks several people at once, and gives each answer by itself", () => {
    const parent = createActor(
      setup({
        types: {
          context: {} as { readonly asks: readonly ActorRefFrom<typeof askMachine>[] },
          events: {} as { type: "ASK"; title: string },
        },
        actors: { ask: askMachine },
      }).createMachine({
        context: { asks: [] },
        on: {
          ASK: {
            actions: assign({
              asks: ({ context, event, spawn }) => [
                ...context.asks,
                spawn("ask", {
                  id: event.title,
                  input: createAsk({ title: event.title, questions: [{ question: "Why?" }] }),
                }),
              ],
            }),
          },
        },
      }),
    ).start();
    parent.send({ type: "ASK", title: "One" });
    parent.send({ type: "ASK", title: "Two" });
    const [one, two] = parent.getSnapshot().context.asks;
    const { requestId } = two?.getSnapshot().context ?? {};
    two?.send({ ...answer, requestId: requestId ?? "" });
    expect(two?.getSnapshot().output).toMatchObject({ outcome: "answered", answers });
    expect(one?.getSnapshot().status).toBe("active");
  });
});

describe("the output of the ask machine", () => {
  it("is narrowed by its outcome, without casts", () => {
    type Output = OutputFrom<typeof askMachine>;
    expectTypeOf<Output>().toEqualTypeOf<AskResult>();
    const flagsOf = (output: Output): readonly boolean[] => {
      switch (output.outcome) {
        case "answered":
          expectTypeOf(output.answered).toEqualTypeOf<true>();
          expectTypeOf(output.shouldRetry).toEqualTypeOf<false>();
          return [output.answered];
        case "timed_out":
          expectTypeOf(output.timedOut).toEqualTypeOf<true>();
          expectTypeOf(output.answered).toEqualTypeOf<false>();
          return [output.timedOut];
        case "cancelled":
        case "declined":
          expectTypeOf(output.cancelled).toEqualTypeOf<true>();
          return [output.cancelled];
        default:
          expectTypeOf(output.answered).toEqualTypeOf<false>();
          expectTypeOf(output.outcome).toEqualTypeOf<
            Exclude<Output["outcome"], "answered" | "timed_out" | "cancelled" | "declined">
          >();
          return [];
      }
    };
    const { actor } = act(createAsk({ questions: [{ question: "Why?" }] }));
    const { requestId } = actor.getSnapshot().context;
    actor.send({ type: "DECLINE", requestId: requestId ?? "" });
    const { output } = actor.getSnapshot();
    expect(output && flagsOf(output)).toEqual([true]);
  });
});
