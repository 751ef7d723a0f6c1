import { describe, expect, it } from "vitest";
import { assign, createActor, SimulatedClock, sendTo, setup } from "xstate";
import type { Answer } from "../../src/ask-with-render-ack/answers.js";
import type { Ask, AskEmitted, AskEvent } from "../../src/ask-with-render-ack/ask.js";
import { askMachine } from "../../src/ask-with-render-ack/machine.js";
import type { AskResult } from "../../src/ask-with-render-ack/result.js";
import { askOf } from "../support/ask-host.js";
import { TIMES } from "../support/ask-world.js";

const answers: readonly Answer[] = [{ id: "q1", values: ["Because"], custom: null }];
const answer = { type: "ANSWER", requestId: "a.1", askId: "question", answers } as const;

const EMITTED = ["ask.present", "ask.acknowledge", "ask.close", "ask.settled", "ask.over"] as const;

/** Starts an ask as an actor of XState, and records what it emits. */
function act(input: Ask = askOf("a"), machine = askMachine) {
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input, clock });
  const emitted: AskEmitted[] = [];
  for (const type of EMITTED) actor.on(type, (event) => void emitted.push(event as AskEmitted));
  actor.start();
  const types = () => emitted.map(({ type }) => type);
  const results = () => emitted.flatMap((one) => (one.type === "ask.settled" ? [one.result] : []));
  return { actor, clock, emitted, types, results };
}

describe("the ask machine as an actor of XState", () => {
  it("is presented, rendered and answered", () => {
    const { actor, types, emitted, results } = act();
    expect(actor.getSnapshot().value).toEqual({ open: { presenting: "rendering" } });
    expect(emitted[0]).toMatchObject({ request: { requestId: "a.1", attempt: 1, notice: null } });
    actor.send({ type: "RENDERED", requestId: "a.1" });
    expect(actor.getSnapshot().value).toEqual({ open: { rendered: "waiting" } });
    actor.send(answer);
    expect(actor.getSnapshot().status).toBe("done");
    expect(types()).toEqual(["ask.present", "ask.acknowledge", "ask.settled", "ask.over"]);
    expect(results()).toMatchObject([{ outcome: "answered", attempt: 1, answers }]);
    expect(actor.getSnapshot().output).toEqual(results()[0]);
  });

  it("goes through its whole life on XState's clock: retries, exhaustion, the late answer window", () => {
    const { actor, clock, results, types } = act(askOf("a", { maxRetries: 1 }));
    clock.increment(TIMES.renderTimeout);
    expect(actor.getSnapshot().value).toBe("awaitingRetry");
    actor.send({ type: "RETRY" });
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
    expect(types().filter((type) => type === "ask.settled")).toHaveLength(2);
  });

  it("retries by itself in host mode, and times out once it is on screen", () => {
    const { actor, clock, results, emitted } = act(askOf("a", { retry: "host", maxRetries: 2 }));
    clock.increment(TIMES.renderTimeout);
    clock.increment(TIMES.renderTimeout);
    actor.send({ type: "RENDERED", requestId: "a.3" });
    clock.increment(TIMES.responseTimeout - 1);
    actor.send({ type: "ACTIVITY", requestId: "a.3" });
    clock.increment(TIMES.responseTimeout);
    expect(results()).toMatchObject([{ outcome: "timed_out", attempt: 3, cause: "timer" }]);
    expect(emitted).toContainEqual({ type: "ask.close", requestId: "a.3", reason: "timed_out" });
  });

  it("takes other delays and guards through provide", () => {
    const patient = askMachine.provide({
      delays: { renderTimeout: () => 1_000 },
      guards: { hasAttemptsLeft: () => false },
    });
    const { actor, clock, results } = act(askOf("a"), patient);
    clock.increment(999);
    expect(actor.getSnapshot().matches("open")).toBe(true);
    clock.increment(1);
    expect(results()).toMatchObject([{ outcome: "exhausted" }]);
  });

  it("can be persisted between events, and goes on", () => {
    const { actor } = act();
    actor.send({ type: "RENDERED", requestId: "a.1" });
    const kept = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()));
    actor.stop();
    const next = createActor(askMachine, { snapshot: kept, input: askOf("a") });
    next.start();
    next.send(answer);
    expect(next.getSnapshot().output).toMatchObject({ outcome: "answered", answers });
  });
});

describe("the ask machine as a child", () => {
  /** Asks, and ends with what the person said. */
  const parentMachine = setup({
    types: {
      context: {} as { readonly result: AskResult | null },
      events: {} as { type: "TELL"; event: AskEvent },
    },
    actors: { ask: askMachine },
  }).createMachine({
    context: { result: null },
    initial: "asking",
    states: {
      asking: {
        invoke: {
          id: "ask",
          src: "ask",
          // Nobody keeps a late answer here: the ask ends at once with its outcome.
          input: askOf("a", { maxRetries: 0, times: { lateAnswerWindow: 0 } }),
          onDone: {
            target: "told",
            actions: assign({ result: ({ event }) => event.output }),
          },
        },
        on: { TELL: { actions: sendTo("ask", ({ event }) => event.event) } },
      },
      told: { type: "final" },
    },
  });

  function actParent() {
    const clock = new SimulatedClock();
    const actor = createActor(parentMachine, { clock }).start();
    return { actor, clock, result: () => actor.getSnapshot().context.result };
  }

  it("gives its parent the answer", () => {
    const { actor, result } = actParent();
    actor.send({ type: "TELL", event: { type: "RENDERED", requestId: "a.1" } });
    expect(result()).toBeNull();
    actor.send({ type: "TELL", event: answer });
    expect(actor.getSnapshot().status).toBe("done");
    expect(result()).toMatchObject({ outcome: "answered", answers, renderConfirmed: true });
  });

  it.each([
    ["timed_out", "rendered", TIMES.responseTimeout],
    ["exhausted", "not rendered", TIMES.renderTimeout],
  ] as const)("gives its parent %s when it was %s, at once", (outcome, rendered, ms) => {
    const { actor, clock, result } = actParent();
    if (rendered === "rendered") {
      actor.send({ type: "TELL", event: { type: "RENDERED", requestId: "a.1" } });
    }
    clock.increment(ms);
    expect(actor.getSnapshot().status).toBe("done");
    expect(result()).toMatchObject({ outcome, answered: false, attempt: 1 });
  });

  it("gives its parent cancelled and declined as what they are", () => {
    for (const [type, outcome] of [
      ["CANCEL", "cancelled"],
      ["DECLINE", "declined"],
    ] as const) {
      const { actor, result } = actParent();
      actor.send({ type: "TELL", event: { type, requestId: "a.1" } });
      expect(result()).toMatchObject({ outcome, cancelled: true, cause: "human" });
    }
  });
});
