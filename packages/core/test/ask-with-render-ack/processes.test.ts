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

/** Several processes on one journal. */
function machineRoom() {
  const clock = createSimulatedClock(1_000_000);
  const journal = createSharedJournal({ clock });
  return {
    clock,
    journal,
    /** Starts a process, with a user interface unless that is `null`. */
    start(name: string, options: Partial<AskerOptions> = {}) {
      const ui = createFakeBridge();
      const life = mortal(clock);
      const errors: unknown[] = [];
      const asker = createAsker({
        bridge: ui.bridge,
        clock: life.clock,
        journal: journal.view(name),
        onError: (error) => errors.push(error),
        ...options,
      });
      asker.recover();
      return {
        asker,
        ui,
        errors,
        kill() {
          journal.kill(name);
          life.die();
        },
      };
    },
  };
}

describe("processes that share a journal", () => {
  it("tell a caller in one of them what was answered in another", async () => {
    const { clock, start } = machineRoom();
    const caller = start("caller", { bridge: null });
    const page = start("page");
    const result = caller.asker.ask(question);
    clock.advance(1);
    expect(page.ui.shown).toHaveLength(1);
    const { requestId } = page.ui.last;
    page.ui.render(requestId);
    page.ui.answer(yes, requestId);
    expect(page.ui.acknowledged).toEqual([requestId]);
    clock.advance(1);
    await expect(result).resolves.toMatchObject({ outcome: "answered", renderConfirmed: true });
  });

  it("show a question in every one that has a user interface; the first answer counts", async () => {
    const { clock, start } = machineRoom();
    const one = start("one");
    const two = start("two");
    const result = one.asker.ask(question);
    clock.advance(1);
    const { requestId } = two.ui.last;
    expect(one.ui.last.requestId).toBe(requestId);
    two.ui.answer(yes, requestId);
    clock.advance(1);
    await expect(result).resolves.toMatchObject({ outcome: "answered" });
    expect(two.ui.acknowledged).toEqual([requestId]);
    expect(one.ui.acknowledged).toEqual([]);
    expect(one.ui.closed).toContainEqual({ requestId, reason: "answered" });
    one.ui.answer([{ id: "q1", values: ["no"] }], requestId);
    expect(one.ui.acknowledged).toEqual([]);
  });

  it("know that a question is on screen no more when the only one that showed it is killed", async () => {
    const { clock, start } = machineRoom();
    const caller = start("caller", { bridge: null });
    const terminal = start("terminal");
    const handle = caller.asker.open(question);
    clock.advance(1);
    terminal.ui.render();
    clock.advance(1_000);
    expect(handle.state).toBe("on_screen");
    terminal.kill();
    clock.advance(3_000);
    expect(handle.state).toBe("presenting");
    clock.advance(30_000);
    expect(await handle.result).toMatchObject({ outcome: "not_rendered", attempt: 1 });
  });

  it("leave a question on screen as long as one of them shows it", async () => {
    const { clock, start } = machineRoom();
    const caller = start("caller", { bridge: null });
    const [page, terminal, other] = [start("page"), start("terminal"), start("other")];
    const handle = caller.asker.open(question);
    clock.advance(1);
    for (const { ui } of [page, terminal, other]) {
      ui.render();
      clock.advance(1);
    }
    terminal.kill();
    clock.advance(3_000);
    other.ui.lose();
    clock.advance(1);
    expect(handle.state).toBe("on_screen");
    // Nobody was asked to show it again.
    expect(page.ui.shown).toHaveLength(1);
    page.ui.lose();
    clock.advance(1);
    expect(handle.state).toBe("presenting");
    page.ui.render();
    clock.advance(1);
    // One that comes later does not take it away from the others.
    start("late");
    clock.advance(3_000);
    expect(handle.state).toBe("on_screen");
  });

  it("do not end a question because one of them cannot show it", async () => {
    const { clock, start } = machineRoom();
    const caller = start("caller", { bridge: null });
    const dark = start("dark");
    dark.ui.onSend = () => {
      throw new NoSurfaceError();
    };
    const page = start("page");
    const result = caller.asker.ask(question);
    clock.advance(1);
    page.ui.answer(yes, page.ui.last.requestId);
    clock.advance(1);
    await expect(result).resolves.toMatchObject({ outcome: "answered" });
  });

  it("say that there is no place for a question when the caller's own process has none", async () => {
    const { clock, start } = machineRoom();
    const caller = start("caller");
    caller.ui.onSend = () => {
      throw new NoSurfaceError();
    };
    start("other", { bridge: null });
    const result = caller.asker.ask(question);
    clock.advance(1);
    await expect(result).resolves.toMatchObject({ outcome: "no_surface" });
  });

  it("join callers of two processes in one question, and tell both", async () => {
    const { clock, start, journal } = machineRoom();
    const one = start("one", { bridge: null });
    const two = start("two", { bridge: null });
    const page = start("page");
    let second: Promise<unknown> | undefined;
    // Both at the same moment: the second has looked before the first has written.
    journal.beforeNextAppend(() => {
      second = two.asker.ask(question);
    });
    const first = one.asker.ask(question);
    clock.advance(1);
    expect(new Set(page.ui.shown.map(({ requestId }) => requestId)).size).toBe(1);
    page.ui.answer(yes, page.ui.last.requestId);
    clock.advance(1);
    await expect(first).resolves.toMatchObject({ outcome: "answered" });
    await expect(second).resolves.toMatchObject({ outcome: "answered" });
  });

  it("never end the wait of another one by starting or stopping", async () => {
    const { clock, start } = machineRoom();
    const one = start("one");
    const result = one.asker.ask(question);
    const two = start("two");
    expect(
      one.asker.runtime.snapshot([...one.asker.runtime.live()][0]?.[0] ?? "")?.context.callers,
    ).toHaveLength(1);
    two.asker.dispose();
    clock.advance(1);
    one.ui.answer(yes, one.ui.last.requestId);
    await expect(result).resolves.toMatchObject({ outcome: "answered" });
  });

  it("let the callers of a killed process go, and keep the answer for the next call", async () => {
    const { clock, start } = machineRoom();
    const page = start("page");
    const caller = start("caller", { bridge: null });
    void caller.asker.ask(question);
    clock.advance(1);
    const { requestId, askId } = page.ui.last;
    page.ui.render(requestId);
    caller.kill();
    clock.advance(2_000);
    expect(page.asker.runtime.snapshot(askId)?.context.callers).toEqual([]);
    page.ui.answer(yes, requestId);
    expect(page.ui.acknowledged).toEqual([requestId]);
    const again = start("again", { bridge: null });
    await expect(again.asker.ask(question)).resolves.toMatchObject({ outcome: "answered" });
  });

  it("show what is open in a user interface that comes later, and nothing twice elsewhere", () => {
    const { clock, start } = machineRoom();
    const one = start("one");
    void one.asker.ask(question);
    const two = start("two");
    clock.advance(1);
    expect(two.ui.shown).toHaveLength(1);
    expect(one.ui.shown).toHaveLength(1);
  });
});

describe("a journal that is deleted under its processes", () => {
  it("is written again: open questions stay, and their callers get their answer", async () => {
    const { clock, journal, start } = machineRoom();
    const one = start("one");
    const two = start("two", { bridge: null });
    const first = one.asker.ask(question);
    const second = two.asker.ask(question);
    clock.advance(1);
    journal.delete();
    clock.advance(5);
    one.ui.answer(yes, one.ui.last.requestId);
    clock.advance(5);
    await expect(first).resolves.toMatchObject({ outcome: "answered" });
    await expect(second).resolves.toMatchObject({ outcome: "answered" });
    expect(one.errors).toContainEqual(expect.objectContaining({ lost: "deleted" }));
    const next = two.asker.ask({ questions: [{ question: "And now?" }] });
    clock.advance(5);
    one.ui.answer([{ id: "q1", values: ["yes, too"] }], one.ui.last.requestId);
    clock.advance(5);
    await expect(next).resolves.toMatchObject({ outcome: "answered" });
  });

  it("takes the next question when it is deleted just before", async () => {
    const { journal, start } = machineRoom();
    const one = start("one");
    journal.delete();
    const result = one.asker.ask(question);
    one.ui.answer(yes, one.ui.last.requestId);
    await expect(result).resolves.toMatchObject({ outcome: "answered" });
  });
});

describe("a journal that others have cut off", () => {
  it("gives a caller that missed its answer that answer", async () => {
    const { clock, journal, start } = machineRoom();
    const one = start("one", { bridge: null });
    const page = start("page");
    const result = one.asker.ask(question);
    clock.advance(1);
    page.ui.answer(yes, page.ui.last.requestId);
    // Before the caller's process has read that.
    journal.compact(page.asker.runtime.checkpoints());
    clock.advance(1);
    await expect(result).resolves.toMatchObject({ outcome: "answered" });
  });
});

describe("an answer that does not reach its caller", () => {
  it("is kept for the next call", async () => {
    const { start } = machineRoom();
    const one = start("one");
    const handle = one.asker.open(question);
    one.ui.answer(yes, one.ui.last.requestId);
    await expect(handle.result).resolves.toMatchObject({ outcome: "answered" });
    handle.notReceived();
    await expect(one.asker.ask(question)).resolves.toMatchObject({
      outcome: "answered",
      attempt: 1,
    });
    expect(one.ui.shown).toHaveLength(1);
  });

  it("is kept also when its receipt was in the journal", async () => {
    const { clock, start } = machineRoom();
    const one = start("one");
    const handle = one.asker.open(question);
    one.ui.answer(yes, one.ui.last.requestId);
    clock.advance(10);
    handle.notReceived();
    await expect(one.asker.ask(question)).resolves.toMatchObject({ outcome: "answered" });
    expect(one.ui.shown).toHaveLength(1);
  });

  it("is handed over once: another caller that has it is enough", async () => {
    const { clock, start } = machineRoom();
    const one = start("one");
    const handle = one.asker.open(question);
    const other = one.asker.ask(question);
    one.ui.answer(yes, one.ui.last.requestId);
    await other;
    clock.advance(10);
    handle.notReceived();
    const next = one.asker.open(question);
    expect(one.ui.shown).toHaveLength(2);
    next.abort();
  });
});

describe("a clock that is set back by a year", () => {
  const YEAR = 365 * 24 * 3_600_000;

  it("makes no caller wait longer than its patience, by elapsed time", async () => {
    const { clock, start } = machineRoom();
    let shift = 0;
    const server = start("server", { clock: { ...clock, now: () => clock.now() + shift } });
    const result = server.asker.ask(question, { patience: 5_000 });
    server.ui.render();
    shift = -YEAR;
    clock.advance(5_000 + 3 * 2_000);
    await expect(result).resolves.toMatchObject({ outcome: "pending", renderConfirmed: true });
    server.ui.answer(yes);
    await expect(server.asker.ask(question)).resolves.toMatchObject({ outcome: "answered" });
  });
});
