import { createAsker } from "@readback/core";
import { afterEach, describe, expect, it } from "vitest";
import { registerAskUser } from "../src/index.js";
import type { TestClient } from "./support/clients.js";
import { createDesk } from "./support/desk.js";
import { connectInMemory, PAIRS } from "./support/in-memory.js";

const deploy = { questions: [{ question: "Deploy now?", type: "confirm" }] };
const database = {
  questions: [
    {
      question: "Which database?",
      header: "Database",
      options: [
        { label: "SQLite", description: "One file" },
        { label: "Postgres", description: "A server" },
      ],
    },
  ],
};

describe.each(PAIRS)("the tools on a $server, called by a $client client", (pair) => {
  const open: TestClient[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));

  async function start(options = {}) {
    const desk = createDesk();
    const asker = createAsker({ bridge: desk, ...options });
    const client = await connectInMemory(pair, (server) => registerAskUser(server, { asker }));
    open.push(client);
    return { desk, asker, client };
  }

  it("are listed with the schemas of what they take and give", async () => {
    const { client } = await start();
    const tools = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["ask_user", "ask_user_question"]);
    for (const { inputSchema, outputSchema, _meta } of tools) {
      expect(_meta).toEqual({ "anthropic/alwaysLoad": true });
      expect(inputSchema).toMatchObject({ type: "object", required: ["questions"] });
      expect(outputSchema).toMatchObject({ properties: { shouldRetry: { type: "boolean" } } });
    }
  });

  it("have another name for ask_user in Gemini CLI, which hides that one", async () => {
    // Gemini CLI speaks an older protocol.
    if (pair.client === "v2 2026-07-28") return;
    const desk = createDesk();
    const asker = createAsker({ bridge: desk });
    const register = (server: Parameters<typeof registerAskUser>[0]) =>
      registerAskUser(server, { asker });
    const client = await connectInMemory(pair, register, { name: "gemini-cli-mcp-client" });
    open.push(client);
    const tools = await client.listTools();
    const [own, alias] = ["ask_user", "ask_person"].map((wanted) =>
      tools.find(({ name }) => name === wanted),
    );
    expect(alias).toEqual({ ...own, name: "ask_person" });
    const call = client.call("ask_person", deploy);
    desk.answer(await desk.next(), "yes");
    expect((await call).result).toMatchObject({ outcome: "answered" });
  });

  it("give the answer, as data and as text", async () => {
    const { desk, client } = await start();
    const call = client.call("ask_user", deploy);
    const request = await desk.next();
    expect(request).toMatchObject({ from: "The test-client", session: "test-client" });
    desk.answer(request, "yes");
    const { result, text, isError } = await call;
    expect(isError).toBe(false);
    expect(result).toMatchObject({ outcome: "answered", answered: true, surface: null });
    expect(result.answers).toEqual([{ id: "q1", values: ["yes"], custom: null }]);
    expect(result.values).toEqual({ q1: "yes" });
    expect(text).toContain("- Deploy now?: yes");
    expect(JSON.parse(text.split("JSON:\n")[1] ?? "")).toEqual(result);
  });

  it("give the answers of ask_user_question by header", async () => {
    const { desk, client } = await start();
    const call = client.call("ask_user_question", database);
    desk.answer(await desk.next(), "Postgres");
    const { result, text } = await call;
    expect(result.answersByHeader).toEqual({ Database: "Postgres" });
    expect(result.values).toEqual({ Database: "Postgres" });
    expect(text).toMatch(/^Collected answers:\n- Database: Postgres\n\nJSON:\n/);
  });

  it("refuse bad arguments with the field, and ask nothing", async () => {
    const { desk, client } = await start();
    const bad = [
      ["ask_user", {}, "questions"],
      ["ask_user", { questions: [] }, "questions: must hold at least 1 question"],
      [
        "ask_user",
        { ...deploy, title: "x".repeat(101) },
        "title: must have at most 100 characters",
      ],
      ["ask_user", { ...deploy, renderTimeout: 5 }, "renderTimeout: must be 10000 to 60000"],
      ["ask_user", { ...deploy, maxRetries: 6 }, "maxRetries: must be a whole number, 0 to 5"],
      ["ask_user_question", { questions: [{ ...database.questions[0], question: "Hm" }] }, "?"],
    ] as const;
    for (const [tool, args, problem] of bad) {
      const { isError, text } = await client.call(tool, args);
      expect(isError, text).toBe(true);
      expect(text).toContain(problem);
      expect(text).toContain("Fix the arguments and call again");
    }
    expect(desk.requests).toEqual([]);
  });

  it("bind the retry budget to the question: true, true, true, false", async () => {
    const { desk, client } = await start({ renderTimeout: 5 });
    const told = [];
    for (let call = 1; call <= 4; call += 1) told.push(await client.call("ask_user", deploy));
    expect(told.map(({ result }) => result.shouldRetry)).toEqual([true, true, true, false]);
    expect(told[0]?.text).toContain("UI failed to render question (attempt 1/3)");
    expect(told[0]?.text).toContain("Call the tool again at once with the SAME parameters");
    expect(told[3]?.text).toContain("Max retries (3) exceeded");
    expect(desk.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4]);
  });

  it("close the question when the client cancels, and keep its answer", async () => {
    const { desk, client } = await start();
    const cancel = new AbortController();
    const call = client.call("ask_user", deploy, { signal: cancel.signal });
    const request = await desk.next();
    desk.render(request);
    const isClosed = new Promise<void>((resolve) => {
      const { close } = desk;
      desk.close = (...args) => {
        close?.(...args);
        resolve();
      };
    });
    cancel.abort();
    await expect(call).rejects.toThrow();
    await isClosed;
    expect(desk.closed).toEqual([[request.requestId, "aborted"]]);
    desk.answer(request, "no");
    expect(desk.acknowledged).toEqual([request.requestId]);
    const { result } = await client.call("ask_user", deploy);
    expect(result.answers[0]?.values).toEqual(["no"]);
    expect(desk.requests).toHaveLength(1);
  });
});
