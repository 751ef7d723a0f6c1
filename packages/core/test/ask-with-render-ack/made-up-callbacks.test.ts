import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { ODD_ERRORS } from "../support/odd-errors.js";

const ask = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };

function setUp() {
  const ui = createFakeBridge();
  // A UI that takes its own ids for texts, as most do.
  ui.bridge.close = (requestId, reason) => {
    ui.closed.push({ requestId: `${requestId.trim()}`, reason });
  };
  const journal = createMemoryJournal();
  const asker = createAsker({ bridge: ui.bridge, clock: createSimulatedClock(), journal });
  const asked = asker.ask(ask);
  ui.render();
  return { ui, journal, asked };
}

const ODD: readonly (readonly [string, () => unknown])[] = [
  ...ODD_ERRORS,
  ["a number", () => 7],
  ["a text that is an object", () => new String("x")],
  ["a list", () => ["a"]],
];

describe.each(ODD)("a UI that says %s", (_, make) => {
  it("as the id of a request is not heard", async () => {
    const { ui, journal, asked } = setUp();
    const before = [...journal.read()].length;
    const odd = make() as string;
    // `undefined` would be the fake's own default.
    for (const requestId of odd === undefined ? [null as never] : [odd]) {
      ui.render(requestId);
      ui.answer([{ id: "q1", values: ["no"] }], requestId);
      ui.cancel("declined", requestId);
      ui.queue(true, requestId);
      ui.type(requestId);
    }
    expect([...journal.read()].length).toBe(before);
    expect(ui.closed).toEqual([]);
    ui.answer([{ id: "q1", values: ["yes"] }]);
    expect(await asked).toMatchObject({ outcome: "answered", answers: [{ values: ["yes"] }] });
  });

  it.each([
    ["the answers", (odd: unknown) => odd],
    ["an answer", (odd: unknown) => [odd]],
    ["the id of an answer", (odd: unknown) => [{ id: odd, values: ["yes"] }]],
    ["the values of an answer", (odd: unknown) => [{ id: "q1", values: odd }]],
    ["a value", (odd: unknown) => [{ id: "q1", values: [odd] }]],
  ])("as %s is told so, and the question stays open", async (_, answersWith) => {
    const { ui, asked } = setUp();
    ui.answer(answersWith(make()) as never);
    expect(ui.refused).toHaveLength(1);
    expect(ui.refused[0]?.problem).toMatch(/^Invalid answers: /);
    ui.answer([{ id: "q1", values: ["yes"] }]);
    expect(await asked).toMatchObject({ outcome: "answered", answers: [{ values: ["yes"] }] });
  });
});
