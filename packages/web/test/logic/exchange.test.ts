import { createAsker, NoSurfaceError } from "@readback/core";
import { describe, expect, it } from "vitest";
import { createExchange, NotReadyError } from "../../src/server/exchange.js";
import type { FromTab, ToTab } from "../../src/shared/protocol.js";
import { request } from "../support/ask.js";

/** An exchange with two tabs, `one` and `two`, and what each was told. */
function setUp() {
  const told: Record<string, ToTab[]> = { one: [], two: [] };
  const exchange = createExchange({
    broadcast(message, except) {
      for (const [tab, messages] of Object.entries(told))
        if (tab !== except) messages.push(message);
    },
    send: (tab, message) => told[tab]?.push(message),
    isConnected: (tab) => tab in told,
  });
  let made = 0;
  const say = (tab: string, said: object) => {
    made += 1;
    return exchange.take({ id: `m${made}`, tab, requestId: "r.1", ...said } as FromTab);
  };
  return { exchange, bridge: exchange.bridge, told, say };
}

const asked = request([{}], { requestId: "r.1" });

describe("many tabs as one bridge", () => {
  it("confirm a question once", () => {
    const { bridge, say } = setUp();
    const heard: string[] = [];
    bridge.onAnswer(() => {});
    bridge.onRenderConfirmed((requestId) => heard.push(requestId));
    bridge.sendQuestion(asked);
    say("one", { type: "rendered" });
    say("two", { type: "rendered" });
    expect(heard).toEqual(["r.1"]);
    bridge.sendQuestion({ ...asked, requestId: "r.2" });
    say("two", { type: "rendered", requestId: "r.2" });
    expect(heard).toEqual(["r.1", "r.2"]);
  });

  it("lose a question when the last that shows it has gone, and not before", () => {
    const { exchange, bridge, say } = setUp();
    const heard: string[] = [];
    bridge.onAnswer(() => {});
    bridge.onRenderConfirmed(() => heard.push("rendered"));
    bridge.onLost((requestId) => {
      heard.push("lost");
      bridge.sendQuestion({ ...asked, requestId });
    });
    bridge.sendQuestion(asked);
    exchange.leave("two");
    say("one", { type: "rendered" });
    say("two", { type: "rendered" });
    exchange.leave("one");
    // Sent again, it is where it was: the host is told so.
    bridge.sendQuestion(asked);
    exchange.leave("two");
    say("one", { type: "rendered" });
    // A server that stops loses nothing: the next one goes on.
    exchange.stop();
    exchange.leave("one");
    expect(heard).toEqual(["rendered", "rendered", "lost", "rendered"]);
  });

  it("have a question queued only while none shows it", () => {
    const { exchange, bridge, say } = setUp();
    const heard: boolean[] = [];
    bridge.onAnswer(() => {});
    bridge.onQueued((_, queued) => heard.push(queued));
    bridge.sendQuestion(asked);
    say("one", { type: "queued", queued: true });
    say("two", { type: "queued", queued: true });
    say("two", { type: "queued", queued: false });
    say("one", { type: "queued", queued: false });
    say("one", { type: "queued", queued: true });
    exchange.leave("two");
    exchange.leave("one");
    say("gone", { type: "queued", queued: true });
    expect(heard).toEqual([true, false, true, false]);
  });

  it("hear late what the host decides late: the one that answered, and the others", () => {
    const { bridge, told, say } = setUp();
    bridge.onAnswer(() => {});
    bridge.sendQuestion(asked);
    expect(say("one", { type: "answer", answers: [] })).toEqual([]);
    bridge.refuse("r.1", "too short");
    expect(told.one?.at(-1)).toEqual({ type: "refuse", requestId: "r.1", problem: "too short" });
    expect(told.two?.length).toBe(1);
    say("two", { type: "answer", answers: [] });
    bridge.acknowledge("r.1");
    expect(told.two?.at(-1)).toEqual({ type: "acknowledge", requestId: "r.1" });
    expect(told.one?.at(-1)).toEqual({ type: "close", requestId: "r.1", reason: "answered" });
  });

  it("get what is open, and what has ended, when they come", () => {
    const { exchange, bridge } = setUp();
    const ended = request([{}]);
    bridge.sendQuestion(ended);
    bridge.close(ended.requestId, "timed_out");
    bridge.sendQuestion(asked);
    bridge.sendQuestion({ ...asked, requestId: "r.2" });
    exchange.setPaused(true);
    expect(exchange.hello()).toEqual({
      type: "hello",
      paused: true,
      open: [{ ...asked, requestId: "r.2" }],
      ended: [{ request: ended, reason: "timed_out" }],
    });
  });
});

describe("what was sent", () => {
  it("is told before the next question, on the same way", () => {
    const { bridge, told, say } = setUp();
    bridge.onAnswer(() => {
      bridge.acknowledge("r.1");
      bridge.sendQuestion({ ...asked, requestId: "next.1" });
    });
    bridge.sendQuestion(asked);
    expect(say("one", { type: "answer", answers: [] })).toEqual([
      { type: "acknowledge", requestId: "r.1" },
    ]);
    expect(told.one?.map(({ type }) => type)).toEqual(["ask", "acknowledge", "ask"]);
    expect(told.two?.map(({ type }) => type)).toEqual(["ask", "close", "ask"]);
  });
});

describe("an answer", () => {
  function ask() {
    const { exchange, bridge, told, say } = setUp();
    const asker = createAsker({ bridge });
    const { requestId = null, result } = asker.open({ questions: [{ question: "Name?" }] });
    const answer = (tab: string, value: string) =>
      say(tab, { type: "answer", requestId, answers: [{ id: "q1", values: [value] }] });
    return { exchange, told, say, requestId, result, answer };
  }

  it("that two tabs send is sent for both; another one comes too late", async () => {
    const { told, requestId, result, answer } = ask();
    const sent = [{ type: "acknowledge", requestId }];
    const late = [{ type: "close", requestId, reason: "answered" }];
    expect(answer("one", "Ada")).toEqual(sent);
    expect(told.two?.at(-1)).toEqual(late[0]);
    expect(answer("two", "Ada")).toEqual(sent);
    expect(answer("two", "Bob")).toEqual(late);
    expect(await result).toMatchObject({ outcome: "answered", answers: [{ values: ["Ada"] }] });
    // Also after the caller has taken it.
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(answer("one", "Ada")).toEqual(sent);
    expect(answer("two", "Bob")).toEqual(late);
  });

  it("to a request that nobody knows, as version 0.1 named them, is told so", () => {
    const { say } = ask();
    const requestId = "0b6b5a4e-8f5f-4d0e-9a0b-3f6f3f0f3a55.2";
    const unknown = [{ type: "close", requestId, reason: "unknown_request" }];
    for (const said of [
      { type: "rendered" },
      { type: "activity" },
      { type: "cancel", how: "declined" },
      { type: "answer", answers: [] },
    ]) {
      expect(say("one", { ...said, requestId })).toEqual(unknown);
    }
  });
});

describe("a host", () => {
  it("that is not there yet loses nothing: the tab has to send again", () => {
    const { bridge, say } = setUp();
    bridge.sendQuestion(asked);
    expect(() => say("one", { type: "answer", answers: [] })).toThrow(NotReadyError);
  });

  it("that fails gets the same message again, and then takes it once", () => {
    const { exchange, bridge } = setUp();
    let calls = 0;
    bridge.onAnswer(() => {
      calls += 1;
      if (calls === 1) throw new Error("disk full");
      bridge.acknowledge("r.1");
    });
    bridge.sendQuestion(asked);
    const message: FromTab = { id: "m", tab: "one", requestId: "r.1", type: "answer", answers: [] };
    expect(() => exchange.take(message)).toThrow("disk full");
    const reply = [{ type: "acknowledge", requestId: "r.1" }];
    expect(exchange.take(message)).toEqual(reply);
    expect(exchange.take(message)).toEqual(reply);
    expect(calls).toBe(2);
  });

  it("is told that there is no page any more once it is stopped", () => {
    const { exchange, bridge } = setUp();
    exchange.stop();
    expect(() => bridge.sendQuestion(asked)).toThrow(NoSurfaceError);
  });
});
