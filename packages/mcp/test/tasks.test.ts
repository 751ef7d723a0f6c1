import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import {
  type AskerOptions,
  createAsker,
  createInstructionQueue,
  createMemoryJournal,
  createSimulatedClock,
} from "@readback/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  createAskUserTools,
  createSurfaces,
  type SurfacesOptions,
  withInstructions,
} from "../src/index.js";
import { createDesk } from "./support/desk.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";
import { rawClient } from "./support/raw-client.js";

const TASKS = "io.modelcontextprotocol/tasks";
const takesTasks = { extensions: { [TASKS]: {} } };
const input = { questions: [{ question: "Which name?" }] };
const call = { name: "ask_user", arguments: input };
const requestStateKey = new Uint8Array(32).fill(7);

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

interface Settings extends Partial<AskerOptions>, Pick<SurfacesOptions, "quickestReply"> {
  readonly withDesk?: boolean;
  readonly secret?: Uint8Array;
  readonly instructed?: (server: McpServer) => void;
}

/** A process: an asker with a desk, or with the client's form alone, and any number of connections. */
function serve(settings: Settings = {}) {
  const { withDesk = true, secret = requestStateKey, quickestReply = 0, instructed } = settings;
  const { withDesk: _, secret: __, quickestReply: ___, instructed: ____, ...options } = settings;
  const desk = createDesk();
  const local = withDesk
    ? [{ name: "desk", bridge: desk, hint: "Open it.", isReachable: () => true }]
    : [];
  const surfaces = createSurfaces({ local, quickestReply });
  const asker = createAsker({ ...options, bridge: surfaces });
  asker.recover();
  const tools = createAskUserTools({ asker, surfaces, requestStateKey: secret });
  ending.push(() => asker.dispose());
  return {
    asker,
    desk,
    async connect(capabilities: object = takesTasks, name = "one") {
      const [forClient, forServer] = InMemoryTransport.createLinkedPair();
      const make = () => {
        const server = new McpServer({ name: "test-server", version: "1.0.0" });
        instructed?.(server);
        tools.register(server);
        return server;
      };
      serveStdio(make, { transport: forServer });
      const client = await rawClient(forClient, { capabilities, name });
      ending.push(() => client.close());
      const get = (taskId: unknown) => client.request("tasks/get", { taskId });
      return {
        ...client,
        get,
        cancel: (taskId: unknown) => client.request("tasks/cancel", { taskId }),
        update: (taskId: unknown, inputResponses: object) =>
          client.request("tasks/update", { taskId, inputResponses }),
        begin: (params: object = call) => client.request("tools/call", params),
        until: (taskId: unknown, status: string) =>
          vi.waitFor(async () => {
            const task = await get(taskId);
            expect(task.status).toBe(status);
            return task;
          }),
      };
    },
  };
}

describe("a task", () => {
  it("is what a client gets that takes them, and brings the result of the tool", async () => {
    const { desk, connect } = serve();
    const client = await connect();
    const created = await client.begin();
    expect(created).toMatchObject({
      ...{ resultType: "task", status: "working", ttlMs: 86_400_000, pollIntervalMs: 1_000 },
      statusMessage: "Waiting for the question to appear (0 s)",
    });
    expect(Number.isNaN(Date.parse(created.createdAt as string))).toBe(false);
    const request = await desk.next();
    desk.render(request);
    expect(await client.get(created.taskId)).toMatchObject({
      ...{ resultType: "complete", status: "working", taskId: created.taskId },
      statusMessage: expect.stringContaining("on screen: desk"),
    });
    desk.answer(request, "Ada");
    const done = await client.get(created.taskId);
    expect(done).toMatchObject({
      status: "completed",
      createdAt: created.createdAt,
      result: {
        resultType: "complete",
        structuredContent: { outcome: "answered", answers: [{ values: ["Ada"] }] },
      },
    });
    // Again, as after a reply that was lost.
    expect(await client.get(created.taskId)).toEqual(done);
  });

  it("whose answer was fetched is over; one whose answer was not leaves it to the next call", async () => {
    const { desk, connect } = serve();
    const client = await connect();
    const { taskId } = await client.begin();
    desk.answer(await desk.next(), "Ada");
    expect(await client.begin()).toMatchObject({ structuredContent: { outcome: "answered" } });
    await client.get(taskId);
    await vi.waitFor(async () => expect((await client.begin()).resultType).toBe("task"));
    const fresh = await client.begin();
    desk.answer(await desk.next(), "Eve");
    expect((await client.get(fresh.taskId)).status).toBe("completed");
    await vi.waitFor(async () => expect((await client.begin()).resultType).toBe("task"));
    expect(desk.requests).toHaveLength(3);
  });

  it("of ask_user_question has the answers in its own format", async () => {
    const { desk, connect } = serve();
    const client = await connect();
    const options = [
      { label: "main", description: "What is released" },
      { label: "next", description: "What comes" },
    ];
    const questions = [{ question: "Which branch?", header: "Branch", options }];
    const params = { name: "ask_user_question", arguments: { questions } };
    const { taskId } = await client.begin(params);
    desk.answer(await desk.next(), "main");
    const { result } = await client.get(taskId);
    expect(result).toMatchObject({ structuredContent: { answersByHeader: { Branch: "main" } } });
    expect(JSON.stringify(result)).toContain("Collected answers:");
  });

  it("is not made for what is known at once: bad arguments, and an answer that was kept", async () => {
    const { desk, connect } = serve();
    const client = await connect();
    const bad = await client.begin({ name: "ask_user", arguments: { questions: [] } });
    expect(bad).toMatchObject({ isError: true });
    const { taskId } = await client.begin();
    await client.cancel(taskId);
    desk.answer(await desk.next(), "Ada");
    const again = await client.begin();
    expect(again).toMatchObject({ structuredContent: { outcome: "answered" } });
    expect(again.resultType).toBe("complete");
    // It was given, and is not given twice.
    expect((await client.begin()).resultType).toBe("task");
    expect(desk.requests).toHaveLength(2);
  });

  it("gives its answer away once it is fetched: the very next call asks anew", async () => {
    const { desk, connect } = serve();
    const client = await connect();
    const { taskId } = await client.begin();
    desk.answer(await desk.next(), "Ada");
    expect((await client.get(taskId)).status).toBe("completed");
    expect((await client.begin()).resultType).toBe("task");
    expect(desk.requests).toHaveLength(2);
  });

  it("is no task for clients that do not take them, who may not ask for one either", async () => {
    const { desk, connect } = serve();
    const owner = await connect();
    const { taskId } = await owner.begin();
    const plain = await connect({});
    for (const method of ["get", "cancel"] as const) {
      await expect(plain[method](taskId)).rejects.toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { extensions: { [TASKS]: {} } } },
      });
    }
    await expect(plain.update(taskId, {})).rejects.toMatchObject({ code: -32_021 });
    const joined = plain.begin();
    desk.answer(await desk.next(), "Ada");
    expect(await joined).toMatchObject({ structuredContent: { outcome: "answered" } });
    await expect(owner.request("tasks/list")).rejects.toMatchObject({ code: -32_601 });
  });

  it("has an id that clients take: Claude Code refuses more than 128 characters", async () => {
    const client = await serve().connect();
    const options = ["main", "next"].map((label) => ({ label, description: "A branch" }));
    const questions = [{ question: "Which branch?", header: "Branch", options }];
    const longest = { name: "ask_user_question", arguments: { questions } };
    for (const params of [call, longest]) {
      const { taskId } = await client.begin(params);
      expect(taskId).toMatch(/^[\x21-\x7e]{1,128}$/);
      expect((await client.get(taskId)).taskId).toBe(taskId);
    }
  });

  it("is unknown to another session, whatever that makes of its id", async () => {
    const { desk, connect } = serve();
    const owner = await connect();
    const stranger = await connect(takesTasks, "another");
    const { taskId } = (await owner.begin()) as { taskId: string };
    const theirs = (await stranger.begin()) as { taskId: string };
    const parts = taskId.split(".");
    const mac = theirs.taskId.split(".").at(-1);
    const forged = [
      ...[taskId, "", "task", `${taskId}.`, taskId.slice(0, -1)],
      [...parts.slice(0, -1), mac].join("."),
      [parts[0], ...theirs.taskId.split(".").slice(1)].join("."),
    ];
    for (const id of forged) {
      const unknown = { code: -32_602, message: expect.stringContaining("not a task of this") };
      await expect(stranger.get(id)).rejects.toMatchObject(unknown);
      await expect(stranger.cancel(id)).rejects.toMatchObject(unknown);
      await expect(stranger.update(id, {})).rejects.toMatchObject(unknown);
    }
    expect((await owner.get(taskId)).status).toBe("working");
    desk.answer(await desk.next(), "Ada");
    expect((await owner.get(taskId)).status).toBe("completed");
    // A change anywhere in an id makes it none.
    const late = parts.map((part, at) => (at === 3 ? "0" : part)).join(".");
    await expect(owner.get(late)).rejects.toMatchObject({ code: -32_602 });
  });

  it("is cancelled in the machine: the question is closed, and the person told", async () => {
    const { desk, connect } = serve();
    const client = await connect();
    const { taskId } = await client.begin();
    const request = await desk.next();
    desk.render(request);
    expect(await client.cancel(taskId)).not.toHaveProperty("status");
    expect(desk.closed).toEqual([[request.requestId, "aborted"]]);
    expect(await client.get(taskId)).toMatchObject({ status: "cancelled" });
    // Cancelling what is over is no error, and changes nothing.
    await client.cancel(taskId);
    expect(await client.get(taskId)).toMatchObject({ status: "cancelled" });
  });

  it("tells how it ended when the question never appeared, after this server's own retries", async () => {
    const clock = createSimulatedClock(1_000_000);
    const { desk, connect } = serve({ clock, maxRetries: 2, renderTimeout: 10_000 });
    const client = await connect();
    const { taskId } = await client.begin();
    clock.advance(29_000);
    expect((await client.get(taskId)).status).toBe("working");
    clock.advance(1_000);
    expect(desk.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const { status, result } = await client.get(taskId);
    expect(status).toBe("completed");
    expect(result).toMatchObject({ structuredContent: { outcome: "exhausted", attempt: 3 } });
  });

  it("has expired when its time is over", async () => {
    const clock = createSimulatedClock(1_000_000);
    const { desk, connect } = serve({ clock });
    const client = await connect();
    const { taskId, ttlMs } = (await client.begin()) as { taskId: string; ttlMs: number };
    clock.advance(1_000);
    desk.answer(await desk.next(), "Ada");
    clock.advance(ttlMs - 1_001);
    expect((await client.get(taskId)).status).toBe("completed");
    clock.advance(1);
    await expect(client.get(taskId)).rejects.toMatchObject({
      ...{ code: -32_602, message: expect.stringContaining("expired") },
    });
  });

  it("is left out where an asker does not remember how its asks ended", async () => {
    const { desk, connect } = serve({ lateAnswerWindow: 0 });
    const client = await connect();
    const result = client.begin();
    desk.answer(await desk.next(), "Ada");
    expect(await result).toMatchObject({ structuredContent: { outcome: "answered" } });
    await expect(client.get("any")).rejects.toMatchObject({ code: -32_601 });
    const { capabilities } = await client.request("server/discover");
    expect(capabilities).not.toHaveProperty("extensions");
  });

  it("is on offer in what the server says of itself", async () => {
    const client = await serve().connect();
    const { capabilities } = await client.request("server/discover");
    expect(capabilities).toMatchObject({ extensions: { [TASKS]: {} } });
    expect(capabilities).not.toHaveProperty("tasks");
  });

  it("begins without instructions, which no model would see there", async () => {
    const queue = createInstructionQueue();
    queue.queueInstruction("Read the release notes.");
    const client = await serve({
      instructed: (server) => void withInstructions(server, queue),
    }).connect();
    expect(JSON.stringify(await client.begin())).not.toContain("release notes");
    const other = await client.begin({ name: "ask_user", arguments: {} });
    expect(JSON.stringify(other)).toContain("release notes");
  });
});

describe("a task of a process that is gone", () => {
  it("goes on in the next one, which shows the question, and brings its answer", async () => {
    const journal = createMemoryJournal();
    const first = serve({ journal });
    const { taskId } = await (await first.connect()).begin();
    first.asker.dispose();
    const second = serve({ journal });
    const client = await second.connect();
    expect((await client.get(taskId)).status).toBe("working");
    second.desk.answer(await second.desk.next(), "Ada");
    expect(await client.get(taskId)).toMatchObject({ status: "completed" });
    second.asker.dispose();
    const third = await serve({ journal }).connect();
    expect(await third.get(taskId)).toMatchObject({
      result: { structuredContent: { answers: [{ values: ["Ada"] }] } },
    });
  });

  it("is unknown where its id cannot have been made", async () => {
    const journal = createMemoryJournal();
    const first = serve({ journal });
    const { taskId } = await (await first.connect()).begin();
    const other = await serve({ journal, secret: new Uint8Array(32).fill(8) }).connect();
    await expect(other.get(taskId)).rejects.toMatchObject({ code: -32_602 });
  });
});

describe("a task of a client with forms", () => {
  const withForms = { ...takesTasks, elicitation: {} };
  const accept = (q1: string) => ({ action: "accept", content: { q1 } });

  /** The only form that a task wants filled in: its key, and its message. */
  function formIn({ inputRequests }: Record<string, unknown>): [key: string, message: string] {
    const forms = Object.entries(inputRequests as Record<string, { params: { message: string } }>);
    expect(forms).toHaveLength(1);
    const [[key, { params }]] = forms as [(typeof forms)[number]];
    return [key, params.message];
  }

  it("asks for one, takes the reply once, and is done", async () => {
    const client = await serve({ withDesk: false }).connect(withForms);
    const { taskId } = await client.begin();
    const asking = await client.until(taskId, "input_required");
    const [key, message] = formIn(asking);
    expect(message).toContain("Which name?");
    expect(formIn(await client.get(taskId))[0]).toBe(key);
    const ack = await client.update(taskId, { [key]: accept("Ada"), other: accept("Bob") });
    expect(ack).not.toHaveProperty("status");
    await client.update(taskId, { [key]: accept("Eve") });
    expect(await client.get(taskId)).toMatchObject({
      status: "completed",
      result: { structuredContent: { surface: "elicitation", answers: [{ values: ["Ada"] }] } },
    });
  });

  it("asks again under another key, with the reason, after a reply that the questions do not allow", async () => {
    const client = await serve({ withDesk: false }).connect(withForms);
    const { taskId } = await client.begin();
    const [first] = formIn(await client.until(taskId, "input_required"));
    await client.update(taskId, { [first]: accept("") });
    const [second, message] = formIn(await client.until(taskId, "input_required"));
    expect(second).not.toBe(first);
    expect(message).toContain("Not taken:");
    await client.update(taskId, { [second]: accept("Ada") });
    expect((await client.get(taskId)).status).toBe("completed");
  });

  it("takes the reply to a form from before a restart", async () => {
    const journal = createMemoryJournal();
    const first = serve({ journal, withDesk: false });
    const one = await first.connect(withForms);
    const { taskId } = await one.begin();
    const [key] = formIn(await one.until(taskId, "input_required"));
    first.asker.dispose();
    const second = await serve({ journal, withDesk: false }).connect(withForms);
    await second.update(taskId, { [key]: accept("Ada") });
    expect(await second.get(taskId)).toMatchObject({
      result: { structuredContent: { answers: [{ values: ["Ada"] }] } },
    });
  });

  it("shows its form again after a restart", async () => {
    const journal = createMemoryJournal();
    const first = serve({ journal, withDesk: false });
    const { taskId } = await (await first.connect(withForms)).begin();
    first.asker.dispose();
    const second = await serve({ journal, withDesk: false }).connect(withForms);
    const [key] = formIn(await second.until(taskId, "input_required"));
    await second.update(taskId, { [key]: accept("Ada") });
    expect((await second.get(taskId)).status).toBe("completed");
  });

  it("counts a reply that no person can have given as no place to ask, from when the client got the form", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    ending.push(() => vi.useRealTimers());
    const client = await serve({ withDesk: false, quickestReply: 500 }).connect(withForms);
    const { taskId } = await client.begin();
    vi.advanceTimersByTime(60_000);
    const [key] = formIn(await client.until(taskId, "input_required"));
    vi.advanceTimersByTime(499);
    await client.get(taskId);
    await client.update(taskId, { [key]: accept("Ada") });
    expect(await client.until(taskId, "completed")).toMatchObject({
      result: { structuredContent: { outcome: "no_surface" } },
    });
  });

  it("of another ask is not filled in through this one", async () => {
    const client = await serve({ withDesk: false }).connect(withForms);
    const { taskId } = await client.begin();
    const colour = { questions: [{ question: "Which colour?" }] };
    const other = await client.begin({ name: "ask_user", arguments: colour });
    const [key] = formIn(await client.until(other.taskId, "input_required"));
    await client.update(taskId, { [key]: accept("red") });
    expect((await client.get(other.taskId)).status).toBe("input_required");
  });
});

describe.each(PAIRS)("tasks: $server, $client", (pair) => {
  it("change nothing for a client that does not take them", async () => {
    const desk = createDesk();
    const asker = createAsker({ bridge: desk });
    const tools = createAskUserTools({ asker });
    ending.push(() => asker.dispose());
    const client = await connectInMemory(pair, (server) => tools.register(server));
    ending.push(() => client.close());
    const result = client.call("ask_user", input);
    desk.answer(await desk.next(), "Ada");
    expect((await result).result.outcome).toBe("answered");
  });
});
