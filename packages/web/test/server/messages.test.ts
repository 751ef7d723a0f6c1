import { createAsker } from "@readback/core";
import { describe, expect, it } from "vitest";
import { call, posted, said } from "../support/http.js";
import { useQuestionPage } from "../support/question-page.js";

const open = useQuestionPage();

const confirm = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const yes = [{ id: "q1", values: ["yes"], custom: null }];

describe("an application's own part of the page", () => {
  const panel = { script: "", style: "", onMessage: () => {} };

  it("is reached by a known tab only, and only where there is one", async () => {
    const page = await open({ panel });
    const path = "/panel";
    const headers = { "content-type": "application/json" };
    expect((await call(page, { method: "POST", path, headers, body: "{}" })).status).toBe(401);
    expect((await said(page, path, "{}", { origin: "http://evil.example" })).status).toBe(403);
    expect((await said(page, path, "{}")).status).toBe(200);
    expect((await said(await open(), path, "{}")).status).toBe(404);
  });

  it("can refuse what it is told, and what is not JSON is refused for it", async () => {
    const onMessage = () => {
      throw new Error("no such switch");
    };
    const page = await open({ panel: { ...panel, onMessage }, onError: () => {} });
    for (const body of ["{}", "{"]) expect((await said(page, "/panel", body)).status).toBe(400);
  });
});

describe("answers", () => {
  it("to a request that was never made are turned down, and change nothing", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const result = asker.ask(confirm);
    for (const requestId of ["forged.1", "", "../x", "__proto__.1"]) {
      const reply = await posted(page, { type: "answer", requestId, answers: yes });
      const reason = "unknown_request";
      expect(JSON.parse(reply.body)).toEqual({ events: [{ type: "close", requestId, reason }] });
    }
    asker.dispose();
    expect((await result).outcome).toBe("aborted");
  });

  it("that are replayed are told the same and not taken twice", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const heard: unknown[] = [];
    page.onAnswer((_, answers) => heard.push(answers));
    const { requestId, result } = asker.open(confirm);
    const message = { id: "same", type: "answer", requestId, answers: yes };
    const first = await posted(page, message);
    expect(JSON.parse(first.body)).toEqual({ events: [{ type: "acknowledge", requestId }] });
    const replay = { ...message, answers: [{ id: "q1", values: ["no"] }] };
    expect((await posted(page, replay)).body).toBe(first.body);
    expect(heard).toEqual([yes]);
    // With another id it is another answer, to a question that has one.
    const other = await posted(page, { ...replay, id: "other" });
    expect(JSON.parse(other.body)).toEqual({
      events: [{ type: "close", requestId, reason: "answered" }],
    });
    expect(await result).toMatchObject({ answers: [{ values: ["yes"] }] });
    asker.dispose();
  });

  it("that do not fit the question come back with the reason", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const { requestId, result } = asker.open(confirm);
    const answers = [{ id: "q1", values: ["maybe"] }];
    const reply = await posted(page, { type: "answer", requestId, answers });
    const [event] = JSON.parse(reply.body).events;
    expect(event).toMatchObject({ type: "refuse", requestId });
    expect(event.problem).toContain('"maybe" is not one of "yes", "no"');
    asker.dispose();
    await result;
  });
});

describe("a confirmation", () => {
  it("says whose word it is in words that are known, or is refused", async () => {
    const page = await open();
    const asker = createAsker({ bridge: page });
    const { requestId, result } = asker.open(confirm);
    const wrong = await posted(page, { type: "rendered", requestId, visibility: "<b>me</b>" });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toContain("visibility");
    await posted(page, { type: "rendered", requestId, visibility: "browser" });
    await posted(page, { type: "answer", requestId, answers: yes });
    expect((await result).evidence).toMatchObject({ visibility: "browser", surface: "page" });
    asker.dispose();
  });
});
