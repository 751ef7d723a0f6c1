import { describe, expect, it, vi } from "vitest";
import { createActor, SimulatedClock, sendTo, setup } from "xstate";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createRuntime } from "../../src/runtime/runtime.js";
import { createGuardedTodo } from "../../src/todo-attempt-guard/create-guarded-todo.js";
import type { GuardEvent, GuardOutput } from "../../src/todo-attempt-guard/events.js";
import type { GuardedTodo } from "../../src/todo-attempt-guard/guarded-todo.js";
import { guardMachine } from "../../src/todo-attempt-guard/machine.js";

const input: GuardedTodo = {
  session: "session",
  todo: "Write tests",
  maxRetryAttempts: 2,
  validationTimeout: 1_000,
  retention: 10_000,
  onGuardFailure: "block",
};
/** Hosts stamp the time; here it stands still. */
const claim = (toolUseId: string): GuardEvent => ({ type: "CLAIM", toolUseId, at: 0 });

describe("the guard machine, under XState's own actors", () => {
  it("runs as it is, timers included", () => {
    const clock = new SimulatedClock();
    const actor = createActor(guardMachine, { input, clock });
    const verdicts: string[] = [];
    actor.on("guard.verdict", ({ verdict }) => verdicts.push(verdict.kind));
    actor.start();
    actor.send(claim("1"));
    actor.send(claim("2"));
    expect(actor.getSnapshot().value).toEqual({ watching: "validating" });
    clock.increment(1_000);
    actor.send(claim("3"));
    expect(verdicts).toEqual(["review", "guard_failed", "exhausted"]);
    expect(actor.getSnapshot().value).toBe("exhausted");
    actor.send({ type: "APPROVE" });
    clock.increment(10_000);
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "forgotten" });
  });

  it("goes on from a persisted snapshot", () => {
    const first = createActor(guardMachine, { input }).start();
    first.send(claim("1"));
    const snapshot = JSON.parse(JSON.stringify(first.getPersistedSnapshot()));
    const second = createActor(guardMachine, { input, snapshot }).start();
    second.send(claim("1"));
    second.send(claim("2"));
    expect(second.getSnapshot().context).toMatchObject({ attempt: 2, bound: 2 });
  });

  it("takes other delays and guards with `provide`, here and in the runtime", () => {
    const impatient = guardMachine.provide({ delays: { validationTimeout: 10 } });
    const clock = new SimulatedClock();
    const actor = createActor(impatient, { input, clock }).start();
    const simulated = createSimulatedClock();
    const runtime = createRuntime([impatient], { clock: simulated });
    runtime.start(impatient, "one", input);
    for (const event of [claim("1"), claim("2")]) {
      actor.send(event);
      runtime.send("one", event);
    }
    // An actor's own timers bring no time along: there the clock has to say it.
    vi.spyOn(Date, "now").mockReturnValue(10);
    clock.increment(10);
    vi.restoreAllMocks();
    simulated.advance(10);
    expect(actor.getSnapshot().value).toEqual({ watching: "blocked" });
    expect(runtime.snapshot("one")?.value).toEqual({ watching: "blocked" });
    expect(runtime.snapshot("one")?.context).toEqual(actor.getSnapshot().context);
  });

  it("is told when things happen by the clock, when no host stamps the time", () => {
    vi.useFakeTimers({ now: 1_000_000 });
    try {
      const todo = createGuardedTodo({ session: "s", todo: "Write tests" });
      const actor = createActor(guardMachine, { input: todo }).start();
      const claims = () => actor.getSnapshot().context;
      actor.send({ type: "CLAIM", toolUseId: "1" });
      vi.advanceTimersByTime(1_999);
      actor.send({ type: "CLAIM", toolUseId: "twin" });
      expect(claims()).toMatchObject({ attempt: 1, claims: [{ at: 1_000_000 }, { twinOf: "1" }] });
      vi.advanceTimersByTime(1);
      actor.send({ type: "CLAIM", toolUseId: "2" });
      expect(claims()).toMatchObject({ attempt: 2 });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<readonly [GuardOutput["ending"], readonly (GuardEvent | number)[], object]>([
    ["completed", [claim("1"), { type: "APPROVE" }, { type: "COMPLETED" }], { cause: "human" }],
    [
      "completed",
      [
        claim("1"),
        { ...claim("2"), at: 5_000 },
        { type: "PASSED", toolUseId: "2" },
        { type: "COMPLETED" },
      ],
      { cause: "system", attempts: 2 },
    ],
    // Kept in mind for a while.
    ["completed", [{ type: "APPROVE" }, { type: "COMPLETED" }, 20_000, 20_000], { cause: "human" }],
    ["retention", [claim("1"), 5_000, 5_000], { cause: "timer", attempts: 1 }],
    ["session_ended", [claim("1"), { type: "SESSION_ENDED" }], { cause: "system", attempts: 1 }],
  ])("ends with an output that says how: %s", (ending, story, more) => {
    const clock = new SimulatedClock();
    const remembers = story.includes(20_000);
    const todo = { ...input, rules: 2 as const, rememberCompleted: remembers };
    const actor = createActor(guardMachine, { input: todo, clock }).start();
    for (const one of story) {
      if (typeof one === "number") clock.increment(one);
      else actor.send(one);
    }
    expect(actor.getSnapshot().output).toMatchObject({
      session: "session",
      todo: "Write tests",
      ending,
      ...more,
    });
  });

  it("is invoked by a parent machine, which learns when it is over", () => {
    const parent = setup({
      types: { events: {} as GuardEvent },
      actors: { guard: guardMachine },
    }).createMachine({
      initial: "guarding",
      states: {
        guarding: {
          invoke: { id: "guard", src: "guard", input, onDone: "over" },
          on: { "*": { actions: sendTo("guard", ({ event }) => event) } },
        },
        over: { type: "final" },
      },
    });
    const actor = createActor(parent).start();
    actor.send({ type: "APPROVE" });
    expect(actor.getSnapshot().children.guard?.getSnapshot().value).toBe("approved");
    actor.send({ type: "COMPLETED" });
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "over" });
  });
});
