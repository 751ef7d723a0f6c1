import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import { NoSurfaceError } from "../../src/ask-with-render-ack/bridge.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFakeBridge } from "../support/fake-bridge.js";

const why = { questions: [{ question: "Why?" }] };

function setUp() {
  const ui = createFakeBridge();
  const clock = createSimulatedClock();
  const asker = createAsker({ bridge: ui.bridge, clock, maxRetries: 1 });
  return { ui, clock, asker, handle: asker.open(why) };
}

describe("a question that is on screen no more", () => {
  it("is sent again as the same attempt, and the person's clock stands still", async () => {
    const { ui, clock, handle } = setUp();
    ui.render();
    clock.advance(299_000);
    ui.lose();
    expect(handle.state).toBe("presenting");
    expect(ui.shown.map(({ requestId, attempt }) => [requestId, attempt])).toEqual([
      [handle.requestId, 1],
      [handle.requestId, 1],
    ]);
    clock.advance(29_999);
    ui.render();
    expect(handle.state).toBe("on_screen");
    clock.advance(299_999);
    ui.answer([{ id: "q1", values: ["because"] }]);
    expect(await handle.result).toMatchObject({ outcome: "answered", attempt: 1 });
  });

  it("is not rendered when its render time is over, and that is what callers are told", async () => {
    const { ui, clock, asker, handle } = setUp();
    ui.render();
    ui.lose();
    clock.advance(30_000);
    expect(await handle.result).toMatchObject({
      outcome: "not_rendered",
      shouldRetry: true,
      renderConfirmed: false,
      attempt: 1,
    });
    const again = asker.open(why);
    expect(ui.last.attempt).toBe(2);
    ui.render();
    ui.lose();
    clock.advance(30_000);
    expect(await again.result).toMatchObject({ outcome: "exhausted", renderConfirmed: false });
  });

  it("has no surface when there is none to send it to, which is nobody's refusal", async () => {
    const { ui, handle } = setUp();
    ui.render();
    ui.onSend = () => {
      throw new NoSurfaceError("The terminal has hung up");
    };
    ui.lose();
    expect(await handle.result).toMatchObject({
      outcome: "no_surface",
      cause: "system",
      cancelled: false,
      error: expect.stringContaining("The terminal has hung up"),
    });
  });

  it("that came on screen late is presented by the next call", async () => {
    const { ui, clock, asker, handle } = setUp();
    clock.advance(30_000);
    expect((await handle.result).outcome).toBe("not_rendered");
    ui.render();
    ui.lose();
    const again = asker.open(why);
    expect(again.state).toBe("presenting");
    expect(ui.last.attempt).toBe(2);
  });

  it("stays lost, whoever says so how often, and takes its answer all the same", async () => {
    const { ui, handle } = setUp();
    ui.lose();
    expect(ui.shown.length).toBe(1);
    ui.render();
    ui.lose();
    ui.lose();
    expect(ui.shown.length).toBe(2);
    ui.answer([{ id: "q1", values: ["because"] }]);
    expect((await handle.result).outcome).toBe("answered");
    ui.lose();
    expect(ui.shown.length).toBe(2);
  });
});
