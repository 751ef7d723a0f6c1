import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createIngress } from "../src/client/ingress.js";
import { SERVICES } from "../src/names.js";

const [A, B, C] = ["http://a:1", "http://b:1", "http://c:1"];
const asked: { readonly node: string; readonly name: string | null }[] = [];

/** What each node does with a request. */
function nodes(does: Readonly<Record<string, () => Promise<Response>>>) {
  vi.stubGlobal("fetch", (url: string, { headers }: RequestInit) => {
    const node = new URL(url).origin;
    asked.push({ node, name: new Headers(headers).get("idempotency-key") });
    return does[node]?.() ?? Promise.reject(new TypeError("fetch failed"));
  });
}
const answers = async () => new Response('{"status":"done"}');
const unknown = () =>
  new Response('{"message":"service not found","source":"ingress"}', { status: 404 });
const silent = () => new Promise<Response>(() => {});
const breaksAfter = (ms: number) => () =>
  new Promise<Response>((_, reject) => setTimeout(() => reject(new TypeError("closed")), ms));

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A request that may take minutes, such as a call that waits for a person. */
function wait(ingress: readonly string[], retryFor = 60_000) {
  const run = { session: "s", task: { id: "t", name: "t" }, patience: 45_000 };
  return createIngress({ ingress, retryFor }).service(SERVICES.tasks, "run", run as never, {
    timeout: 150_000,
  });
}

describe("a request that waits", () => {
  test("is heard of through another node when its own is silent, and is one request", async () => {
    nodes({ [A]: silent, [B]: answers });
    const outcome = wait([A, B]);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await outcome).toEqual({ status: "done" });
    expect(asked.map(({ node }) => node)).toEqual([A, B]);
    expect(new Set(asked.map(({ name }) => name)).size).toBe(1);
  });

  test("asks no second node while its own may just take its time", async () => {
    nodes({
      [A]: () => new Promise((go) => setTimeout(() => go(answers()), 15_000)),
      [B]: answers,
    });
    const outcome = wait([A, B]);
    await vi.advanceTimersByTimeAsync(15_000);
    await outcome;
    expect(asked.map(({ node }) => node)).toEqual([A]);
  });

  test("goes to the next node at once when its own breaks", async () => {
    nodes({ [A]: breaksAfter(0), [B]: answers });
    const outcome = wait([A, B]);
    await vi.advanceTimersByTimeAsync(100);
    expect(await outcome).toEqual({ status: "done" });
  });

  test("tries every node before it gives up, however long the first ones took", async () => {
    nodes({ [A]: breaksAfter(70_000), [B]: breaksAfter(70_000), [C]: answers });
    const outcome = wait([A, B, C]);
    outcome.catch(() => {});
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await outcome).toEqual({ status: "done" });
  });

  test("is made again where a node that has just started does not know the services yet", async () => {
    let isNew = true;
    setTimeout(() => {
      isNew = false;
    }, 3_000);
    nodes({ [A]: async () => (isNew ? unknown() : answers()) });
    const outcome = wait([A]);
    outcome.catch(() => {});
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await outcome).toEqual({ status: "done" });
    expect(new Set(asked.map(({ name }) => name)).size).toBe(1);
  });

  test("is made again where the one node that answers has started during a long silence of the others", async () => {
    let isNew = true;
    setTimeout(() => {
      isNew = false;
    }, 90_000);
    nodes({ [A]: breaksAfter(70_000), [B]: async () => (isNew ? unknown() : answers()) });
    const outcome = wait([A, B], 200_000);
    outcome.catch(() => {});
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await outcome).toEqual({ status: "done" });
  });

  test("ends where the nodes know no such service for longer than they take to start", async () => {
    nodes({ [A]: async () => unknown(), [B]: async () => unknown() });
    const outcome = wait([A, B]);
    outcome.catch(() => {});
    await vi.advanceTimersByTimeAsync(15_000);
    await expect(outcome).rejects.toThrow("does not serve ReadbackTasks: name its machine");
  });

  test("ends when no node answers", async () => {
    nodes({});
    const outcome = wait([A, B], 1_000);
    outcome.catch(() => {});
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(outcome).rejects.toThrow("does not answer");
  });
});
