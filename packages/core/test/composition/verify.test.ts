import { describe, expect, it } from "vitest";
import { assign, createActor, SimulatedClock, sendTo, setup, toPromise, waitFor } from "xstate";
import { attemptOrder } from "../../src/formats.js";
import type { VerifyOutput } from "../../src/host.js";
import { createTask, verifyMachine } from "../../src/index.js";

const build = createTask({ id: "03-01:build", name: "Build it" }, { maxAttempts: 2 });

/** The machine with hands: what it wants done is done here, by an agent that fails `failing` times. */
function worker(failing: number, says: readonly string[] = []) {
  const contexts: (string | null)[] = [];
  const responses = [...says];
  const machine = verifyMachine.provide({
    actions: {
      execute: async ({ context, self }) => {
        const { execution, retryContext } = attemptOrder(context);
        contexts.push(retryContext);
        await Promise.resolve();
        self.send({ type: "EXECUTED", execution });
      },
      verify: async ({ context, self }) => {
        const { execution } = attemptOrder(context);
        await Promise.resolve();
        if (contexts.length > failing) self.send({ type: "PASSED", execution });
        else {
          const report = { error: "2 tests failed" };
          self.send({ type: "FAILED", failure: "verification_failed", report, execution });
        }
      },
      escalate: ({ self }) => {
        const response = responses.shift();
        if (response === undefined) self.send({ type: "UNANSWERED", error: null });
        else self.send({ type: "RESPOND", response });
      },
    },
  });
  return { machine, contexts };
}

/** A parent that builds, and releases what was built. */
function releaseOf(machine: typeof verifyMachine) {
  return setup({
    types: {
      context: {} as { built: VerifyOutput | null },
      output: {} as VerifyOutput | null,
    },
    actors: { build: machine },
  }).createMachine({
    context: { built: null },
    output: ({ context }) => context.built,
    initial: "building",
    states: {
      building: {
        entry: sendTo("build", { type: "START" }),
        invoke: {
          id: "build",
          src: "build",
          input: build,
          onDone: [
            {
              guard: ({ event }) => event.output.status === "done",
              target: "released",
              actions: assign({ built: ({ event }) => event.output }),
            },
            { target: "halted", actions: assign({ built: ({ event }) => event.output }) },
          ],
        },
      },
      released: { type: "final" },
      halted: { type: "final" },
    },
  });
}

describe("a parent machine that invokes the verify machine", () => {
  it.each([
    [0, [], "released", { status: "done", cause: "policy", attempts: 1 }],
    [1, [], "released", { status: "done", attempts: 2 }],
    [9, ["what?", "skip"], "halted", { status: "skipped", cause: "human", attempts: 2 }],
    [9, ["abort"], "halted", { status: "aborted", cause: "human", attempts: 2 }],
    [2, ["fix: use trim"], "released", { status: "done", attempts: 3 }],
    [9, [], "halted", { status: "escalated", cause: "policy", error: null, attempts: 2 }],
    [9, ["a", "b", "c"], "halted", { status: "escalated", reason: "max_retries_exceeded" }],
  ])("%i failures, then %j: is %s, with %j", async (failing, says, state, output) => {
    const actor = createActor(releaseOf(worker(failing, says).machine)).start();
    expect(await toPromise(actor)).toMatchObject(output);
    expect(actor.getSnapshot().value).toBe(state);
  });

  it("gets true times, though nobody stamps its events", async () => {
    const before = Date.now();
    const output = await toPromise(createActor(releaseOf(worker(1).machine)).start());
    const [failure] = output?.failures ?? [];
    const at = Date.parse(failure?.timestamp ?? "");
    expect(at).toBeGreaterThan(before - 2_000);
    expect(at).toBeLessThanOrEqual(Date.now());
    expect(failure?.duration_ms).toBeLessThan(60_000);
  });
});

describe("the verify machine", () => {
  it("is spawned, one for each task, by a parent that waits for all of them", async () => {
    const plan = setup({
      types: { context: {} as { done: readonly string[] } },
      actors: { verify: worker(1).machine },
      guards: { isLast: ({ context }) => context.done.length === 1 },
    }).createMachine({
      context: ({ spawn }) => {
        for (const id of ["task-1", "task-2"]) {
          spawn("verify", { id, input: createTask({ id, name: id }) }).send({ type: "START" });
        }
        return { done: [] };
      },
      initial: "working",
      states: {
        working: {
          on: {
            "xstate.done.actor.*": [
              { guard: "isLast", target: "finished" },
              { actions: assign({ done: ({ context, event }) => [...context.done, event.type] }) },
            ],
          },
        },
        finished: { type: "final" },
      },
    });
    const actor = createActor(plan).start();
    const { value } = await waitFor(actor, ({ status }) => status === "done");
    expect(value).toBe("finished");
  });

  it("takes another delay with `provide`, and runs on XState's simulated clock", () => {
    const clock = new SimulatedClock();
    const patient = verifyMachine.provide({
      delays: { retryDelay: ({ context }) => 1_000 * 2 ** context.attempt },
    });
    const actor = createActor(patient, { input: build, clock }).start();
    actor.send({ type: "START" });
    const report = { error: "2 tests failed" };
    actor.send({ type: "FAILED", failure: "execution_error", report });
    clock.increment(1_999);
    expect(actor.getSnapshot().value).toBe("retrying");
    clock.increment(1);
    expect(actor.getSnapshot()).toMatchObject({ value: "executing", context: { attempt: 2 } });
    clock.increment(30 * 60_000); // nobody works: the execution takes too long
    expect(actor.getSnapshot().value).toBe("escalated");
    actor.send({ type: "ABORT", detail: "closing time" });
    expect(actor.getSnapshot().output).toMatchObject({ status: "aborted", reason: "closing time" });
  });
});
