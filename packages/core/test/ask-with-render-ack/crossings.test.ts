import { describe, expect, it } from "vitest";
import { createAsker } from "../../src/ask-with-render-ack/asker.js";
import type { AskHandle } from "../../src/ask-with-render-ack/asker-options.js";
import { createSimulatedClock } from "../../src/runtime/clock.js";
import { mortal } from "../support/crash.js";
import { createFakeBridge } from "../support/fake-bridge.js";
import { createSharedJournal } from "../support/shared-journal.js";

// An answer and something else on their way at the same moment, in both orders. Whatever comes
// first: an answer that was acknowledged reaches exactly one call, this one or the next.

const question = { questions: [{ question: "Deploy now?" }] };
const RENDER = 30_000;
const RESPONSE = 300_000;
const PATIENCE = 5_000;

function set() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  const ui = createFakeBridge();
  const page = createAsker({ bridge: ui.bridge, clock, journal: journal.view("page") });
  page.recover();
  const life = mortal(clock);
  const caller = createAsker({
    bridge: null,
    clock: life.clock,
    journal: journal.view("caller"),
    onError: () => {},
  });
  caller.recover();
  const kill = () => {
    journal.kill("caller");
    life.die();
  };
  return { clock, ui, page, caller, kill };
}

type Scene = ReturnType<typeof set> & { readonly handle: AskHandle };

/** What crosses the answer. `loses`: the call cannot have had its result. */
const crossings: Readonly<
  Record<string, { act(scene: Scene): void; unrendered?: true; loses?: true }>
> = {
  "the caller's cancel": {
    act: ({ handle }) => handle.abort(),
  },
  "the caller's cancel, whose client takes no result": {
    act: ({ handle }) => {
      handle.abort();
      handle.notReceived();
    },
    loses: true,
  },
  "the caller leaves": { act: ({ handle }) => handle.leave() },
  "the end of the caller's patience": { act: ({ clock }) => clock.advance(PATIENCE) },
  "the render timeout": { act: ({ clock }) => clock.advance(RENDER), unrendered: true },
  "the response timeout": { act: ({ clock }) => clock.advance(RESPONSE) },
  "the caller's program stops": { act: ({ caller }) => caller.dispose() },
  "the caller's process is killed": { act: ({ kill }) => kill(), loses: true },
  "the same answer again": {
    act: ({ ui }) => ui.answer([{ id: "q1", values: ["yes"] }]),
  },
};

describe.each(Object.entries(crossings))("an answer and %s", (_, { act, unrendered, loses }) => {
  it.each(["the answer first", "the answer second"])("with %s, lose nothing", async (order) => {
    const scene = set();
    const { clock, ui, page, caller } = scene;
    const patience = act === crossings["the end of the caller's patience"]?.act;
    const handle = caller.open(question, { ...(patience && { patience: PATIENCE }) });
    let told: unknown;
    handle.result.then(
      (result) => {
        told = result;
      },
      () => {},
    );
    clock.advance(1);
    if (!unrendered) ui.render();
    clock.advance(1);
    const answer = () => ui.answer([{ id: "q1", values: ["yes"] }]);
    const steps = [answer, () => act({ ...scene, handle })];
    for (const step of order === "the answer first" ? steps : steps.reverse()) step();
    clock.advance(5);
    await Promise.resolve();
    expect(ui.acknowledged.length).toBeGreaterThan(0);
    const isTold = (told as { answered?: boolean } | undefined)?.answered === true;
    if (loses || !isTold) {
      const next = page.ask(question);
      await expect(next).resolves.toMatchObject({ outcome: "answered" });
      expect(ui.shown.filter(({ attempt }) => attempt === 1)).toHaveLength(1);
    } else {
      // It was handed over: a further call asks again.
      const again = page.open(question);
      expect(again.state).not.toBe("settled");
      again.abort();
    }
  });
});

describe("two people's words that cross", () => {
  it("an answer before a cancel counts, and the cancel changes nothing", async () => {
    const { clock, ui, caller } = set();
    const result = caller.ask(question);
    clock.advance(1);
    ui.render();
    ui.answer([{ id: "q1", values: ["yes"] }]);
    ui.cancel();
    clock.advance(5);
    await expect(result).resolves.toMatchObject({ outcome: "answered" });
  });

  it("a cancel before an answer ends the ask, and the answer is kept for the next call", async () => {
    const { clock, ui, caller, page } = set();
    const result = caller.ask(question);
    clock.advance(1);
    ui.render();
    ui.cancel();
    ui.answer([{ id: "q1", values: ["yes"] }]);
    clock.advance(5);
    await expect(result).resolves.toMatchObject({ outcome: "cancelled" });
    expect(ui.acknowledged).toHaveLength(1);
    await expect(page.ask(question)).resolves.toMatchObject({ outcome: "answered" });
  });

  it("of two answers the first counts, and the other is told so", async () => {
    const { clock, ui, caller } = set();
    const result = caller.ask(question);
    clock.advance(1);
    ui.render();
    ui.answer([{ id: "q1", values: ["yes"] }]);
    ui.answer([{ id: "q1", values: ["no"] }]);
    clock.advance(5);
    expect((await result).answers[0]?.values).toEqual(["yes"]);
    expect(ui.closed.map(({ reason }) => reason)).toContain("answered");
  });
});
