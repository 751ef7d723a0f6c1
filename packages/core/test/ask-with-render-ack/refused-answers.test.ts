import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFakeBridge } from "../support/fake-bridge.js";

const deploy = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const problem = /The last answer was not taken: Invalid answers: q1: "maybe" is not one of/;

/** A surface that cannot say that an answer was not taken. */
function setUp() {
  const ui = createFakeBridge();
  const { refuse: _, ...bridge } = ui.bridge;
  const clock = createSimulatedClock();
  const asker = createAsker({ bridge, clock, maxRetries: 1 });
  const answerWrongly = () => ui.answer([{ id: "q1", values: ["maybe"] }]);
  return { ui, clock, asker, answerWrongly };
}

describe("an answer that was not taken, where the surface does not say so", () => {
  it("is what the agent is told of when the time is over, and not that nobody answered", async () => {
    const { ui, clock, asker, answerWrongly } = setUp();
    const asked = asker.ask(deploy);
    ui.render();
    answerWrongly();
    clock.advance(300_000);
    const { outcome, error } = await asked;
    expect(outcome).toBe("timed_out");
    expect(error).toMatch(problem);
  });

  it("is told of when the question was shown again since", async () => {
    const { ui, clock, asker, answerWrongly } = setUp();
    const asked = asker.ask(deploy);
    ui.render();
    answerWrongly();
    ui.lose();
    ui.render();
    clock.advance(300_000);
    expect((await asked).error).toMatch(problem);
  });

  it("is told of to a caller that cannot wait any longer", async () => {
    const { ui, clock, asker, answerWrongly } = setUp();
    const asked = asker.ask(deploy, { patience: 10_000 });
    ui.render();
    answerWrongly();
    clock.advance(10_000);
    const { outcome, retryReason } = await asked;
    expect(outcome).toBe("pending");
    expect(retryReason).toMatch(problem);
  });

  it("is told of when the question could not be shown again", async () => {
    const { ui, clock, asker, answerWrongly } = setUp();
    const asked = asker.ask(deploy);
    ui.render();
    answerWrongly();
    ui.lose();
    clock.advance(30_000);
    expect(await asked).toMatchObject({
      outcome: "not_rendered",
      error: expect.stringMatching(problem),
    });
  });

  it("is forgotten when the question is asked anew", async () => {
    const { ui, clock, asker, answerWrongly } = setUp();
    const asked = asker.ask(deploy);
    ui.render();
    answerWrongly();
    clock.advance(300_000);
    await asked;
    const again = asker.ask(deploy);
    ui.render();
    clock.advance(300_000);
    expect((await again).error).toBe(
      "The question was on screen and no valid answer came in time.",
    );
  });
});

it("says nothing of an earlier failure when a question that appeared late was not answered", async () => {
  const { ui, clock, asker } = setUp();
  ui.onSend = () => Promise.reject(new Error("The page did not load"));
  const first = asker.ask(deploy);
  expect((await first).error).toBe("The page did not load");
  ui.render();
  const again = asker.ask(deploy);
  clock.advance(300_000);
  expect(await again).toMatchObject({
    outcome: "timed_out",
    error: "The question was on screen and no valid answer came in time.",
  });
});
