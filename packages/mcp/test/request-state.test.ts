import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  type AskerOptions,
  type Clock,
  createAsker,
  createMemoryJournal,
  type Journal,
  systemClock,
} from "@readback/core";
import { afterEach, describe, expect, it } from "vitest";
import { createSurfaces, type LocalSurface, registerAskUser } from "../src/index.js";
import { createDesk } from "./support/desk.js";

const MINUTE = 60_000;
const input = { questions: [{ question: "Which branch?" }] };
const reply = { questions: { action: "accept", content: { q1: "main" } } };

/** The last of 43 characters for 32 bytes has two bits that are always 0: this sets one. */
function nextCharacter(state: string): string {
  return state.slice(0, -1) + String.fromCharCode(state.charCodeAt(state.length - 1) + 1);
}

interface Raw {
  readonly resultType?: string;
  readonly requestState?: string;
  readonly isError?: boolean;
  readonly content?: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

describe("requestState", () => {
  const open: Client[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

  /** A server that asks by result, and a client that does each round by itself. */
  async function start({
    journal = createMemoryJournal(),
    key = new Uint8Array(32).fill(7),
    session = "s1",
    clock = systemClock,
    local = [],
    times = {},
  }: {
    journal?: Journal;
    key?: Uint8Array;
    session?: string;
    clock?: Clock;
    local?: readonly LocalSurface[];
    times?: Pick<AskerOptions, "queueCap" | "renderTimeout">;
  } = {}) {
    const surfaces = createSurfaces({ local, quickestReply: 0 });
    const asker = createAsker({ bridge: surfaces, journal, clock, ...times });
    asker.recover();
    const [forClient, forServer] = InMemoryTransport.createLinkedPair();
    serveStdio(
      () => {
        const server = new McpServer({ name: "test-server", version: "1.0.0" });
        registerAskUser(server, { asker, surfaces, session, requestStateKey: key });
        return server;
      },
      { transport: forServer },
    );
    const client = new Client(
      { name: "raw", version: "1.0.0" },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: { mode: { pin: "2026-07-28" } },
      },
    );
    await client.connect(forClient);
    open.push(client);
    const call = async (params: object, args: object = input, signal?: AbortSignal) => {
      const request = { name: "ask_user", arguments: { ...args }, ...params };
      const options = { allowInputRequired: true, ...(signal && { signal }) };
      return (await client.callTool(request, options as object)) as Raw;
    };
    return { call, journal, asker };
  }

  it("and the reply to the form give the answer", async () => {
    const { call } = await start();
    const first = await call({});
    expect(first.resultType).toBe("input_required");
    const second = await call({ requestState: first.requestState, inputResponses: reply });
    expect(second.structuredContent).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("is given again, for the same question, when the call comes without a reply", async () => {
    const { call } = await start();
    const first = await call({});
    const again = await call({});
    expect(again.resultType).toBe("input_required");
    const last = await call({ requestState: first.requestState, inputResponses: reply });
    expect(last.structuredContent).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("holds after a restart of the server", async () => {
    const before = await start();
    const { requestState } = await before.call({});
    before.asker.dispose();
    const after = await start({ journal: before.journal });
    const last = await after.call({ requestState, inputResponses: reply });
    expect(last.structuredContent).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("brings the answer after a restart, when a place on this machine has the question", async () => {
    const before = await start({ local: [unreachable()] });
    const { requestState } = await before.call({});
    before.asker.dispose();
    const after = await start({ journal: before.journal, local: [unreachable()] });
    const last = await after.call({ requestState, inputResponses: reply });
    expect(last.structuredContent).toMatchObject({
      outcome: "answered",
      answers: [{ values: ["main"] }],
      surface: "elicitation",
    });
  });

  it("is given again after a restart, once the question did not appear elsewhere", async () => {
    const before = await start({ local: [unreachable()], times: { renderTimeout: 50 } });
    await before.call({});
    before.asker.dispose();
    const after = await start({ journal: before.journal, local: [unreachable()] });
    const ask = async () => (await after.call({})).resultType;
    await expect.poll(ask, { timeout: 20_000 }).toBe("input_required");
  });

  it.each([
    ["accept", "answered"],
    ["decline", "declined"],
    ["cancel", "cancelled"],
  ])("brings a late %s, after the form was given up", async (action, outcome) => {
    const { call, asker } = await start({ times: { queueCap: 50 } });
    const { requestState } = await call({});
    const states = () => [...asker.runtime.live()].map(([, { value }]) => value);
    await expect.poll(states).toEqual(["awaitingRetry"]);
    const questions = { ...reply.questions, action };
    const last = await call({ requestState, inputResponses: { questions } });
    expect(last.structuredContent).toMatchObject({ outcome });
  });

  it.each([
    ["accept", "answered"],
    ["decline", "declined"],
  ])(
    "gives the same result to every reply, so that a lost one can be sent again: %s",
    async (action, outcome) => {
      const { call, asker } = await start();
      const { requestState } = await call({});
      const inputResponses = { questions: { ...reply.questions, action } };
      const first = await call({ requestState, inputResponses });
      expect(first.structuredContent).toMatchObject({ outcome });
      const again = await call({ requestState, inputResponses: reply });
      expect(again.structuredContent).toEqual(first.structuredContent);
      // Nothing was asked again.
      const asks = [...asker.runtime.live()].map(([, { context }]) => context);
      expect(asks).toMatchObject([{ generation: 1, attempt: 1 }]);
      // The same question of a later call is a new one.
      expect((await call({})).resultType).toBe("input_required");
    },
  );

  it("shows the form again after a late answer that the question does not allow", async () => {
    const { call, asker } = await start({ local: [unreachable()] });
    const { requestState } = await call({});
    asker.dispose();
    const after = await start();
    const wrong = { questions: { action: "accept", content: { q1: 5 } } };
    const again = await after.call({ requestState, inputResponses: wrong });
    expect(again.resultType).toBe("input_required");
  });

  it("is not given for a form that broke, once a place on this machine has the question", async () => {
    const desk = createDesk();
    let isOpen = false;
    const place = { name: "desk", bridge: desk, isReachable: () => isOpen, hint: "Open the desk." };
    const { call } = await start({ local: [place] });
    const { requestState } = await call({});
    const wrong = { questions: { action: "accept", content: { q1: 5 } } };
    const broken = await call({ requestState, inputResponses: wrong });
    expect(broken.structuredContent).toMatchObject({ outcome: "not_rendered" });
    isOpen = true;
    const next = call({});
    desk.answer(await desk.next(), "main");
    expect((await next).structuredContent).toMatchObject({ outcome: "answered", surface: "desk" });
  });

  it("is not needed for a call that is cancelled before there is a place for its question", async () => {
    const desk = createDesk();
    let look = () => {};
    let open = (_: boolean) => {};
    const looked = new Promise<void>((resolve) => {
      look = resolve;
    });
    const opened = new Promise<boolean>((resolve) => {
      open = resolve;
    });
    const isReachable = () => {
      look();
      return opened;
    };
    const slow = { name: "desk", bridge: desk, isReachable, hint: "Open the desk." };
    const { call } = await start({ local: [slow] });
    const cancel = new AbortController();
    const cancelled = expect(call({}, input, cancel.signal)).rejects.toThrow();
    await looked;
    cancel.abort();
    await cancelled;
    await expect.poll(() => desk.closed).toHaveLength(1);
    open(true);
    await opened;
    expect(desk.requests).toEqual([]);
  });

  it("gives a question that was asked before a restart to the next client that calls", async () => {
    const before = await start();
    await before.call({});
    before.asker.dispose();
    const after = await start({ journal: before.journal });
    const { requestState } = await after.call({});
    const last = await after.call({ requestState, inputResponses: reply });
    expect(last.structuredContent).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it.each([
    ["changed", (state: string) => state.replace(/.$/, (end) => (end === "A" ? "B" : "A"))],
    ["changed in bits that stand for nothing", (state: string) => nextCharacter(state)],
    ["with another payload", (state: string) => state.replace(/\.e/, ".f")],
    ["made up", () => "please"],
    ["empty", () => ""],
    ["of another version", (state: string) => state.replace("readback1", "readback2")],
  ])("that is %s is refused, and changes nothing", async (_, forge) => {
    const { call, journal } = await start();
    const { requestState = "" } = await call({});
    const entries = [...journal.read()].length;
    const refused = await call({ requestState: forge(requestState), inputResponses: reply });
    expect(refused.isError).toBe(true);
    expect(refused.content?.[0]?.text).toMatch(
      /^requestState: .+Nothing was changed\. Call the tool/,
    );
    expect([...journal.read()]).toHaveLength(entries);
    const last = await call({ requestState, inputResponses: reply });
    expect(last.structuredContent).toMatchObject({ outcome: "answered" });
  });

  it("that has expired is refused", async () => {
    let later = 0;
    const { call } = await start({ clock: { ...systemClock, now: () => Date.now() + later } });
    const { requestState } = await call({});
    later = 61 * MINUTE;
    const refused = await call({ requestState, inputResponses: reply });
    expect(refused.isError).toBe(true);
    expect(refused.content?.[0]?.text).toContain("requestState: has expired");
  });

  it.each([
    ["another question", {}, { questions: [{ question: "Drop the database?" }] }],
    ["another session", { session: "s2" }, input],
    ["another server", { key: new Uint8Array(32).fill(8) }, input],
  ])("of %s is refused", async (_, settings, args) => {
    const { call } = await start();
    const { requestState } = await call({});
    const other = await start(settings);
    const refused = await other.call({ requestState, inputResponses: reply }, args);
    expect(refused.isError).toBe(true);
    expect(refused.structuredContent).toBeUndefined();
  });
});

/** A place on this machine where nobody is. */
function unreachable(): LocalSurface {
  return { name: "desk", bridge: createDesk(), isReachable: () => false, hint: "Open the desk." };
}
