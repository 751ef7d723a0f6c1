import type { QuestionRequest } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  connectAsker,
  connectDesk,
  connectGuard,
  connectQueue,
  connectVerify,
  inspectCluster,
} from "../src/client.js";
import { readbackServices, type Serving, serve } from "../src/index.js";
import { startHelper } from "./support/cluster.js";
import { startNode, type TestNode } from "./support/node.js";

// An endpoint whose machines are defined otherwise, and what it had begun.

const soon = { timeout: 60_000, interval: 50 };
let node: TestNode;
const endpoints: Serving[] = [];

beforeAll(async () => {
  node = await startNode();
});
afterAll(async () => {
  await Promise.all(endpoints.map((one) => one.close()));
  await node?.stop();
});

/** Until an attempt of a task is under way. */
const untilWorking = () =>
  vi.waitFor(async () => {
    const rows = await node.query(
      "select id from sys_invocation where target = 'ReadbackWork/carryOut' and status = 'running'",
    );
    expect(rows).toHaveLength(1);
  }, soon);

test("a rolling upgrade takes over what other definitions began, in all four machines", async () => {
  const earlier = await startHelper("./earlier-endpoint.mjs", []);
  await node.register(earlier.said);

  const sent: QuestionRequest[] = [];
  const listeners = createBridgeListeners();
  const sendQuestion = (request: QuestionRequest) => {
    sent.push(request);
    listeners.emit("onRenderConfirmed", request.requestId);
  };
  const bridge = { ...listeners.methods, sendQuestion };
  // What waits on an endpoint keeps it from going: not for long here.
  const patience = 1_000;
  const desk = connectDesk({ ingress: node.ingress, desk: "rolling", bridge, patience });
  const asker = connectAsker({ ingress: node.ingress });
  const asked = [1, 2, 3, 4, 5].map((index) =>
    asker.ask({ questions: [{ id: "q", question: `Number ${index}?` }] }, { session: "rolling" }),
  );
  await vi.waitFor(() => expect(sent).toHaveLength(5), soon);

  const guard = connectGuard({ ingress: node.ingress });
  const claim = (toolUseId: string) =>
    guard.check({ session: "rolling", toolUseId, completing: ["a todo"] });
  const first = await claim("t1");
  expect(first.reason).toContain("attempt 1 of 3");
  const queue = connectQueue({ ingress: node.ingress, queue: "rolling" });
  const id = await queue.queueInstructionWithAck("Read it");
  expect(await queue.take()).toMatchObject({ id });
  const task = { id: "t", name: "a task" };
  const outcome = connectVerify({ ingress: node.ingress }).run({ session: "rolling", task });
  await untilWorking();
  const definitions = async () => {
    const rows = await node.query(
      "select value_utf8 from state where key = 'state' or key like 'i:%'",
    );
    return rows.map(({ value_utf8 }) => JSON.parse(String(value_utf8)).definition as string);
  };
  const before = new Set(await definitions());
  expect(before.size).toBe(4);

  const next = await serve({
    port: 0,
    services: readbackServices({
      ask: {},
      guard: { maxRetryAttempts: 3, validate: () => ({ passed: false, reason: "still red" }) },
      instructions: {},
      verify: { execute: () => ({ status: "success", output: "next" }), verify: () => true },
    }),
    onProblem: () => {},
  });
  endpoints.push(next);
  await node.register(next.url);

  for (const { requestId } of sent)
    listeners.emit("onAnswer", requestId, [{ id: "q", values: ["yes"] }]);
  for (const result of await Promise.all(asked)) expect(result.values).toEqual({ q: "yes" });
  const second = await vi.waitFor(async () => {
    const verdict = await claim(`t${Math.random()}`);
    // Claims that follow each other too soon count as one.
    expect(verdict.reason).not.toBe(first.reason);
    return verdict;
  }, soon);
  expect(second.reason).toContain("attempt 2 of 3");
  expect(second.reason).toContain("still red");
  expect(await queue.acknowledgeInstruction(id)).toBe(true);
  // What the earlier endpoint works on ends there, and counts.
  earlier.send("go on");
  expect(await outcome).toMatchObject({ status: "done", attempts: 1 });

  // Whatever is written from now on is of the new version; nothing was set aside, and nothing fails.
  const report = await inspectCluster(node.admin);
  expect({ parked: report.parked, stuck: report.stuck }).toEqual({ parked: [], stuck: [] });
  await vi.waitFor(async () => {
    const { endpoints: known } = await inspectCluster(node.admin);
    const [old] = known.filter(({ uri }) => uri.startsWith(earlier.said));
    expect(old?.running).toBe(0);
  }, soon);
  await earlier.end();
  const last = await queue.queueInstructionWithAck("Read it, too");
  expect(await queue.acknowledgeInstruction(last)).toBe(true);
  expect((await definitions()).filter((one) => before.has(one))).toEqual([]);
  await asker.dispose();
  await desk.close();
});
