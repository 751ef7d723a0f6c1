import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectGuard, connectQueue, connectVerify } from "../src/client.js";
import { readbackServices, type Serving, serve } from "../src/index.js";
import { startNode, type TestNode } from "./support/node.js";

let node: TestNode;
let endpoint: Serving;
const validated: string[] = [];
const executed: (string | null)[] = [];
const asked: string[] = [];

beforeAll(async () => {
  node = await startNode();
  endpoint = await serve({
    port: 0,
    services: readbackServices({
      guard: {
        maxRetryAttempts: 2,
        validate({ todo, attempt }) {
          validated.push(`${todo} ${attempt}`);
          return todo.includes("good") ? true : { passed: false, reason: "the tests fail" };
        },
      },
      instructions: { tickInterval: 400 },
      verify: {
        maxAttempts: 2,
        execute({ attempt, retryContext }) {
          executed.push(retryContext);
          return { status: "success", output: { attempt } };
        },
        verify({ output, task }) {
          const { attempt } = output as { attempt: number };
          if (task.name === "passes") return true;
          return task.name === "passes later"
            ? attempt === 2
            : { passed: false, error: "still red" };
        },
        escalate({ message }) {
          asked.push(message);
          return "skip";
        },
      },
    }),
  });
  await node.register(endpoint.url);
});
afterAll(async () => {
  await endpoint?.close();
  await node?.stop();
});

describe("todos, guarded through a cluster", () => {
  const claim = (toolUseId: string, ...completing: string[]) =>
    connectGuard({ ingress: node.ingress }).check({ session: "s1", toolUseId, completing });

  /** A claim of its own: until the last verdict can have been read, it is a twin of the last claim, and gets that again. */
  async function claimAnew(todo: string, last: { readonly reason: string }) {
    for (let tries = 1; ; tries += 1) {
      const verdict = await claim(`${todo} ${tries} after ${last.reason}`.slice(0, 999), todo);
      if (verdict.reason !== last.reason) return verdict;
    }
  }

  test("are reviewed, validated, and let pass", async () => {
    const first = await claim("t1", "a good one");
    expect(first).toMatchObject({ decision: "block" });
    expect(await claimAnew("a good one", first)).toMatchObject({ decision: "allow" });
    expect(validated).toEqual(["a good one 2"]);
  });

  test("are stopped at the limit, until a person moves them", async () => {
    const guard = connectGuard({ ingress: node.ingress });
    const second = await claimAnew("a bad one", await claim("b1", "a bad one"));
    expect(second.reason).toContain("the tests fail");
    const third = await claimAnew("a bad one", second);
    expect(third.reason).toContain("Maximum retry attempts (2) exceeded for: 'a bad one'");
    expect(await guard.list("s1")).toContainEqual(
      expect.objectContaining({ todo: "a bad one", standing: "exhausted", mayAct: "person" }),
    );
    await guard.approve({ session: "s1", todo: "a bad one" });
    expect(await claimAnew("a bad one", third)).toMatchObject({ decision: "allow" });
  });

  test("are counted once per tool call, however many processes report it at once", async () => {
    const verdicts = await Promise.all(
      Array.from({ length: 5 }, () => claim("same", "five times")),
    );
    expect(new Set(verdicts.map(({ reason }) => reason)).size).toBe(1);
    const [todo] = (await connectGuard({ ingress: node.ingress }).list("s1")).filter(
      (one) => one.todo === "five times",
    );
    expect(todo).toMatchObject({ attempt: 1 });
  });

  test("of one write are decided as a whole", async () => {
    await claim("w1", "good w");
    const whole = await claim("w2", "good w", "a new one");
    expect(whole.decision).toBe("block");
    expect(whole.todos.map(({ decision }) => decision)).toEqual(["block", "block"]);
  });

  test("are refused when the input is wrong", async () => {
    await expect(claim("", "x")).rejects.toThrow("toolUseId");
    await expect(connectGuard({ ingress: node.ingress }).heard("")).rejects.toThrow("session");
  });
});

describe("instructions, queued through a cluster", () => {
  test("are handed over, repeated with urgency, and end when they are acknowledged", async () => {
    const queue = connectQueue({ ingress: node.ingress, queue: "q1" });
    await queue.queueInstruction("Untracked");
    const id = await queue.queueInstructionWithAck("Read AGENTS.md", { maxRetries: 3 });
    expect(await queue.queueInstructionWithAck("Read AGENTS.md")).toBe(id);
    expect(await queue.wasHandedOver(id)).toBe(false);
    const texts = [await queue.dispatch(), await queue.dispatch()].sort();
    expect(texts).toEqual(["Read AGENTS.md", "Untracked"]);
    // Nobody ticks here: the cluster does.
    await vi.waitFor(async () => expect(await queue.isIdle()).toBe(false), 20_000);
    expect(await queue.dispatch()).toBe("Read AGENTS.md");
    await vi.waitFor(async () => expect(await queue.isIdle()).toBe(false), 20_000);
    expect(await queue.take()).toEqual({ text: "**IMPORTANT:** Read AGENTS.md", id });
    expect(await queue.wasHandedOver(id)).toBe(true);
    expect(await queue.acknowledgeInstruction(id)).toBe(true);
    expect(await queue.wasHandedOver(id)).toBeUndefined();
    expect(await queue.acknowledgeInstruction("nobody")).toBe(false);
    expect(await queue.stats()).toEqual({
      sent: 3,
      acknowledged: 1,
      retried: 2,
      failed: 0,
      retryRate: 2 / 3,
    });
  });

  test("fail at their bound, and are kept with their history", async () => {
    const queue = connectQueue({ ingress: node.ingress, queue: "q2" });
    const id = await queue.queueInstructionWithAck("Nobody does this", { maxRetries: 0 });
    expect(await queue.dispatch()).toBe("Nobody does this");
    await vi.waitFor(async () => {
      expect(await queue.getFailedInstructions()).toMatchObject([{ id, attempts: 1 }]);
    }, 20_000);
    expect(await queue.redrive(id)).toBe(id);
    expect(await queue.dispatch()).toBe("Nobody does this");
  });
});

describe("tasks, verified through a cluster", () => {
  const run = (name: string) =>
    connectVerify({ ingress: node.ingress }).run({ session: name, task: { id: "t", name } });

  test("are done when they pass, with their output", async () => {
    expect(await run("passes")).toMatchObject({
      status: "done",
      attempts: 1,
      output: { attempt: 1 },
    });
  });

  test("learn from a failure", async () => {
    executed.length = 0;
    expect(await run("passes later")).toMatchObject({ status: "done", attempts: 2 });
    expect(executed).toEqual([null, expect.stringContaining("<retry_context")]);
  });

  test("go to a person after the last attempt", async () => {
    expect(await run("never passes")).toMatchObject({
      status: "skipped",
      cause: "human",
      attempts: 2,
    });
    expect(asked).toEqual([expect.stringContaining("still red")]);
  });

  test("are run once, whoever asks for them", async () => {
    executed.length = 0;
    const task = { id: "once", name: "passes" };
    const runs = Array.from({ length: 4 }, () =>
      connectVerify({ ingress: node.ingress }).run({ session: "o", task }),
    );
    for (const outcome of await Promise.all(runs))
      expect(outcome).toMatchObject({ status: "done" });
    expect(executed).toHaveLength(1);
  });
});
