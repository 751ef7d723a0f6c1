import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskerOptions } from "../../src/ask-with-render-ack/asker-options.js";
import { NoSurfaceError } from "../../src/ask-with-render-ack/bridge.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFakeBridge } from "../support/fake-bridge.js";

const deploy = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const yes = [{ id: "q1", values: ["yes"] }];

type FakeBridge = ReturnType<typeof createFakeBridge>;

function setUp(options: Partial<AskerOptions> = {}) {
  const clock = createSimulatedClock();
  const ui = createFakeBridge();
  const asker = createAsker({ bridge: ui.bridge, clock, ...options });
  return { clock, ui, asker };
}

describe("asking", () => {
  it("is answered once the person answers", async () => {
    const { ui, asker } = setUp();
    const asked = asker.ask(deploy);
    ui.render();
    ui.answer(yes);
    expect(await asked).toMatchObject({
      outcome: "answered",
      answered: true,
      cancelled: false,
      timedOut: false,
      shouldRetry: false,
      retryReason: null,
      renderConfirmed: true,
      answers: [{ id: "q1", values: ["yes"], custom: null }],
      attempt: 1,
      maxRetries: 3,
      error: null,
      cause: "human",
    });
    expect(ui.acknowledged).toEqual([ui.last.requestId]);
  });

  it("gives the person's clock only from the render ack on", async () => {
    const { ui, asker, clock } = setUp();
    const asked = asker.ask(deploy);
    clock.advance(29_999);
    ui.render();
    clock.advance(299_999);
    expect(ui.closed).toEqual([]);
    clock.advance(1);
    expect(await asked).toMatchObject({ outcome: "timed_out", timedOut: true, shouldRetry: false });
    expect(ui.closed).toEqual([{ requestId: ui.last.requestId, reason: "timed_out" }]);
  });

  it.each([
    [3, [true, true, true, false]],
    [1, [true, false]],
    [0, [false]],
  ])(
    "with maxRetries %i, calls that never render give shouldRetry %j",
    async (maxRetries, expected) => {
      const { asker, clock, ui } = setUp();
      const results = [];
      for (const _ of expected) {
        const asked = asker.ask({ ...deploy, maxRetries });
        clock.advance(30_000);
        results.push(await asked);
      }
      expect(results.map((result) => result.shouldRetry)).toEqual(expected);
      expect(results.map((result) => result.attempt)).toEqual(
        expected.map((_, index) => index + 1),
      );
      expect(new Set(results.map((result) => result.askId)).size).toBe(1);
      const last = results.at(-1);
      expect(last?.retryReason).toContain(`Max retries (${maxRetries}) exceeded`);
      expect(last?.error).toContain(`Max retries (${maxRetries}) exceeded`);
      if (maxRetries > 0) {
        expect(results[0]?.retryReason).toBe(
          `UI failed to render question (attempt 1/${maxRetries})`,
        );
      }
      expect(ui.shown.map(({ notice }) => notice !== null)).toEqual(
        expected.map((_, index) => index > 0),
      );
    },
  );

  it("retries inside the call in host mode", async () => {
    const { asker, clock, ui } = setUp({ retry: "host", maxRetries: 2 });
    const asked = asker.ask(deploy);
    clock.advance(90_000);
    expect(await asked).toMatchObject({ outcome: "exhausted", attempt: 3, shouldRetry: false });
    expect(ui.shown).toHaveLength(3);
  });

  it("keeps a late ack and a late answer for the next attempt", async () => {
    const { asker, clock, ui } = setUp();
    const first = asker.ask(deploy);
    clock.advance(30_000);
    expect((await first).outcome).toBe("not_rendered");
    ui.render();
    const second = asker.ask(deploy);
    expect(ui.shown).toHaveLength(1);
    clock.advance(299_999);
    ui.answer(yes);
    expect(await second).toMatchObject({ outcome: "answered", attempt: 2 });

    const third = asker.ask({ ...deploy, title: "Another" });
    clock.advance(30_000);
    await third;
    ui.answer(yes);
    expect(ui.acknowledged).toHaveLength(2);
    expect(await asker.ask({ ...deploy, title: "Another" })).toMatchObject({
      outcome: "answered",
      answers: [{ id: "q1", values: ["yes"] }],
      attempt: 2,
    });
  });

  it("offers an answer to an ended ask exactly once to the next ask of the same question", async () => {
    const { asker, clock, ui } = setUp();
    const first = asker.ask(deploy);
    ui.render();
    clock.advance(300_000);
    expect((await first).outcome).toBe("timed_out");
    ui.answer(yes);
    expect(ui.acknowledged).toHaveLength(1);
    expect(await asker.ask(deploy)).toMatchObject({ outcome: "answered", attempt: 0 });
    const next = asker.ask(deploy);
    expect(ui.shown).toHaveLength(2);
    ui.answer(yes, ui.shown[1]?.requestId);
    expect(await next).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("joins calls with the same question, and gives all of them the same outcome", async () => {
    const { asker, ui } = setUp();
    const controller = new AbortController();
    const calls = [
      asker.ask(deploy),
      asker.ask(deploy, { signal: controller.signal }),
      asker.ask(deploy),
    ];
    expect(ui.shown).toHaveLength(1);
    controller.abort();
    expect((await calls[1])?.outcome).toBe("aborted");
    ui.answer(yes);
    expect((await calls[0])?.outcome).toBe("answered");
    expect(await calls[2]).toEqual(await calls[0]);
  });

  it("closes the question when the last caller gives up, and keeps the count", async () => {
    const { asker, ui } = setUp();
    for (const attempt of [1, 2, 3, 4]) {
      const controller = new AbortController();
      const asked = asker.ask(deploy, { signal: controller.signal });
      controller.abort();
      expect(await asked).toMatchObject({ outcome: "aborted", attempt });
      expect(ui.closed.at(-1)).toEqual({ requestId: ui.last.requestId, reason: "aborted" });
    }
  });

  it("tells cancel, decline, no surface, rejected and superseded apart", async () => {
    const one = setUp();
    const cancelled = one.asker.ask(deploy);
    one.ui.cancel();
    expect(await cancelled).toMatchObject({ outcome: "cancelled", cancelled: true });
    const declined = one.asker.ask(deploy);
    one.ui.cancel("declined");
    expect(await declined).toMatchObject({ outcome: "declined", cancelled: true });
    one.ui.onSend = () => {
      throw new NoSurfaceError("Open the page");
    };
    expect(await one.asker.ask(deploy)).toMatchObject({
      outcome: "no_surface",
      error: "Open the page",
    });

    const two = setUp({ concurrency: "reject" });
    two.asker.ask(deploy);
    expect(await two.asker.ask({ ...deploy, title: "Two" })).toMatchObject({
      outcome: "rejected",
      error: "dialog already open",
    });

    const three = setUp({ concurrency: "replace" });
    const old = three.asker.ask(deploy);
    three.asker.ask({ ...deploy, title: "Two" });
    expect(await old).toMatchObject({ outcome: "superseded", cause: "policy" });
    expect(three.ui.closed[0]?.reason).toBe("superseded");
  });

  it("stops the render clock while queued, up to a cap", async () => {
    const { asker, clock, ui } = setUp({ queueCap: 100_000, maxRetries: 0 });
    const asked = asker.ask(deploy);
    ui.queue(true);
    clock.advance(99_999);
    ui.queue(false);
    clock.advance(29_999);
    ui.render();
    ui.answer(yes);
    expect((await asked).outcome).toBe("answered");
    const stuck = asker.ask({ ...deploy, title: "Stuck" });
    ui.queue(true);
    clock.advance(100_000);
    expect((await stuck).outcome).toBe("exhausted");
  });

  it("re-arms the response clock on activity, up to the cap", async () => {
    const { asker, clock, ui } = setUp({ responseTimeout: 100, responseCap: 250 });
    const asked = asker.ask(deploy);
    ui.render();
    clock.advance(99);
    ui.type();
    clock.advance(99);
    ui.type();
    clock.advance(51);
    expect(ui.closed).toEqual([]);
    clock.advance(1);
    expect((await asked).outcome).toBe("timed_out");
  });

  it("refuses answers that do not fit, and stays open", async () => {
    const { asker, ui } = setUp();
    const asked = asker.ask(deploy);
    ui.render();
    ui.answer([{ id: "q1", values: ["maybe"] }]);
    expect(ui.refused[0]?.problem).toContain('q1: "maybe" is not one of "yes", "no"');
    ui.answer(yes, "forged.1");
    expect(ui.closed).toEqual([{ requestId: "forged.1", reason: "unknown_request" }]);
    ui.answer(yes);
    expect((await asked).outcome).toBe("answered");
    ui.answer(yes);
    expect(ui.acknowledged).toHaveLength(2);
  });

  it("is not disturbed by a UI that says nonsense", async () => {
    const { asker, ui } = setUp();
    const asked = asker.ask(deploy);
    for (const odd of [null, 7, {}, ["a"], Symbol("odd")] as never[]) {
      ui.render(odd);
      ui.answer(yes, odd);
      ui.cancel("cancelled", odd);
    }
    ui.render();
    ui.answer(yes);
    expect((await asked).outcome).toBe("answered");
  });

  it("goes on after a restart with the same count and deadline", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    const before = createFakeBridge();
    createAsker({ bridge: before.bridge, clock, journal }).ask(deploy);
    before.render();
    clock.advance(100_000);

    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock, journal });
    expect(asker.recover()).toBe(1);
    expect(ui.last.requestId).toBe(before.last.requestId);
    const joined = asker.ask(deploy);
    clock.advance(199_999);
    expect(ui.closed).toEqual([]);
    clock.advance(1);
    expect(await joined).toMatchObject({ outcome: "timed_out", attempt: 1 });
  });

  it("confirms an answer that is sent again, and no other under its name, also after a restart", async () => {
    const journal = createMemoryJournal({ keepFinished: 100 });
    const clock = createSimulatedClock();
    const before = createFakeBridge();
    const first = createAsker({ bridge: before.bridge, clock, journal });
    const asked = first.ask(deploy);
    before.answer(yes);
    await asked;
    const { requestId } = before.last;
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock, journal });
    asker.recover();
    for (const at of [before, ui]) {
      at.acknowledged.length = 0;
      at.answer([{ id: "q1", values: ["yes"], custom: " " }], requestId);
      expect(at.acknowledged).toEqual([requestId]);
      at.answer([{ id: "q1", values: ["no"] }], requestId);
      for (const odd of [null, [null], [{ id: 7, values: 7 }]]) at.answer(odd as never, requestId);
      expect(at.acknowledged).toEqual([requestId]);
      expect(at.closed.filter(({ reason }) => reason === "answered")).toHaveLength(4);
    }
  });

  it("keeps an answer for the next call when the process dies before its caller has it", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    const before = createFakeBridge();
    createAsker({ bridge: before.bridge, clock, journal }).ask(deploy);
    before.render();
    before.answer(yes);
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock, journal });
    asker.recover();
    expect(await asker.ask(deploy)).toMatchObject({ outcome: "answered", attempt: 1 });
    expect(ui.shown).toEqual([]);
    clock.advance(0);
    asker.ask(deploy);
    expect(ui.shown).toHaveLength(1);
  });

  it("tells the next call that time ran out while there was no process", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    const before = createFakeBridge();
    const first = createAsker({ bridge: before.bridge, clock, journal });
    first.ask(deploy);
    first.ask({ ...deploy, title: "Another" });
    for (const { requestId } of before.shown) before.render(requestId);
    first.dispose();
    clock.advance(400_000);
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock, journal });
    asker.recover();
    for (const input of [deploy, { ...deploy, title: "Another" }]) {
      expect(await asker.ask(input)).toMatchObject({ outcome: "timed_out", attempt: 1 });
    }
    expect(ui.shown).toEqual([]);
  });

  it("lets a call with little patience go, and the next one find the same question", async () => {
    const { asker, clock, ui } = setUp();
    const first = asker.ask(deploy, { patience: 45_000 });
    ui.render();
    clock.advance(45_000);
    expect(await first).toMatchObject({
      outcome: "pending",
      shouldRetry: true,
      retryReason: "Still waiting for an answer (the question is on screen)",
      attempt: 1,
      error: null,
    });
    expect(ui.closed).toEqual([]);
    const second = asker.ask(deploy, { patience: 45_000 });
    expect(ui.shown).toHaveLength(1);
    ui.answer(yes);
    expect(await second).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("gives the next call what a person did while nobody waited", async () => {
    for (const [act, outcome] of [
      [(ui: FakeBridge) => ui.answer(yes), "answered"],
      [(ui: FakeBridge) => ui.cancel(), "cancelled"],
      [(ui: FakeBridge) => ui.cancel("declined"), "declined"],
    ] as const) {
      const { asker, clock, ui } = setUp();
      const first = asker.ask(deploy, { patience: 1_000 });
      ui.render();
      clock.advance(1_000);
      expect((await first).outcome).toBe("pending");
      act(ui);
      expect(await asker.ask(deploy)).toMatchObject({ outcome, attempt: 1, cause: "human" });
      expect(ui.shown).toHaveLength(1);
    }
  });

  it("tells the next call that time ran out while nobody waited, then asks anew", async () => {
    const { asker, clock, ui } = setUp();
    const first = asker.ask(deploy, { patience: 1_000 });
    ui.render();
    clock.advance(1_000);
    expect((await first).outcome).toBe("pending");
    clock.advance(299_000);
    expect(ui.closed).toHaveLength(1);
    expect(await asker.ask(deploy)).toMatchObject({ outcome: "timed_out", attempt: 1 });
    expect(ui.shown).toHaveLength(1);
    const again = asker.ask(deploy);
    expect(ui.shown).toHaveLength(2);
    ui.answer(yes);
    expect((await again).outcome).toBe("answered");
  });

  it("tells the person who asks, and takes the same question for the same whoever that is", async () => {
    const { asker, ui } = setUp();
    asker.ask(deploy, { from: "Agent one" });
    expect(ui.last.from).toBe("Agent one");
    asker.ask(deploy, { from: "Agent two" });
    expect(ui.shown).toHaveLength(1);
  });

  it("leaves no timer and no listener behind", async () => {
    const { asker, clock, ui } = setUp();
    const asked = asker.ask(deploy);
    asker.dispose();
    expect((await asked).outcome).toBe("aborted");
    expect(ui.listeners).toBe(0);
    expect(clock.next()).toBeUndefined();
    await expect(asker.ask(deploy)).rejects.toThrow("disposed");
  });
});

describe("a handle", () => {
  it("is there at once, and says where the question stands", async () => {
    const { asker, ui } = setUp();
    const opened = asker.open(deploy);
    expect(opened).toMatchObject({
      askId: ui.last.askId,
      requestId: ui.last.requestId,
      state: "presenting",
    });
    ui.queue(true);
    expect(opened.state).toBe("queued");
    ui.queue(false);
    ui.render();
    expect(opened.state).toBe("on_screen");
    ui.answer(yes);
    expect(opened.state).toBe("settled");
    expect(await opened.result).toMatchObject({ outcome: "answered", requestId: opened.requestId });
  });

  it("names the presentation that is current", () => {
    const { asker, clock, ui } = setUp({ retry: "host" });
    const opened = asker.open(deploy);
    clock.advance(30_000);
    expect(opened.requestId).toBe(ui.shown[1]?.requestId);
    expect(ui.shown[1]).toMatchObject({ replaces: ui.shown[0]?.requestId, attempt: 2 });
    expect(ui.shown[0]).toMatchObject({ replaces: null, attempt: 1 });
  });

  it("throws at once when the input is bad or the asker is disposed", () => {
    const { asker } = setUp();
    expect(() => asker.open({ questions: [] })).toThrow("at least 1 question");
    expect(() => asker.open(deploy, { caller: "" })).toThrow("caller: must not be empty");
    asker.dispose();
    expect(() => asker.open(deploy)).toThrow("disposed");
  });

  it("leaves: the call is pending, and the question stays for the next one", async () => {
    const { asker, ui } = setUp();
    const opened = asker.open(deploy);
    ui.render();
    opened.leave();
    expect(await opened.result).toMatchObject({
      outcome: "pending",
      cause: "system",
      retryReason: "Still waiting for an answer (the question is on screen)",
    });
    expect(ui.closed).toEqual([]);
    const next = asker.open(deploy);
    expect(ui.shown).toHaveLength(1);
    expect(next.state).toBe("on_screen");
    ui.answer(yes);
    expect((await next.result).outcome).toBe("answered");
  });

  it("aborts with a reason: the question is closed once nobody waits for it", async () => {
    const { asker, ui } = setUp();
    const [one, two] = [asker.open(deploy), asker.open(deploy)];
    one.abort("Changed my mind");
    expect(await one.result).toMatchObject({ outcome: "aborted", error: "Changed my mind" });
    expect([one.state, two.state]).toEqual(["settled", "presenting"]);
    expect(ui.closed).toEqual([]);
    two.abort();
    expect(await two.result).toMatchObject({ outcome: "aborted", cause: "system" });
    expect(ui.closed).toEqual([{ requestId: ui.last.requestId, reason: "aborted" }]);
  });

  it("does nothing any more once the call has its result", async () => {
    const { asker, ui } = setUp();
    const opened = asker.open(deploy);
    ui.cancel();
    const entries = [...asker.runtime.journal.read()].length;
    opened.leave();
    opened.abort();
    expect([...asker.runtime.journal.read()]).toHaveLength(entries);
    expect(await opened.result).toMatchObject({ outcome: "cancelled" });
  });

  it("is the same for the same caller: a call that is made twice is one call", async () => {
    const { asker, ui } = setUp();
    const first = asker.open(deploy, { caller: "tool-use-1" });
    const second = asker.open(deploy, { caller: "tool-use-1" });
    expect(ui.last.caller).toBe("tool-use-1");
    expect(asker.runtime.snapshot(first.askId)?.context.callers).toHaveLength(1);
    expect([...asker.runtime.journal.read()]).toHaveLength(1);
    ui.answer(yes);
    expect(await second.result).toEqual(await first.result);
  });

  it("lets a caller that calls again after a restart go on waiting", async () => {
    const journal = createMemoryJournal();
    const clock = createSimulatedClock();
    const before = createFakeBridge();
    createAsker({ bridge: before.bridge, clock, journal }).open(deploy, { caller: "tool-use-1" });
    before.render();
    const ui = createFakeBridge();
    const asker = createAsker({ bridge: ui.bridge, clock, journal });
    asker.recover();
    const again = asker.open(deploy, { caller: "tool-use-1" });
    expect(asker.runtime.snapshot(again.askId)?.context.callers).toHaveLength(1);
    ui.answer(yes);
    expect(await again.result).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("tells the surface for whom it shows a question, and who joins", () => {
    const { ui, asker } = setUp();
    const joined: unknown[] = [];
    ui.bridge.join = (request) => joined.push([request.requestId, request.caller]);
    asker.open(deploy, { caller: "one" });
    expect([ui.last.caller, joined]).toEqual(["one", []]);
    asker.open(deploy, { caller: "two" });
    expect(joined).toEqual([[ui.last.requestId, "two"]]);
    expect(ui.shown).toHaveLength(1);
  });

  it("gives calls without a name one of their own", () => {
    const { asker } = setUp();
    const names = [asker.open(deploy), asker.open(deploy), asker.open({ ...deploy, title: "2" })];
    expect(new Set(names.map(({ caller }) => caller)).size).toBe(3);
  });
});

describe("asking again after the end", () => {
  it("is the next generation of the same ask, with presentations counted on", async () => {
    const { asker, ui } = setUp();
    for (const generation of [1, 2]) {
      const opened = asker.open(deploy);
      ui.cancel();
      expect(await opened.result).toMatchObject({ outcome: "cancelled", attempt: 1 });
      expect(ui.last.requestId).toMatch(new RegExp(`^${opened.askId}~.+\\.${generation}$`));
      expect(asker.runtime.snapshot(opened.askId)?.context.generation).toBe(generation);
    }
    expect([...asker.runtime.live()]).toHaveLength(1);
  });

  it("takes the answer of an older dialog for the question that is open now", async () => {
    const { asker, ui } = setUp();
    const first = asker.ask(deploy);
    ui.cancel();
    await first;
    const second = asker.ask(deploy);
    const [old, open] = ui.shown.map(({ requestId }) => requestId);
    ui.answer(yes, old);
    expect(await second).toMatchObject({ outcome: "answered", requestId: old });
    expect(ui.closed).toContainEqual({ requestId: open, reason: "answered" });
    const acknowledged = [...ui.acknowledged];
    ui.answer(yes, open);
    expect(ui.acknowledged).toEqual(acknowledged);
    expect(ui.closed.at(-1)).toEqual({ requestId: open, reason: "answered" });
  });

  it("closes a dialog of before that can do nothing any more", async () => {
    const { asker, clock, ui } = setUp();
    const first = asker.ask(deploy);
    ui.answer(yes);
    await first;
    clock.advance(0);
    asker.ask(deploy);
    const [old] = ui.shown.map(({ requestId }) => requestId);
    ui.render(old);
    expect(ui.closed).toEqual([{ requestId: old, reason: "answered" }]);
  });
});
