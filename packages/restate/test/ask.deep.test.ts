import type { QuestionRequest } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { connectAsker, connectDesk } from "../src/client.js";
import { readbackServices, type Serving, serve } from "../src/index.js";
import { startNode, type TestNode } from "./support/node.js";

let node: TestNode;
let endpoint: Serving;

beforeAll(async () => {
  node = await startNode();
  endpoint = await serve({
    port: 0,
    services: readbackServices({ ask: { renderTimeout: 3_000 } }),
  });
  await node.register(endpoint.url);
});
const errors: unknown[] = [];
afterEach(() => expect(errors.splice(0)).toEqual([]));
afterAll(async () => {
  await endpoint?.close();
  await node?.stop();
});

/** A surface that shows what it is told, and remembers it. */
function surface(desk: string, how: { readonly renders?: boolean } = {}) {
  const listeners = createBridgeListeners();
  const sent: QuestionRequest[] = [];
  const closed: [string, string][] = [];
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const bridge = {
    ...listeners.methods,
    surfaceOf: () => "test page",
    sendQuestion(request: QuestionRequest) {
      sent.push(request);
      if (how.renders ?? true) listeners.emit("onRenderConfirmed", request.requestId);
    },
    close: (requestId: string, reason: string) => closed.push([requestId, reason]),
    acknowledge: (requestId: string) => acknowledged.push(requestId),
    refuse: (_: string, problem: string) => refused.push(problem),
  };
  const connected = connectDesk({
    ingress: node.ingress,
    desk,
    bridge: bridge as never,
    patience: 2_000,
    onError: (error) => errors.push(error),
  });
  return { ...connected, listeners, sent, closed, acknowledged, refused };
}

const questions = [{ id: "deploy", question: "Deploy now?", type: "confirm" }] as const;
const soon = { timeout: 30_000, interval: 20 };

describe("one question, asked through a cluster", () => {
  test("is shown at its desk, answered, acknowledged, and told to the caller", async () => {
    const page = surface("one");
    const asker = connectAsker({ ingress: node.ingress });
    const asked = asker.ask({ questions }, { session: "one", patience: 60_000 });
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), soon);
    const [{ requestId } = { requestId: "" }] = page.sent;
    page.listeners.emit("onAnswer", requestId, [{ id: "deploy", values: ["yes"] }]);
    const result = await asked;
    expect(result).toMatchObject({
      answered: true,
      outcome: "answered",
      renderConfirmed: true,
      surface: "test page",
      values: { deploy: "yes" },
    });
    await vi.waitFor(() => expect(page.acknowledged).toEqual([requestId]), soon);
    await asker.dispose();
    await page.close();
  });

  test("counts its attempts over calls of several processes, and then gives up", async () => {
    const outcomes = [];
    for (let call = 0; call < 3; call += 1) {
      const asker = connectAsker({ ingress: node.ingress });
      const again = { questions, maxRetries: 2, renderTimeout: 150 };
      const { shouldRetry, outcome, attempt } = await asker.ask(again, { session: "nobody" });
      outcomes.push({ shouldRetry, outcome, attempt });
      await asker.dispose();
    }
    expect(outcomes).toEqual([
      { shouldRetry: true, outcome: "not_rendered", attempt: 1 },
      { shouldRetry: true, outcome: "not_rendered", attempt: 2 },
      { shouldRetry: false, outcome: "exhausted", attempt: 3 },
    ]);
  });

  test("is joined by another process, and both get the one answer", async () => {
    const page = surface("two");
    const [first, second] = [1, 2].map(() => connectAsker({ ingress: node.ingress }));
    const one = first?.ask({ questions }, { session: "two" });
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), soon);
    const two = second?.ask({ questions }, { session: "two", key: "call-2" });
    const again = first?.ask({ questions }, { session: "two", key: "call-2" });
    await vi.waitFor(async () => {
      const [row] = await node.query(
        "select value_utf8 from state where service_name = 'ReadbackAsk' and key = 'waiters'",
      );
      expect(Object.keys(JSON.parse(String(row?.value_utf8)))).toHaveLength(3);
    }, soon);
    page.listeners.emit("onAnswer", page.sent[0]?.requestId as string, [
      { id: "deploy", values: ["no"] },
    ]);
    for (const result of await Promise.all([one, two, again])) {
      expect(result).toMatchObject({ answered: true, values: { deploy: "no" } });
    }
    expect(page.sent).toHaveLength(1);
    await page.close();
  });

  test("has answers of its own, whatever calls of other people are named like its call", async () => {
    const names = { key: "call-1", caller: "agent" };
    const people = ["alice", "bob"].map((session) => {
      const page = surface(session);
      const asked = connectAsker({ ingress: node.ingress }).ask(
        { questions },
        { session, ...names },
      );
      return { page, asked };
    });
    for (const [index, { page }] of people.entries()) {
      await vi.waitFor(() => expect(page.sent).toHaveLength(1), soon);
      const values = [index === 0 ? "yes" : "no"];
      page.listeners.emit("onAnswer", page.sent[0]?.requestId as string, [
        { id: "deploy", values },
      ]);
    }
    const answers = await Promise.all(people.map(async ({ asked }) => (await asked).values));
    expect(answers).toEqual([{ deploy: "yes" }, { deploy: "no" }]);
    for (const { page } of people) await page.close();
  });

  test("gives its answer to every process that calls under one name, and to a call that is made again", async () => {
    const page = surface("again");
    const call = { session: "again", key: "tool-call-1", caller: "agent" };
    const first = await connectAsker({ ingress: node.ingress }).ask(
      { questions },
      { ...call, patience: 300 },
    );
    expect(first.outcome).toBe("pending");
    const calls = [1, 2].map(() =>
      connectAsker({ ingress: node.ingress }).ask({ questions }, call),
    );
    await vi.waitFor(async () => {
      const rows = await node.query(
        "select value_utf8 from state where service_name = 'ReadbackAsk' and key = 'waiters'",
      );
      const waiters = rows.flatMap((row) => Object.values(JSON.parse(String(row.value_utf8))));
      expect(waiters).toMatchObject([{ tell: [expect.any(String), expect.any(String)] }]);
    }, soon);
    page.listeners.emit("onAnswer", page.sent[0]?.requestId as string, [
      { id: "deploy", values: ["yes"] },
    ]);
    for (const result of await Promise.all(calls)) expect(result.values).toEqual({ deploy: "yes" });
    // Made again, after it was answered: its key is known.
    const { caller: _, ...later } = call;
    const repeated = await connectAsker({ ingress: node.ingress }).ask({ questions }, later);
    expect(repeated.values).toEqual({ deploy: "yes" });
    expect(page.sent).toHaveLength(1);
    await page.close();
  });

  test("is presented again inside the call, when the call wants that", async () => {
    const again = { questions, maxRetries: 1, renderTimeout: 150 };
    const result = await connectAsker({ ingress: node.ingress }).ask(again, {
      session: "nobody else",
      retry: "host",
    });
    expect(result).toMatchObject({ outcome: "exhausted", attempt: 2 });
  });

  test("tells a person at once what is wrong with an answer, and takes the right one", async () => {
    const page = surface("wrong");
    const asker = connectAsker({ ingress: node.ingress });
    const asked = asker.ask({ questions }, { session: "wrong" });
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), soon);
    const requestId = page.sent[0]?.requestId as string;
    page.listeners.emit("onAnswer", requestId, [{ id: "deploy", values: ["perhaps"] }]);
    await vi.waitFor(() => expect(page.refused).toHaveLength(1), soon);
    page.listeners.emit("onAnswer", requestId, [{ id: "deploy", values: ["yes"] }]);
    expect((await asked).values).toEqual({ deploy: "yes" });
    await page.close();
  });

  test("is lost with the only surface that showed it, and presented to the next", async () => {
    const first = surface("lost");
    const asker = connectAsker({ ingress: node.ingress });
    const handle = asker.open({ questions, renderTimeout: 60_000 }, { session: "lost" });
    await vi.waitFor(() => expect(handle.state).toBe("on_screen"), soon);
    expect(handle.surface).toBe("test page");
    await first.close();
    await vi.waitFor(() => expect(handle.state).toBe("presenting"), soon);
    const second = surface("lost");
    await vi.waitFor(() => expect(second.sent).toHaveLength(1), soon);
    expect(second.sent[0]).toMatchObject({ requestId: first.sent[0]?.requestId, attempt: 1 });
    handle.abort();
    expect(await handle.result).toMatchObject({ outcome: "aborted" });
    await vi.waitFor(
      () => expect(second.closed.at(-1)).toEqual([handle.requestId, "aborted"]),
      soon,
    );
    await second.close();
  });

  test("stays when a caller loses patience, and its answer is kept for the next call", async () => {
    const page = surface("patience");
    const asker = connectAsker({ ingress: node.ingress });
    const first = await asker.ask({ questions }, { session: "patience", patience: 500 });
    expect(first).toMatchObject({ outcome: "pending" });
    page.listeners.emit("onAnswer", page.sent[0]?.requestId as string, [
      { id: "deploy", values: ["yes"] },
    ]);
    await vi.waitFor(() => expect(page.acknowledged).toHaveLength(1), soon);
    const second = await asker.ask({ questions }, { session: "patience", patience: 30_000 });
    expect(second.values).toEqual({ deploy: "yes" });
    expect(page.sent).toHaveLength(1);
    await page.close();
  });

  test("closes a dialog that nobody knows", async () => {
    const page = surface("unknown");
    page.listeners.emit("onAnswer", "nothing~at-all.1", []);
    await vi.waitFor(
      () => expect(page.closed).toEqual([["nothing~at-all.1", "unknown_request"]]),
      soon,
    );
    await page.close();
  });

  test("refuses bad input where it is given", () => {
    const asker = connectAsker({ ingress: node.ingress });
    expect(() => asker.open({ questions: [] as never })).toThrow("questions");
  });
});
