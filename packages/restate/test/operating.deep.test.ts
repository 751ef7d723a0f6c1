import type { QuestionRequest } from "@readback/core";
import { createBridgeListeners } from "@readback/core/surfaces";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectAsker, connectDesk, inspectCluster, readClusterJournal } from "../src/client.js";
import { deskToken, journalToken, readbackServices, type Serving, serve } from "../src/index.js";
import { SERVICES } from "../src/names.js";
import { startNode, type TestNode } from "./support/node.js";

const deskSecret = "the secret of these desks";
const questions = [{ id: "q", question: "Which branch?" }] as const;
const soon = { timeout: 60_000, interval: 50 };
let node: TestNode;
const endpoints: Serving[] = [];

beforeAll(async () => {
  node = await startNode();
  const endpoint = await serve({ port: 0, services: readbackServices({ ask: {}, deskSecret }) });
  endpoints.push(endpoint);
  await node.register(endpoint.url);
});
afterAll(async () => {
  await Promise.all(endpoints.map((one) => one.close()));
  await node?.stop();
});

function desk(name: string, token: string | undefined) {
  const listeners = createBridgeListeners();
  const sent: QuestionRequest[] = [];
  const closed: string[] = [];
  const errors: unknown[] = [];
  const bridge = {
    ...listeners.methods,
    sendQuestion: (request: QuestionRequest) => void sent.push(request),
    close: (_: string, reason: string) => void closed.push(reason),
  };
  const onError = (error: unknown) => void errors.push(error);
  const connected = connectDesk({
    ...{ ingress: node.ingress, desk: name, bridge, onError },
    ...(token !== undefined && { token }),
  });
  return { ...connected, listeners, sent, closed, errors };
}

describe("a desk with a token", () => {
  test("is served to whoever has it, and to nobody else", async () => {
    await expect(desk("alice", undefined).ready).rejects.toThrow("desk token is missing or wrong");
    const asker = connectAsker({ ingress: node.ingress });
    const handle = asker.open({ questions }, { session: "alice" });
    const alice = desk("alice", deskToken(deskSecret, "alice"));
    const bob = desk("bob", deskToken(deskSecret, "bob"));
    await Promise.all([alice.ready, bob.ready]);
    await vi.waitFor(() => expect(alice.sent).toHaveLength(1), soon);
    const requestId = String(alice.sent[0]?.requestId);
    // Whoever knows the name of a request still cannot answer it with the token of another desk.
    bob.listeners.emit("onAnswer", requestId, [{ id: "q", values: ["bob's"] }]);
    await vi.waitFor(() => expect(String(bob.errors[0])).toContain("desk token"), soon);
    alice.listeners.emit("onAnswer", requestId, [{ id: "q", values: ["alice's"] }]);
    expect((await handle.result).values).toEqual({ q: "alice's" });
    await Promise.all([alice.close(), bob.close()]);
  });
});

describe("the ingress", () => {
  const post = (path: string, body: unknown) =>
    fetch(`${node.ingress}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  test("does not reach what only services call", async () => {
    for (const path of ["ReadbackAsk/a/call", "ReadbackAsk/a/wake", "ReadbackAsk/a/nudge"]) {
      expect((await post(path, {})).status, path).toBeGreaterThanOrEqual(400);
    }
    for (const path of ["ReadbackDesk/a/push", "ReadbackJournal/0/append"]) {
      expect((await post(path, [])).status, path).toBeGreaterThanOrEqual(400);
    }
    const rows = await node.query("select * from state where service_key = 'a'");
    expect(rows).toEqual([]);
  });

  test("refuses bad input at once, by the field, and tries nothing again", async () => {
    const response = await post("ReadbackAsker/ask", { input: {}, caller: "c", patience: 1_000 });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("questions");
    const said = { type: "FORGET", caller: "c" };
    expect((await post("ReadbackAsk/a/said", said)).status).toBe(400);
    const names = { object: "ReadbackAsk/a", desk: "ReadbackDesk/a" };
    const handlers = [
      ...["ReadbackAsker/ask", "ReadbackAsker/watch", "ReadbackSurfaces/follow"],
      ...["said", "tell", "request"].map((handler) => `${names.object}/${handler}`),
      ...["leave", "failed"].map((handler) => `${names.desk}/${handler}`),
      "ReadbackJournal/0/read",
    ];
    for (const path of handlers) {
      for (const body of ["null", "7", '"garbage"', "[]", "{", "{}"]) {
        const headers = { "content-type": "application/json" };
        const given = { method: "POST", headers, body };
        const refused = await fetch(`${node.ingress}/${path}`, given);
        expect(refused.status, `${path} ${body}`).toBe(400);
      }
    }
    expect((await inspectCluster(node.admin)).stuck).toEqual([]);
    const long = { type: "ANSWER", requestId: "r", surfaceId: "s", answers: "x".repeat(1_100_000) };
    expect((await post("ReadbackAsk/a/tell", long)).status).toBe(413);
  });
});

describe("a state that no version can read", () => {
  test("is set aside, and blocks neither its question nor its caller", async () => {
    const asker = connectAsker({ ingress: node.ingress });
    const [handle, session] = [asker.open({ questions }, { session: "odd" }), "odd"];
    const page = desk(session, deskToken(deskSecret, session));
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), soon);
    const [row] = await node.query(
      `select value_utf8 from state where service_key = '${handle.askId}' and key = 'state'`,
    );
    const kept = JSON.parse(String(row?.value_utf8));
    kept.definition = "00000000";
    kept.state.value = "nowhere";
    await node.overwrite("ReadbackAsk", handle.askId, { state: kept });
    page.listeners.emit("onRenderConfirmed", String(page.sent[0]?.requestId));
    await vi.waitFor(() => expect(page.closed).toContain("unknown_request"), soon);
    const { parked, stuck } = await inspectCluster(node.admin);
    expect(parked).toMatchObject([{ service: SERVICES.ask.name, key: handle.askId }]);
    expect(parked[0]?.why).toContain("not a state of the machine");
    expect(stuck).toEqual([]);
    const again = asker.open({ questions }, { session });
    await vi.waitFor(() => expect(page.sent.length).toBeGreaterThan(1), soon);
    const requestId = String(page.sent.at(-1)?.requestId);
    page.listeners.emit("onAnswer", requestId, [{ id: "q", values: ["main"] }]);
    expect((await again.result).values).toEqual({ q: "main" });
    await page.close();
  });
});

describe("an upgrade", () => {
  test("takes over open questions, while their callers wait", async () => {
    const asker = connectAsker({ ingress: node.ingress });
    const handle = asker.open({ questions }, { session: "rolling" });
    const page = desk("rolling", deskToken(deskSecret, "rolling"));
    await vi.waitFor(() => expect(page.sent).toHaveLength(1), soon);
    const next = await serve({ port: 0, services: readbackServices({ ask: {}, deskSecret }) });
    endpoints.push(next);
    await node.register(next.url);
    page.listeners.emit("onAnswer", String(page.sent[0]?.requestId), [
      { id: "q", values: ["next"] },
    ]);
    expect((await handle.result).values).toEqual({ q: "next" });
    await page.close();
  });
});

test("the journal and the report say what happened", async () => {
  await expect(readClusterJournal({ ingress: node.ingress })).rejects.toThrow(
    "The journal is not read",
  );
  const token = journalToken(deskSecret);
  const { entries } = await readClusterJournal({ ingress: node.ingress, token });
  const started = entries.filter(({ sequence }) => sequence === 1);
  expect(started.length).toBeGreaterThan(2);
  const report = await inspectCluster(node.admin);
  expect(report.version).toMatch(/^1\./);
  expect(report.endpoints.length).toBeGreaterThan(0);
  expect(report.members).toHaveLength(1);
});
