import { createAsker, createMemoryJournal, type Journal } from "@readback/core";
import { afterEach, describe, expect, it } from "vitest";
import { createSurfaces, registerAskUser } from "../src/index.js";
import type { ClientSettings, TestClient } from "./support/clients.js";
import { createDesk, type Desk } from "./support/desk.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

const input = {
  title: "Release",
  questions: [
    { question: "Which branch?", options: ["main", "next"] },
    { question: "Anything else?", required: false },
  ],
};

type Elicit = NonNullable<ClientSettings["elicit"]>;

describe.each(PAIRS)("a form of a $client client of a $server", (pair) => {
  const open: TestClient[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

  async function start(
    elicit: Elicit | undefined,
    settings: {
      desk?: Desk;
      reachable?: boolean;
      journal?: Journal;
      retry?: "agent" | "host";
      quickestReply?: number;
    } = {},
  ) {
    const { desk, reachable = false, journal = createMemoryJournal(), retry = "agent" } = settings;
    const hint = "Open the desk.";
    const isReachable = () => Promise.resolve(reachable);
    const local = desk ? [{ name: "desk", bridge: desk, hint, isReachable }] : [];
    const { quickestReply = 0 } = settings;
    const surfaces = createSurfaces({ local, quickestReply });
    const asker = createAsker({ bridge: surfaces, journal, retry });
    asker.recover();
    const client = await connectInMemory(
      pair,
      (server) => registerAskUser(server, { asker, surfaces }),
      elicit ? { elicit } : {},
    );
    open.push(client);
    return { client, asker, surfaces };
  }

  it("brings the answer, and is reported as the surface", async () => {
    const seen: unknown[] = [];
    const { client } = await start(async (params) => {
      seen.push(params);
      return { action: "accept", content: { q1: "main", q1_other: "", q2: "no" } };
    });
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({
      outcome: "answered",
      surface: "elicitation",
      renderConfirmed: true,
      answers: [
        { id: "q1", values: ["main"] },
        { id: "q2", values: ["no"] },
      ],
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ message: "Release" });
  });

  it.each([
    ["decline", "declined"],
    ["cancel", "cancelled"],
  ] as const)("that was answered with %s is %s", async (action, outcome) => {
    const { client } = await start(async () => ({ action }));
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome, cancelled: true, renderConfirmed: true });
  });

  it.each(["decline", "cancel", "accept"] as const)(
    "that the client answers with %s by itself was not asked, and says where a person can look",
    async (action) => {
      const desk = createDesk();
      const content = { q1: "main", q1_other: "", q2: "no" };
      const reply = action === "accept" ? { action, content } : { action };
      const { client } = await start(async () => reply, { desk, quickestReply: 2_000 });
      const { result, text } = await client.call("ask_user", input);
      const untold = { cancelled: false, renderConfirmed: false, shouldRetry: false };
      expect(result).toMatchObject({ outcome: "no_surface", ...untold });
      expect(text).toMatch(/replied to its form by itself, \d+ ms after.* Open the desk\./);
    },
  );

  it("that the client replies to at once is nobody's, also where the reply is heard late", async () => {
    const { client } = await start(
      async () => {
        // The machine is busy with other things, and only then there is time to hear of the reply.
        const until = performance.now() + 600;
        while (performance.now() < until);
        return { action: "cancel" };
      },
      { quickestReply: 500 },
    );
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "no_surface", cancelled: false });
  });

  it("is not used for a run of Codex that no person sees", async () => {
    const { client } = await start(() => Promise.reject(new Error("not me")));
    const meta = { "x-codex-turn-metadata": { turn_trigger: "exec" } };
    const { result } = await client.call("ask_user", input, { meta });
    expect(result).toMatchObject({ outcome: "no_surface", renderConfirmed: false });
    const person = { "x-codex-turn-metadata": { turn_trigger: "user" } };
    const asked = client.call("ask_user", input, { meta: person });
    if (pair.client === "v2 2026-07-28") await expect(asked).rejects.toThrow("not me");
    else expect((await asked).result.error).toContain("not me");
  });

  it("that breaks is a failed attempt, never a refusal", async () => {
    const { client } = await start(async () => {
      throw new Error("no window");
    });
    // A 2026-07-28 client does not tell the server: the call fails, and the question stays open.
    const called = client.call("ask_user", input);
    if (pair.client === "v2 2026-07-28") return expect(called).rejects.toThrow("no window");
    const { result, text } = await called;
    expect(result).toMatchObject({ outcome: "not_rendered", shouldRetry: true, attempt: 1 });
    expect(result.error).toContain("no window");
    expect(text).toContain("UI failed to render question (attempt 1/3)");
  });

  it("with an answer the questions do not allow comes again, and says why", async () => {
    const messages: unknown[] = [];
    const { client } = await start(async ({ message }) => {
      messages.push(message);
      const content = messages.length === 1 ? { q2: "x" } : { q1: "next", q2: "x" };
      return { action: "accept", content };
    });
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({
      outcome: "answered",
      attempt: 1,
      surface: "elicitation",
      answers: [{ values: ["next"] }, { values: ["x"] }],
    });
    expect(messages).toEqual([
      "Release",
      expect.stringMatching(/^Not taken: .*q1: needs an answer.*\nRelease$/),
    ]);
  });

  it("with such answers again and again is no place to ask, and says why", async () => {
    let shown = 0;
    const desk = createDesk();
    const { client } = await start(
      async () => {
        shown += 1;
        return { action: "accept", content: { q2: "x" } };
      },
      { desk },
    );
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "no_surface", attempt: 1, cancelled: false });
    expect(result.error).toMatch(/5 replies that the questions do not allow.*q1: needs an answer/);
    expect(result.error).toContain("Open the desk.");
    expect(shown).toBe(5);
  });

  it("is used when the place on this machine cannot be reached", async () => {
    const desk = createDesk();
    const elicit: Elicit = async () => ({ action: "accept", content: { q1: "next" } });
    const { client } = await start(elicit, { desk });
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "answered", surface: "elicitation" });
    expect(desk.requests).toEqual([]);
  });

  it("is not used when the place on this machine can be reached", async () => {
    const desk = createDesk();
    const { client } = await start(() => Promise.reject(new Error("not me")), {
      desk,
      reachable: true,
    });
    const call = client.call("ask_user", { questions: [{ question: "Name?" }] });
    desk.answer(await desk.next(), "Ada");
    expect((await call).result).toMatchObject({ outcome: "answered", surface: "desk" });
  });

  it("is shown to the next call when the question is from before a restart", async () => {
    const journal = createMemoryJournal();
    const before = await new Promise<Awaited<ReturnType<typeof start>>>((resolve) => {
      const started = start(
        async () => {
          resolve(await started);
          // A person who does nothing.
          return new Promise(() => {});
        },
        { journal },
      );
      started.then(({ client }) => client.call("ask_user", input)).catch(() => {});
    });
    before.asker.dispose();
    await before.client.close();
    const elicit: Elicit = async () => ({ action: "accept", content: { q1: "next" } });
    const { client } = await start(elicit, { journal });
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "answered", attempt: 1, surface: "elicitation" });
  });

  it("that breaks is shown again to the call that waits, when the host retries", async () => {
    if (pair.client === "v2 2026-07-28") return;
    let shown = 0;
    const { client } = await start(
      async () => {
        shown += 1;
        if (shown === 1) throw new Error("no window");
        return { action: "accept", content: { q1: "next" } };
      },
      { desk: createDesk(), retry: "host" },
    );
    const { result } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "answered", attempt: 2, surface: "elicitation" });
  });

  it("is looked for by the call that a request names, for as long as that call waits", async () => {
    const desk = createDesk();
    const { client, surfaces } = await start(undefined, { desk, reachable: true });
    const call = client.call("ask_user", { questions: [{ question: "Name?" }] });
    const request = await desk.next();
    expect(surfaces.calls.of(request.caller)?.client?.name).toBe("test-client");
    desk.answer(request, "Ada");
    await call;
    expect(surfaces.calls.of(request.caller)).toBeNull();
  });

  it("is missed at once when there is no other place either", async () => {
    const { client } = await start(undefined, { desk: createDesk() });
    const { result, text } = await client.call("ask_user", input);
    expect(result).toMatchObject({ outcome: "no_surface", shouldRetry: false, surface: null });
    expect(text).toContain("Open the desk. Or use an MCP client that supports elicitation.");
  });

  it("is missed at once when it is the only place", async () => {
    const { client } = await start(undefined);
    const { result } = await client.call("ask_user", input);
    expect(result.error).toBe(
      "No place to show the question. Use an MCP client that supports elicitation.",
    );
  });
});
