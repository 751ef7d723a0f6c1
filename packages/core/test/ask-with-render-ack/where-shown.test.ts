import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { createSharedJournal } from "../support/shared-journal.js";

const question = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const yes = [{ id: "q1", values: ["yes"] }];

/** A caller without a user interface, and processes that have one of this name. */
function setUp() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  const start = (process: string, surface: string | null) => {
    const ui = createFakeBridge();
    const bridge = { ...ui.bridge, ...(surface !== null && { surfaceOf: () => surface }) };
    const asker = createAsker({ bridge, clock, journal: journal.view(process) });
    asker.recover();
    return ui;
  };
  const asker = createAsker({ bridge: null, clock, journal: journal.view("caller") });
  asker.recover();
  return { clock, start, asker };
}

describe("where a question is shown", () => {
  it("is said of every place that shows it now, and of no other", async () => {
    const { clock, start, asker } = setUp();
    const [page, terminal] = [start("server", "page"), start("answer", "terminal")];
    const handle = asker.open(question, { patience: 60_000 });
    clock.advance(1);
    expect(handle.surface).toBeNull();
    page.render();
    clock.advance(1);
    expect(handle.surface).toBe("page");
    terminal.render();
    clock.advance(1);
    expect(handle.surface).toBe("page and terminal");
    page.lose();
    clock.advance(1);
    expect(handle.surface).toBe("terminal");
    clock.advance(60_000);
    expect(await handle.result).toMatchObject({
      outcome: "pending",
      surface: "terminal",
      retryReason: "Still waiting for an answer (the question is on screen: terminal)",
    });
    const again = asker.open(question);
    terminal.lose();
    clock.advance(1);
    expect(again.surface).toBeNull();
    clock.advance(30_000);
    expect(await again.result).toMatchObject({ outcome: "not_rendered", surface: null });
  });

  it("is, of an answer, where it was given", async () => {
    const { clock, start, asker } = setUp();
    const [page, terminal] = [start("server", "page"), start("answer", "terminal")];
    const handle = asker.open(question);
    clock.advance(1);
    page.render();
    terminal.render();
    clock.advance(1);
    terminal.answer(yes);
    clock.advance(1);
    expect(await handle.result).toMatchObject({ outcome: "answered", surface: "terminal" });
    expect(handle.surface).toBe("terminal");
  });

  it.each([
    ["declined", "terminal"],
    ["cancelled", "page"],
  ] as const)("is, of a question that was %s, where that was done", async (how, place) => {
    const { clock, start, asker } = setUp();
    const places = { page: start("server", "page"), terminal: start("answer", "terminal") };
    const result = asker.ask(question);
    clock.advance(1);
    places.page.render();
    places.terminal.render();
    places[place].cancel(how);
    clock.advance(1);
    expect(await result).toMatchObject({ outcome: how, surface: place });
  });

  it("is kept with an answer that nobody waited for", async () => {
    const { clock, start, asker } = setUp();
    const terminal = start("answer", "terminal");
    const handle = asker.open(question, { patience: 1_000 });
    clock.advance(1);
    terminal.render();
    clock.advance(1_000);
    await handle.result;
    terminal.answer(yes);
    clock.advance(1);
    expect(await asker.ask(question)).toMatchObject({ outcome: "answered", surface: "terminal" });
  });

  it("is not known of a place that does not say how it is called", async () => {
    const { clock, start, asker } = setUp();
    const [page, nameless] = [start("server", "page"), start("other", null)];
    const first = asker.open(question);
    clock.advance(1);
    page.answer(yes);
    clock.advance(10);
    expect(await first.result).toMatchObject({ surface: "page" });
    const second = asker.open(question);
    clock.advance(1);
    nameless.render();
    clock.advance(1);
    expect([second.state, second.surface]).toEqual(["on_screen", null]);
    nameless.answer(yes);
    clock.advance(1);
    expect(await second.result).toMatchObject({ outcome: "answered", surface: null });
  });
});

describe("what was measured", () => {
  it("stands in the result: whose word it is, where and when; the browser's own counts most", async () => {
    const { clock, start, asker } = setUp();
    const [page, view] = [start("server", "page"), start("chat", "app")];
    const handle = asker.open(question);
    clock.advance(1);
    page.render(undefined, "styles");
    clock.advance(10);
    view.render(undefined, "browser");
    clock.advance(10);
    page.render(undefined, "styles");
    page.answer(yes);
    clock.advance(1);
    expect((await handle.result).evidence).toEqual({
      ...{ visibility: "browser", surface: "app", at: "1970-01-01T00:16:40.011Z" },
    });
  });

  it("counts no more once the question is lost, and not for the next presentation", async () => {
    const { clock, start, asker } = setUp();
    const page = start("server", "page");
    const handle = asker.open(question);
    clock.advance(1);
    page.render(undefined, "browser");
    page.lose();
    clock.advance(30_000);
    expect(await handle.result).not.toHaveProperty("evidence");
    const next = asker.open(question);
    clock.advance(1);
    page.render();
    page.answer(yes);
    clock.advance(1);
    expect(await next.result).toMatchObject({ outcome: "answered", renderConfirmed: true });
    expect(await next.result).not.toHaveProperty("evidence");
  });

  it("is what surfaces may say, and nothing else", async () => {
    const { clock, start, asker } = setUp();
    const page = start("server", "page");
    const handle = asker.open(question);
    clock.advance(1);
    page.render(undefined, { toString: () => "browser" } as never);
    page.answer(yes);
    clock.advance(1);
    expect(await handle.result).not.toHaveProperty("evidence");
  });
});
