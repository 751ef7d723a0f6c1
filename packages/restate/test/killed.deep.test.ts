import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connectGuard, connectVerify, inspectCluster } from "../src/client.js";
import { startHelper } from "./support/cluster.js";
import { freePorts, startNode, type TestNode } from "./support/node.js";

// An endpoint that is killed, and what it had begun.

const soon = { timeout: 60_000, interval: 50 };
let node: TestNode;

beforeAll(async () => {
  node = await startNode();
});
afterAll(() => node?.stop());

/** Until an attempt of a task is under way. */
const untilWorking = () =>
  vi.waitFor(async () => {
    const rows = await node.query(
      "select id from sys_invocation where target = 'ReadbackWork/carryOut' and status = 'running'",
    );
    expect(rows).toHaveLength(1);
  }, soon);

test("a claim whose endpoint is killed while it validates gets its verdict all the same", async () => {
  const [port] = (await freePorts(1)).map(String);
  const killed = await startHelper("./endpoint.mjs", [String(port), "127.0.0.1", "hang"]);
  await node.register(killed.said);
  const guard = connectGuard({ ingress: node.ingress });
  const claim = (toolUseId: string) =>
    guard.check({ session: "killed", toolUseId, completing: ["a todo"] });
  const first = await claim("t1");
  // Claims that follow each other too soon count as one.
  await new Promise((resolve) => setTimeout(resolve, 2_100));
  const second = claim("t2");
  await vi.waitFor(async () => {
    const rows = await node.query(
      "select id from sys_invocation where target = 'ReadbackGuard/write' and status = 'running'",
    );
    expect(rows).toHaveLength(1);
  }, soon);
  killed.child.kill("SIGKILL");
  await killed.end();
  const again = await startHelper("./endpoint.mjs", [String(port)]);
  const { decision, reason } = await second;
  expect(decision).toBe("block");
  expect(reason).not.toBe(first.reason);
  // Killed a moment earlier, it had not begun to validate: then the next process does.
  expect(reason).toContain("attempt 2 of 2");
  expect((await inspectCluster(node.admin)).stuck).toEqual([]);
  await again.end();
});

test("an attempt whose endpoint is killed was one, and the next one is made", async () => {
  const [port] = (await freePorts(1)).map(String);
  const killed = await startHelper("./endpoint.mjs", [String(port), "127.0.0.1", "hang"]);
  await node.register(killed.said);
  const task = { id: "t", name: "a task of a killed endpoint" };
  const outcome = connectVerify({ ingress: node.ingress }).run({ session: "killed", task });
  await untilWorking();
  killed.child.kill("SIGKILL");
  await killed.end();
  const again = await startHelper("./endpoint.mjs", [String(port)]);
  // It passes at the second attempt: the first is none that passed, and none that was not counted.
  expect(await outcome).toMatchObject({ status: "done", attempts: 2 });
  expect((await inspectCluster(node.admin)).stuck).toEqual([]);
  await again.end();
});
