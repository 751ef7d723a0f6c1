import { describe, expect, it } from "vitest";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { type RunVerifiedOptions, runVerified } from "../../src/verify-retry-escalate/runner.js";
import { mortal } from "../support/crash.js";
import { createSharedJournal } from "../support/shared-journal.js";

const task = { id: "03-01:task-3", name: "Create the class" };

function room() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  const log: string[] = [];
  const start = (name: string, options: Partial<RunVerifiedOptions<string>> = {}) => {
    const life = mortal(clock);
    const run = runVerified<string>({
      task,
      session: "s",
      clock: life.clock,
      journal: journal.view(name),
      onError: () => {},
      execute: async ({ attempt }) => {
        log.push(`${name} executes ${attempt}`);
        return { status: "success", output: name };
      },
      verify: async () => true,
      ...options,
    });
    const kill = () => {
      journal.kill(name);
      life.die();
    };
    return { run, kill };
  };
  return { clock, journal, log, start };
}

const settled = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
const never = () => new Promise<never>(() => {});

describe("a task that two processes run at once", () => {
  it("is run by one of them, and both get its end", async () => {
    const { clock, log, start } = room();
    let pass: (passed: boolean) => void = () => {};
    const one = start("one", { verify: () => new Promise((resolve) => (pass = resolve)) });
    await settled();
    const two = start("two");
    await settled();
    pass(true);
    await settled();
    clock.advance(5);
    expect(await one.run).toMatchObject({ status: "done", attempts: 1, output: "one" });
    expect(await two.run).toMatchObject({ status: "done", attempts: 1 });
    expect(log).toEqual(["one executes 1"]);
  });

  it("is taken over when the first one is killed, and that attempt counts", async () => {
    const { clock, log, start } = room();
    const one = start("one", { verify: never });
    await settled();
    const two = start("two");
    const three = start("three");
    await settled();
    one.kill();
    for (let second = 0; second < 3; second += 1) {
      clock.advance(1_000);
      await settled();
    }
    expect(await two.run).toMatchObject({ status: "done", attempts: 2 });
    expect(await three.run).toMatchObject({ status: "done", attempts: 2 });
    expect(log).toHaveLength(2);
  });

  it("goes on when the one that only waits for it is aborted", async () => {
    const { clock, start } = room();
    let pass: (passed: boolean) => void = () => {};
    const one = start("one", { verify: () => new Promise((resolve) => (pass = resolve)) });
    await settled();
    const controller = new AbortController();
    const two = start("two", { signal: controller.signal });
    await settled();
    controller.abort();
    expect(await two.run).toMatchObject({ status: "aborted" });
    pass(true);
    await settled();
    clock.advance(5);
    expect(await one.run).toMatchObject({ status: "done" });
  });
});

describe("a task whose process was killed between two attempts", () => {
  it("goes on in the next one, at the time that was set", async () => {
    const { clock, log, start } = room();
    const options = { verify: async () => log.length > 1, retryDelay: 5_000 };
    const one = start("one", options);
    await settled();
    one.kill();
    const two = start("two", options);
    await settled();
    expect(log).toEqual(["one executes 1"]);
    clock.advance(5_000);
    await settled();
    expect(await two.run).toMatchObject({ status: "done", attempts: 2 });
    expect(log).toEqual(["one executes 1", "two executes 2"]);
  });
});
