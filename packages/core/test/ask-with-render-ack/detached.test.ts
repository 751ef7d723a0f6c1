import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskerOptions } from "../../src/ask-with-render-ack/asker-options.js";
import { NoSurfaceError } from "../../src/ask-with-render-ack/bridge.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { mortal } from "../support/crash.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { createSharedJournal } from "../support/shared-journal.js";

const question = { questions: [{ question: "Deploy now?", type: "confirm" as const }] };
const yes = [{ id: "q1", values: ["yes"] }];
const key = "a-key-that-nobody-guesses";

/** Several processes on one journal. */
function machineRoom() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  return {
    clock,
    start(name: string, options: Partial<AskerOptions> = {}) {
      const ui = createFakeBridge();
      const life = mortal(clock);
      const asker = createAsker({
        bridge: ui.bridge,
        clock: life.clock,
        journal: journal.view(name),
        ...options,
      });
      asker.recover();
      return {
        asker,
        ui,
        kill() {
          journal.kill(name);
          life.die();
        },
      };
    },
  };
}

describe("a detached call", () => {
  it("waits through the death of its process, and is found with its answer in the next one", () => {
    const { clock, start } = machineRoom();
    const first = start("first");
    const { askId } = first.asker.openDetached(question, { key });
    first.ui.render();
    expect(first.asker.findDetached(askId, key)).toMatchObject({
      ...{ state: "on_screen", result: null, since: 1_000_000, settledAt: null },
    });
    first.kill();
    const second = start("second");
    clock.advance(3_000);
    expect(second.asker.findDetached(askId, key)).toMatchObject({ state: "presenting" });
    second.ui.render();
    clock.advance(60_000);
    second.ui.answer(yes);
    second.kill();
    const third = start("third");
    clock.advance(3_000);
    const found = third.asker.findDetached(askId, key);
    expect(found?.result).toMatchObject({ outcome: "answered", renderConfirmed: true });
    expect(found).toMatchObject({ state: "settled", settledAt: 1_063_000, since: null });
  });

  it("is shown again by the process that takes it up, and its failure is told there", async () => {
    const { clock, start } = machineRoom();
    const first = start("first");
    const { askId } = first.asker.openDetached(question, { key, retry: "host" });
    first.kill();
    const second = start("second");
    const shown = second.ui.shown.length;
    second.ui.onSend = () => Promise.reject(new NoSurfaceError("No tab is open."));
    clock.advance(3_000);
    second.asker.findDetached(askId, key)?.takeUp();
    expect(second.ui.shown).toHaveLength(shown + 1);
    expect(second.ui.last.caller).toBe(key);
    await new Promise((resolve) => setImmediate(resolve));
    expect(second.asker.findDetached(askId, key)?.result).toMatchObject({
      ...{ outcome: "no_surface", error: "No tab is open." },
    });
    // Once is enough.
    second.asker.findDetached(askId, key)?.takeUp();
    expect(second.ui.shown).toHaveLength(shown + 1);
  });

  it("is left to the process it was made in while that lives", () => {
    const { clock, start } = machineRoom();
    const first = start("first");
    const { askId } = first.asker.openDetached(question, { key });
    const second = start("second");
    clock.advance(1);
    const shown = second.ui.shown.length;
    second.asker.findDetached(askId, key)?.takeUp();
    expect(second.ui.shown).toHaveLength(shown);
  });

  it("stays when its process stops, and when other callers give up", async () => {
    const { clock, start } = machineRoom();
    const first = start("first");
    const { askId } = first.asker.openDetached(question, { key });
    const other = first.asker.open(question);
    other.abort();
    await expect(other.result).resolves.toMatchObject({ outcome: "aborted" });
    expect(first.ui.closed).toEqual([]);
    first.asker.dispose();
    const second = start("second");
    clock.advance(1);
    second.ui.render();
    second.ui.answer(yes);
    expect(second.asker.findDetached(askId, key)?.result).toMatchObject({ outcome: "answered" });
  });

  it("is aborted through the machine: the question is closed, and the count goes on", () => {
    const { clock, start } = machineRoom();
    const { asker, ui } = start("first");
    const { askId } = asker.openDetached(question, { key });
    ui.render();
    asker.findDetached(askId, key)?.abort("Cancelled");
    expect(ui.closed).toMatchObject([{ reason: "aborted" }]);
    clock.advance(1);
    expect(asker.findDetached(askId, key)).toMatchObject({
      ...{ state: "settled", result: { outcome: "aborted", error: "Cancelled" } },
    });
    expect(asker.openDetached(question, { key: "another" }).state).toBe("presenting");
    expect(ui.last.attempt).toBe(2);
    // A second abort changes nothing of a call that is over.
    asker.findDetached(askId, key)?.abort();
    expect(asker.findDetached(askId, "another")?.result).toBeNull();
  });

  it("remembers how it ended, whatever the outcome, while the question is asked again", () => {
    const { clock, start } = machineRoom();
    const { asker } = start("first", { maxRetries: 1 });
    const { askId } = asker.openDetached(question, { key: "one" });
    clock.advance(30_000);
    asker.openDetached(question, { key: "two" });
    clock.advance(30_000);
    asker.openDetached(question, { key: "three" });
    const outcomes = ["one", "two", "three"].map((one) => asker.findDetached(askId, one)?.result);
    expect(outcomes).toMatchObject([{ outcome: "not_rendered" }, { outcome: "exhausted" }, null]);
  });

  it("whose answer nobody came for leaves it to the next call with the same question", async () => {
    const { clock, start } = machineRoom();
    const { asker, ui } = start("first");
    const { askId } = asker.openDetached(question, { key });
    ui.render();
    ui.answer(yes);
    clock.advance(1_000);
    await expect(asker.ask(question)).resolves.toMatchObject({ outcome: "answered" });
    expect(ui.shown).toHaveLength(1);
    clock.advance(1_000);
    expect(asker.findDetached(askId, key)?.result).toMatchObject({ outcome: "answered" });
    expect(asker.open(question).state).toBe("presenting");
  });

  it("whose answer was received leaves nothing: the same question is asked again", () => {
    const { clock, start } = machineRoom();
    const { asker, ui } = start("first");
    const { askId } = asker.openDetached(question, { key });
    ui.render();
    ui.answer(yes);
    asker.findDetached(askId, key)?.received();
    clock.advance(1);
    expect(asker.findDetached(askId, key)?.result).toMatchObject({ outcome: "answered" });
    expect(asker.open(question).state).toBe("presenting");
    expect(ui.shown).toHaveLength(2);
  });

  it("is known by its own key alone, and not as one that waits in a process", () => {
    const { start } = machineRoom();
    const { asker, ui } = start("first");
    const { askId } = asker.openDetached(question, { key });
    asker.open(question, { key: "of-a-process" });
    for (const [id, name] of [
      [askId, "guessed"],
      [askId, "of-a-process"],
      ["another-ask", key],
    ] as const) {
      expect(asker.findDetached(id, name)).toBeUndefined();
    }
    ui.render();
    ui.answer(yes);
    expect(asker.findDetached(askId, "of-a-process")).toBeUndefined();
  });

  it("is refused by an asker that remembers nothing, and without a key", () => {
    const { start } = machineRoom();
    const { asker } = start("first", { lateAnswerWindow: 0 });
    expect(() => asker.openDetached(question, { key })).toThrow("lateAnswerWindow");
    expect(() => asker.openDetached(question, {} as never)).toThrow("key");
  });
});
