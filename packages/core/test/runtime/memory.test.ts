import { expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import { createMemoryJournal } from "../../src/journal/memory-journal.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { createFakeBridge } from "../support/fake-bridge.js";

const ASKS = 20_000;

it("stays flat: after many asks nothing lives on and the journal is bounded", async () => {
  const clock = createSimulatedClock();
  const journal = createMemoryJournal({ keepFinished: 500 });
  const ui = createFakeBridge();
  const asker = createAsker({
    bridge: ui.bridge,
    clock,
    journal,
    maxRetries: 0,
    lateAnswerWindow: 60_000,
    maxListening: 50,
  });
  let mostAlive = 0;
  let mostEntries = 0;
  for (let n = 0; n < ASKS; n += 1) {
    // Every other one is a question nobody asked before.
    const asked = asker.ask({ questions: [{ question: `Question ${n % 2 ? n : 0}?` }] });
    if (n % 4 === 0) ui.cancel();
    else if (n % 4 === 1) clock.advance(30_000);
    else ui.answer([{ id: "q1", values: ["Because"] }]);
    await asked;
    ui.shown.length = 0;
    if (n % 1_000 === 0) {
      mostAlive = Math.max(mostAlive, [...asker.runtime.live()].length);
      mostEntries = Math.max(mostEntries, [...journal.read()].length);
    }
  }
  // 50 that listen for a late answer, 50 that remember theirs.
  expect(mostAlive).toBeLessThanOrEqual(100);
  // The question that is asked again and again has one long history.
  expect(mostEntries).toBeLessThanOrEqual(500 + 100 * 5 + 100);
  clock.advance(60_000);
  expect([...asker.runtime.live()]).toEqual([]);
  expect([...journal.read()].length).toBeLessThanOrEqual(500);
  expect(clock.next()).toBeUndefined();
}, 60_000);
