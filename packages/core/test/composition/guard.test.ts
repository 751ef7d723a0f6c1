import { describe, expect, it } from "vitest";
import { assign, createActor, SimulatedClock, sendTo, setup } from "xstate";
import type { GuardEvent, GuardOutput } from "../../src/host.js";
import { createGuardedTodo, guardMachine } from "../../src/index.js";

const MINUTE = 60_000;
const input = createGuardedTodo({ session: "s1", todo: "Write tests", maxRetryAttempts: 2 });

/** A claim at a minute of its own: claims closer together are twins. */
const claim = (number: number): GuardEvent => ({
  type: "CLAIM",
  toolUseId: `t${number}`,
  at: number * MINUTE,
});

/** A parent that guards one todo, and goes on when its guard has ended. */
const plan = setup({
  types: {
    context: {} as { readonly ended: GuardOutput | null },
    events: {} as { type: "TELL"; event: GuardEvent },
  },
  actors: { guard: guardMachine },
}).createMachine({
  context: { ended: null },
  initial: "working",
  states: {
    working: {
      on: { TELL: { actions: sendTo("guard", ({ event }) => event.event) } },
      invoke: {
        id: "guard",
        src: "guard",
        input,
        onDone: [
          {
            guard: ({ event }) => event.output.ending === "completed",
            target: "done",
            actions: assign({ ended: ({ event }) => event.output }),
          },
          { target: "dropped", actions: assign({ ended: ({ event }) => event.output }) },
        ],
      },
    },
    done: { type: "final" },
    dropped: { type: "final" },
  },
});

describe("a parent machine that invokes the guard machine", () => {
  it("goes on when the todo was reviewed, validated and seen to be completed", () => {
    const actor = createActor(plan).start();
    const tell = (event: GuardEvent) => actor.send({ type: "TELL", event });
    tell(claim(1));
    tell(claim(2));
    tell({ type: "PASSED", toolUseId: "t2" });
    expect(actor.getSnapshot().value).toBe("working");
    tell({ type: "HAPPENED", toolUseId: "t2" });
    expect(actor.getSnapshot().value).toBe("done");
    expect(actor.getSnapshot().context.ended).toMatchObject({ ending: "completed", attempts: 2 });
  });

  it("knows that a person let it pass", () => {
    const actor = createActor(plan).start();
    const tell = (event: GuardEvent) => actor.send({ type: "TELL", event });
    for (const number of [1, 2, 3]) {
      tell(claim(number));
      tell({ type: "FAILED", toolUseId: `t${number}`, detail: "the tests fail" });
    }
    tell({ type: "APPROVE" });
    tell(claim(4));
    tell({ type: "COMPLETED" });
    expect(actor.getSnapshot().context.ended).toMatchObject({
      ending: "completed",
      cause: "human",
    });
  });

  it("tells a todo that nobody claims any more, and a session that ended, apart", () => {
    const clock = new SimulatedClock();
    const forgotten = createActor(plan, { clock }).start();
    // It is looked at twice.
    for (const _ of [1, 2]) clock.increment(input.retention / 2);
    expect(forgotten.getSnapshot()).toMatchObject({
      value: "dropped",
      context: { ended: { ending: "retention", attempts: 0 } },
    });
    const ended = createActor(plan).start();
    ended.send({ type: "TELL", event: { type: "SESSION_ENDED" } });
    expect(ended.getSnapshot().context.ended).toMatchObject({ ending: "session_ended" });
  });
});

describe("the guard machine", () => {
  it("can be spawned, one for each todo", () => {
    const list = setup({
      types: { events: {} as { type: "CLAIMED"; todo: "a" | "b"; event: GuardEvent } },
      actors: { guard: guardMachine },
    }).createMachine({
      entry: assign(({ spawn }) => {
        for (const id of ["a", "b"]) {
          spawn("guard", { id, input: createGuardedTodo({ session: "s1", todo: id }) });
        }
        return {};
      }),
      on: {
        CLAIMED: {
          actions: sendTo(
            ({ event }) => event.todo,
            ({ event }) => event.event,
          ),
        },
      },
    });
    const actor = createActor(list).start();
    actor.send({ type: "CLAIMED", todo: "a", event: claim(1) });
    const attempts = (id: string) =>
      actor.getSnapshot().children[id]?.getSnapshot().context.attempt;
    expect([attempts("a"), attempts("b")]).toEqual([1, 0]);
  });

  it("validates by itself when it is provided with how", () => {
    const validating = guardMachine.provide({
      actions: {
        validate: ({ self, event }) => {
          if ("toolUseId" in event) self.send({ type: "PASSED", toolUseId: event.toolUseId });
        },
      },
      // How long until the first look, and until the second.
      delays: { retention: 1_000 },
    });
    const clock = new SimulatedClock();
    const actor = createActor(validating, { input, clock }).start();
    actor.send(claim(1));
    actor.send(claim(2));
    expect(actor.getSnapshot().context.claims.at(-1)?.verdict?.kind).toBe("allowed");
    clock.increment(1_000);
    expect(actor.getSnapshot().status).toBe("active");
    clock.increment(1_000);
    expect(actor.getSnapshot().output).toMatchObject({ ending: "retention", attempts: 2 });
  });
});
