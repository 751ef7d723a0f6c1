import { describe, expect, it, onTestFinished, vi } from "vitest";
import { passKey } from "../src/dialog/hold.js";
import { pressInWaiting } from "../src/dialog/waiting.js";
import { createTerminalBridge, type ListOptions } from "../src/index.js";
import type { KeyName } from "../src/tty/keys.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";
import { database, features, requestOf } from "./support/request.js";

const { enter } = KEYS;
const HELD = "Keys count after a short pause.";
const key = (name: KeyName) => ({ type: "key", name }) as const;
const text = (text: string) => ({ type: "text", text }) as const;

describe("keys for a dialog that has gone", () => {
  it("count again after a pause, and each one that comes before puts that off", () => {
    expect(passKey(null, 5, 1_000)).toBeNull();
    let hold = passKey({ since: 0 }, 999, 1_000);
    expect(hold).toEqual({ since: 999 });
    hold = passKey(hold, 1_998, 1_000);
    expect(hold).toEqual({ since: 1_998 });
    expect(passKey(hold, 2_998, 1_000)).toBeNull();
  });
});

describe("a key in the list of what waits", () => {
  it.each([
    [key("down"), { cursor: 1, deed: null }],
    [key("up"), { cursor: 0, deed: null }],
    [key("enter"), { cursor: 0, deed: "answer" }],
    [key("delete"), { cursor: 0, deed: "dismiss" }],
    [key("escape"), { cursor: 0, deed: "leave" }],
    [text("q"), { cursor: 0, deed: "leave" }],
    [text("x"), { cursor: 0, deed: null }],
    [{ type: "paste", text: "q" } as const, { cursor: 0, deed: null }],
  ])("%j", (pressed, expected) => {
    expect(pressInWaiting(0, 3, pressed)).toEqual(expected);
  });

  it("stays in the list, and does nothing with what is not there", () => {
    expect(pressInWaiting(2, 3, key("down"))).toEqual({ cursor: 2, deed: null });
    expect(pressInWaiting(9, 3, key("enter"))).toEqual({ cursor: 2, deed: "answer" });
    expect(pressInWaiting(0, 0, key("enter"))).toEqual({ cursor: 0, deed: null });
    expect(pressInWaiting(0, 0, key("delete"))).toEqual({ cursor: 0, deed: null });
  });
});

/** A terminal whose time the test moves. */
function open(list?: ListOptions) {
  vi.useFakeTimers();
  const terminal = new FakeTerminal();
  const settings = { find: terminal.find, color: false, unicode: true };
  const bridge = createTerminalBridge({ ...settings, ...(list && { list }) });
  onTestFinished(() => {
    bridge.dispose();
    vi.useRealTimers();
  });
  const said: string[] = [];
  bridge.onAnswer((requestId) => said.push(`answered ${requestId}`));
  bridge.onCancel((requestId) => said.push(`cancelled ${requestId}`));
  const send = (name: string, question = database) =>
    bridge.sendQuestion(requestOf([question], { requestId: name, askId: name }));
  return { terminal, bridge, said, send };
}

describe("a dialog that takes the place of one that was answered elsewhere", () => {
  it("takes no key until the person stops typing, and says so", () => {
    const { terminal, bridge, said, send } = open();
    send("first", features);
    send("second");
    vi.advanceTimersByTime(10_000);
    terminal.written = "";
    bridge.close?.("first", "answered");
    expect(terminal.written).toContain("This question was answered elsewhere.");
    expect(terminal.written).toContain(HELD);
    // As a slow typist would, who looks at the keyboard: each press takes a moment, too.
    for (const typed of ["1", " ", enter, "y", KEYS.escape]) {
      vi.advanceTimersByTime(840);
      terminal.press(typed);
    }
    // An Escape is known to be one a moment later.
    vi.advanceTimersByTime(100);
    expect(said).toEqual([]);
    terminal.written = "";
    vi.advanceTimersByTime(1_000);
    expect(terminal.written).toContain("Enter: select");
    expect(terminal.written).not.toContain(HELD);
    terminal.press(enter);
    expect(said).toEqual(["answered second"]);
  });

  it("does not get the text that was for the other one", () => {
    const { terminal, bridge, send } = open();
    send("first", { question: "First name?" });
    send("second", { question: "Last name?" });
    vi.advanceTimersByTime(10_000);
    terminal.press("Ad");
    bridge.close?.("first", "answered");
    terminal.press("a");
    vi.advanceTimersByTime(1_000);
    terminal.written = "";
    terminal.press("L");
    expect(terminal.written).toContain("› L");
  });

  it("takes keys as ever when the person's own key has ended the one before", () => {
    const { terminal, bridge, said, send } = open();
    send("first");
    send("second");
    vi.advanceTimersByTime(250);
    terminal.press(enter);
    bridge.acknowledge?.("first");
    vi.advanceTimersByTime(250);
    terminal.press(enter);
    expect(said).toEqual(["answered first", "answered second"]);
  });

  it("still lets the person leave", () => {
    const { terminal, bridge, said, send } = open();
    send("first");
    send("second");
    bridge.close?.("first", "timed_out");
    terminal.press(KEYS.controlD);
    expect(terminal.input.isRaw).toBe(false);
    expect(said).toEqual([]);
  });

  it("may be the list, in which nothing is opened or dismissed meanwhile", () => {
    const { terminal, bridge, said, send } = open({ title: "Questions", onLeave: () => {} });
    bridge.open();
    send("first", { question: "Name?" });
    send("second");
    send("third");
    vi.advanceTimersByTime(10_000);
    terminal.press("Half");
    terminal.written = "";
    bridge.close?.("first", "answered");
    expect(terminal.written).toContain("2 questions wait");
    expect(terminal.written).toContain(HELD);
    terminal.press("\u001b[3~", enter, "q");
    expect(said).toEqual([]);
    expect(terminal.input.isRaw).toBe(true);
    vi.advanceTimersByTime(1_000);
    terminal.press("\u001b[3~");
    expect(said).toEqual(["cancelled second"]);
  });
});

describe("the list of what waits", () => {
  it("says since when each question waits, also when nothing happens for a while", () => {
    const { terminal, bridge, send } = open({ title: "Questions", onLeave: () => {} });
    bridge.open();
    send("first");
    send("second");
    vi.advanceTimersByTime(1_000);
    terminal.press(KEYS.escape);
    vi.advanceTimersByTime(100);
    expect(terminal.written).toContain("2 questions wait");
    expect(terminal.written).not.toContain("2 min");
    terminal.written = "";
    vi.advanceTimersByTime(3 * 60_000);
    expect(terminal.written).toContain("2 min");
    bridge.dispose();
    terminal.written = "";
    vi.advanceTimersByTime(3 * 60_000);
    expect(terminal.written).toBe("");
  });
});
