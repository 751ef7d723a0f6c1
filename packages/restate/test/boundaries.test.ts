import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { JournalEntry } from "@readback/core";
import { afterEach, describe, expect, test } from "vitest";
import { createIngress } from "../src/client/ingress.js";
import { inOrder } from "../src/client/journal.js";
import { connectAsker } from "../src/client.js";
import { isDeskToken, isJournalToken } from "../src/desk-token.js";
import { deskToken, journalToken, readbackServices, serve } from "../src/index.js";
import { SERVICES } from "../src/names.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** An ingress that answers with these, one after the other, and the names of the requests it got. */
async function ingressOf(...answers: readonly (readonly [number, unknown])[]) {
  const keys: unknown[] = [];
  const requests: string[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    requests.push(String(request.url));
    keys.push(request.headers["idempotency-key"]);
    const [status, body] = left.shift() ?? [200, null];
    response.writeHead(status).end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys, requests };
}

const look = (ingress: string | readonly string[], retryFor = 5_000) =>
  createIngress({ ingress, retryFor }).object(SERVICES.ask, "a", "look", undefined);

describe("a request to the cluster", () => {
  test("is sent again under its name while a node is not ready", async () => {
    const { url, keys } = await ingressOf([503, null], [429, null], [200, { state: "settled" }]);
    expect(await look(url)).toEqual({ state: "settled" });
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test("goes to the next node when one is not there", async () => {
    const { url } = await ingressOf([200, { state: "settled" }]);
    expect(await look(["http://127.0.0.1:1", url])).toEqual({ state: "settled" });
  });

  test("says where it was not answered, and what to do", async () => {
    await expect(look("http://127.0.0.1:1", 0)).rejects.toThrow(
      /does not answer at http:\/\/127.0.0.1:1.*start it/,
    );
  });

  test("says which field was refused", async () => {
    const problems = [{ field: "questions", problem: "must not be empty" }];
    const { url } = await ingressOf([400, { message: JSON.stringify({ problems }) }]);
    await expect(look(url)).rejects.toMatchObject({ code: "invalid_input", problems });
  });

  test("says when what answers is no cluster", async () => {
    for (const status of [404, 501]) {
      const { url } = await ingressOf([status, "Cannot POST"]);
      await expect(look(url)).rejects.toThrow(
        "What answers is no Restate ingress: pass the address of one",
      );
    }
  });

  test("is not sent again for longer than the cluster knows it", () => {
    const ingress = "http://127.0.0.1:8080";
    expect(() => createIngress({ ingress, retryFor: 300_000 })).toThrow(
      "retryFor: must be 0 to 240000 (given: 300000)",
    );
  });

  test("needs an address that is one", () => {
    expect(() => createIngress({ ingress: "node-1:8080x/" })).toThrow(
      "ingress: must be an address such as",
    );
  });
});

describe("a call of an agent", () => {
  const questions = [{ id: "q", question: "Which?" }] as const;
  const answered = {
    ...{ outcome: "answered", answered: true, requestId: "r~1.1", surface: null },
    answers: [{ id: "q", question: "Which?", values: ["this"] }],
  };

  test("is confirmed as received before its asker is disposed of", async () => {
    const { url, requests } = await ingressOf([200, answered]);
    const asker = connectAsker({ ingress: url });
    await asker.ask({ questions });
    await asker.dispose();
    expect(requests).toEqual([
      "/ReadbackAsker/ask",
      expect.stringMatching(/ReadbackAsk\/.*\/said/),
    ]);
  });

  test("asks nobody when it is aborted before it begins", async () => {
    const { url, requests } = await ingressOf();
    const signal = AbortSignal.abort();
    const result = await connectAsker({ ingress: url }).ask({ questions }, { signal });
    expect(result).toMatchObject({ outcome: "aborted", cause: "system", answered: false });
    expect(requests).toEqual([]);
  });
});

describe("the token of the journal", () => {
  test("is not that of a desk, and of no other secret", () => {
    const secret = "a secret of sixteen";
    expect(isJournalToken(secret, journalToken(secret))).toBe(true);
    expect(isJournalToken(secret, deskToken(secret, "alice"))).toBe(false);
    expect(isJournalToken("another secret of sixteen", journalToken(secret))).toBe(false);
    expect(isJournalToken(secret, undefined)).toBe(false);
    expect(isJournalToken(undefined, undefined)).toBe(true);
  });
});

describe("an endpoint that others can reach", () => {
  const services = readbackServices({ instructions: {}, journal: false });

  test("is not served without the keys of the servers whose requests it takes", async () => {
    for (const host of ["0.0.0.0", "::", "192.0.2.1", "readback.example"]) {
      await expect(serve({ port: 0, host, services })).rejects.toThrow(
        /identityKeys: are needed to listen on/,
      );
    }
  });

  test("is served when somebody says that the network keeps everybody else out", async () => {
    const served = await serve({ port: 0, host: "0.0.0.0", services, trustNetwork: true });
    await served.close();
  });
});

describe("the journal", () => {
  const entry = (instance: string, time: number, sequence: number) =>
    ({ instance, time, sequence }) as unknown as JournalEntry;

  test("is read by time, and each instance in its own order, whatever the clocks say", () => {
    const read = [entry("a", 10, 1), entry("a", 30, 2), entry("a", 5, 3), entry("b", 20, 1)];
    const names = inOrder(read).map(({ instance, sequence }) => `${instance}${sequence}`);
    expect(names).toEqual(["a1", "b1", "a2", "a3"]);
  });
});

describe("the token of a desk", () => {
  const secret = "a secret of sixteen";

  test("opens that desk alone", () => {
    const token = deskToken(secret, "alice");
    expect(isDeskToken(secret, "alice", token)).toBe(true);
    expect(isDeskToken(secret, "bob", token)).toBe(false);
    expect(isDeskToken("another secret of sixteen", "alice", token)).toBe(false);
    expect(isDeskToken(secret, "alice", undefined)).toBe(false);
  });

  test("is not needed where there is no secret", () => {
    expect(isDeskToken(undefined, "alice", undefined)).toBe(true);
  });
});

describe("the services", () => {
  const names = (options: Parameters<typeof readbackServices>[0]) =>
    readbackServices(options).map(({ name }) => name);

  test("are those of the machines that are named", () => {
    expect(names({ instructions: {} })).toEqual(["ReadbackJournal", "ReadbackQueue"]);
    expect(names({ ask: {}, journal: false })).toEqual([
      ...["ReadbackAsk", "ReadbackAsker", "ReadbackDesk", "ReadbackSurfaces"],
    ]);
  });

  test("refuse settings that are none, by the field", () => {
    expect(() => readbackServices({ ask: { maxRetries: 9 } })).toThrow(
      "maxRetries: must be a whole number, 0 to 5",
    );
    expect(() => readbackServices({ guard: { maxRetryAttempts: 0 } })).toThrow("maxRetryAttempts");
    expect(() => readbackServices({ instructions: { tickInterval: -1 } })).toThrow("tickInterval");
    expect(() => readbackServices({ deskSecret: "short" })).toThrow("deskSecret");
    expect(() => readbackServices({ journal: { shards: 0 } })).toThrow("shards");
  });
});
