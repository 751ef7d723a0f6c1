import { type AskResult, createAsker, type QuestionInput } from "@readback/core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createTerminalBridge, type Draft, type TerminalBridgeOptions } from "../src/index.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";
import { database, features, requestOf } from "./support/request.js";

const { enter, controlD } = KEYS;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGCONT", "SIGWINCH", "exit"];
const listening = () => SIGNALS.reduce((sum, name) => sum + process.listenerCount(name), 0);

function open(options: TerminalBridgeOptions = {}) {
  const terminal = new FakeTerminal();
  const bridge = createTerminalBridge({
    find: terminal.find,
    rest: 0,
    color: false,
    unicode: true,
    ...options,
  });
  onTestFinished(() => bridge.dispose());
  const said: string[] = [];
  for (const name of [
    "onRenderConfirmed",
    "onCancel",
    "onQueued",
    "onActivity",
    "onAnswer",
    "onLost",
  ] as const) {
    bridge[name]?.((requestId: string, ...more: unknown[]) =>
      said.push([name, requestId, ...more].map(String).join(" ")),
    );
  }
  return { terminal, bridge, said };
}

const send = (
  bridge: ReturnType<typeof open>["bridge"],
  questions: readonly QuestionInput[],
  name = "1",
) =>
  bridge.sendQuestion(requestOf(questions, { requestId: `request-${name}`, askId: `ask-${name}` }));

describe("the acknowledgement", () => {
  it("comes when the terminal has taken the frame, not before", () => {
    const { terminal, bridge, said } = open();
    terminal.isStuck = true;
    send(bridge, [database]);
    expect(said).toEqual([]);
    for (const done of terminal.waiting.splice(0)) done();
    expect(said).toEqual(["onRenderConfirmed request-1"]);
    terminal.output.emit("resize");
    for (const done of terminal.waiting.splice(0)) done();
    expect(said).toHaveLength(1);
  });

  it("does not come when the frame could not be written; that is no refusal", async () => {
    const { terminal, bridge, said } = open();
    terminal.writeFails = true;
    await expect(async () => send(bridge, [database])).rejects.toMatchObject({
      code: "no_surface",
    });
    expect(said).toEqual([]);
  });

  it("does not come from something that is no terminal any more", () => {
    const { terminal, bridge, said } = open();
    terminal.isStuck = true;
    send(bridge, [database]);
    terminal.output.isTTY = false;
    for (const done of terminal.waiting.splice(0)) done();
    expect(said).toEqual([]);
  });
});

describe("a window that becomes too small", () => {
  it("shows the question no more, and says so; a larger one shows it again", async () => {
    const { terminal, bridge, said } = open();
    send(bridge, [database]);
    terminal.output.rows = 2;
    terminal.output.emit("resize");
    await Promise.resolve();
    expect(said.at(-1)).toBe("onLost request-1");
    terminal.press(enter);
    expect(said.filter((line) => line.startsWith("onAnswer"))).toEqual([]);
    terminal.output.rows = 24;
    terminal.output.emit("resize");
    expect(said.at(-1)).toBe("onRenderConfirmed request-1");
    terminal.press(enter);
    expect(said.at(-1)).toMatch(/^onAnswer/);
  });
});

describe("no terminal", () => {
  it("is said at once, with what to do", async () => {
    const bridge = createTerminalBridge({
      find: () => ({ missing: "No terminal: run it in one." }),
    });
    expect(bridge.missing()).toBe("No terminal: run it in one.");
    const asker = createAsker({ bridge });
    onTestFinished(() => asker.dispose());
    const result = await asker.ask({ questions: [database] });
    expect(result).toMatchObject({
      outcome: "no_surface",
      error: expect.stringContaining("run it in one"),
    });
  });

  it("is said when standard input and output are none", () => {
    expect(createTerminalBridge().missing()).toMatch(/^No terminal/);
  });
});

describe("several questions", () => {
  it("queue: the second is shown when the first is over", async () => {
    const { terminal, bridge, said } = open();
    send(bridge, [database], "1");
    send(bridge, [features], "2");
    await Promise.resolve();
    expect(said).toEqual(["onRenderConfirmed request-1", "onQueued request-2 true"]);
    terminal.press(enter);
    bridge.acknowledge?.("request-1");
    expect(said).toContain("onQueued request-2 false");
    expect(said.at(-1)).toBe("onRenderConfirmed request-2");
  });

  it("reject: the second is refused at once, and the first goes on", () => {
    const { bridge, terminal, said } = open({ concurrency: "reject" });
    send(bridge, [database], "1");
    expect(() => send(bridge, [features], "2")).toThrow("ask_user_question dialog already open");
    terminal.press(enter);
    expect(said.at(-1)).toMatch(/^onAnswer request-1/);
  });

  it("a retry takes the place of the earlier presentation, warns, and keeps what was typed", () => {
    const { bridge, terminal, said } = open();
    send(bridge, [{ question: "Name?" }], "1");
    terminal.press("Half");
    terminal.written = "";
    const notice = "Previous attempt failed to display. This is retry attempt 2.";
    bridge.sendQuestion(
      requestOf([{ question: "Name?" }], {
        requestId: "request-2",
        askId: "ask-1",
        replaces: "request-1",
        notice,
      }),
    );
    expect(terminal.written).toContain("retry attempt 2");
    terminal.press(enter);
    expect(said.at(-1)).toMatch(/^onAnswer request-2/);
    expect(terminal.written).toContain("Half");
  });
});

describe("two bridges on one terminal", () => {
  it("do not share its keys: the second has none, says so, and leaves the first alone", () => {
    const { terminal, bridge, said } = open();
    const other = createTerminalBridge({ find: terminal.find, rest: 0, color: false });
    onTestFinished(() => other.dispose());
    const answered: string[] = [];
    other.onAnswer((requestId) => answered.push(requestId));
    send(bridge, [database], "1");
    const before = terminal.written;
    expect(() => other.sendQuestion(requestOf([features]))).toThrow(
      expect.objectContaining({ code: "no_surface", message: expect.stringContaining("bridge") }),
    );
    expect(terminal.written).toBe(before);
    expect(terminal.input.isRaw).toBe(true);
    terminal.press(enter);
    expect(said.at(-1)).toMatch(/^onAnswer request-1/);
    expect(answered).toEqual([]);
    bridge.acknowledge?.("request-1");
    // Free again.
    void other.sendQuestion(requestOf([database]));
    terminal.press(enter);
    expect(answered).toEqual(["request-1"]);
  });
});

describe("what was typed", () => {
  it("survives a close, and is offered again when the question is asked again", () => {
    const { bridge, terminal } = open();
    send(bridge, [{ question: "Name?" }], "1");
    terminal.press("Half");
    bridge.close?.("request-1", "timed_out");
    expect(terminal.written).toContain("Time is up: the agent went on without an answer.");
    expect(terminal.written).toContain("What you entered is kept");
    terminal.written = "";
    bridge.sendQuestion(
      requestOf([{ question: "Name?" }], { requestId: "request-9", askId: "ask-1" }),
    );
    expect(terminal.written).toContain("What you entered before is still here.");
    expect(terminal.written).toContain("Half");
  });

  it("survives a terminal that hangs up", () => {
    const { bridge, terminal } = open();
    send(bridge, [{ question: "Name?" }], "1");
    terminal.press("Half");
    terminal.input.emit("error", new Error("read EIO"));
    terminal.written = "";
    bridge.sendQuestion(
      requestOf([{ question: "Name?" }], { requestId: "request-9", askId: "ask-1" }),
    );
    expect(terminal.written).toContain("Half");
  });

  it("is kept with the key that entered it: whatever ends the process leaves it no time", () => {
    const drafts = new Map<string, Draft>();
    const { bridge, terminal } = open({ drafts });
    send(bridge, [database, features, { id: "name", question: "Name?" }], "1");
    const kept = () => drafts.get("ask-1");
    terminal.press(KEYS.down);
    expect(kept()).toBeUndefined();
    terminal.press(enter);
    expect(kept()).toMatchObject({ index: 1, fields: { db: { chosen: ["SQLite"] } } });
    terminal.press(" ");
    expect(kept()?.fields.features?.chosen).toEqual(["Search"]);
    terminal.press(enter, "ab");
    expect(kept()).toMatchObject({ index: 2, fields: { name: { text: "ab" } } });
    terminal.press(KEYS.backspace);
    expect(kept()?.fields.name?.text).toBe("a");
    terminal.press(KEYS.backtab);
    expect(kept()?.index).toBe(1);
  });

  it("is kept no longer once it is erased", () => {
    const drafts = new Map<string, Draft>();
    const { bridge, terminal } = open({ drafts });
    send(bridge, [{ question: "Name?" }], "1");
    terminal.press("ab", KEYS.backspace, KEYS.backspace);
    expect(drafts.size).toBe(0);
    bridge.close?.("request-1", "timed_out");
    expect(drafts.size).toBe(0);
    expect(terminal.written).not.toContain("What you entered is kept");
  });

  it("is left alone by a terminal in which nothing was entered", () => {
    const drafts = new Map<string, Draft>();
    const mine = open({ drafts });
    const other = open({ drafts });
    for (const { bridge } of [mine, other]) send(bridge, [{ question: "Name?" }], "1");
    mine.terminal.press("Ada");
    other.terminal.press("\u001b[D");
    other.bridge.close?.("request-1", "timed_out");
    other.bridge.dispose();
    expect(Object.values(drafts.get("ask-1")?.fields ?? {})).toMatchObject([{ text: "Ada" }]);
  });

  it("is gone once the question was answered elsewhere", () => {
    const drafts = new Map<string, Draft>();
    const { bridge, terminal } = open({ drafts });
    send(bridge, [{ question: "Name?" }], "1");
    terminal.press("Ada");
    expect(drafts.size).toBe(1);
    bridge.close?.("request-1", "answered");
    expect(drafts.size).toBe(0);
  });

  it("is gone once it is sent", () => {
    const { bridge, terminal } = open();
    send(bridge, [{ question: "Name?" }], "1");
    terminal.press("Ada", enter);
    bridge.acknowledge?.("request-1");
    terminal.written = "";
    bridge.sendQuestion(
      requestOf([{ question: "Name?" }], { requestId: "request-9", askId: "ask-1" }),
    );
    expect(terminal.written).not.toContain("Ada");
  });
});

describe("an answer", () => {
  it("is called sent when it was taken, and given back when it was not", () => {
    const { bridge, terminal } = open();
    send(bridge, [features], "1");
    terminal.press(" ", enter);
    expect(terminal.written).toContain("Sending... not confirmed yet");
    expect(terminal.written).not.toContain("Sent.");
    bridge.refuse?.("request-1", "features: names an option twice");
    expect(terminal.written).toContain("names an option twice");
    terminal.press(enter);
    bridge.acknowledge?.("request-1");
    expect(terminal.written).toContain("✓ Sent.");
  });

  it("that came from elsewhere closes the dialog, and says so", () => {
    const { bridge, terminal, said } = open();
    send(bridge, [features], "1");
    bridge.close?.("request-1", "answered");
    expect(terminal.written).toContain("This question was answered elsewhere.");
    terminal.press(" ", enter);
    expect(said.filter((line) => line.startsWith("onAnswer"))).toEqual([]);
  });
});

// Each of these is a defect of the library that was tried first; see docs/decisions/0052.
describe("the terminal is left as it was found", () => {
  it("leaves no listener behind, however many questions there were", () => {
    const before = listening();
    const { terminal, bridge } = open();
    for (let nth = 0; nth < 12; nth += 1) {
      send(bridge, [{ question: "Name?" }], String(nth));
      terminal.press("x", enter);
      bridge.acknowledge?.(`request-${nth}`);
    }
    expect(terminal.listeners).toBe(0);
    expect(listening()).toBe(before);
    expect(terminal.input.isRaw).toBe(false);
  });

  it("writes nothing after the end: an abort that comes late changes nothing", () => {
    const { terminal, bridge } = open();
    send(bridge, [{ question: "Name?" }]);
    terminal.press("x", enter);
    bridge.acknowledge?.("request-1");
    terminal.written = "";
    bridge.close?.("request-1", "aborted");
    expect(terminal.written).toBe("");
  });

  it("shows the cursor and leaves paste mode", () => {
    const { terminal, bridge } = open();
    send(bridge, [database]);
    bridge.dispose();
    expect(terminal.written.endsWith("\u001b[?2004l\u001b[?25h")).toBe(true);
    expect(terminal.input.isRaw).toBe(false);
  });

  it("a terminal that hung up before raw mode is no crash", async () => {
    const { terminal, bridge } = open();
    terminal.rawFails = true;
    await expect(async () => send(bridge, [database])).rejects.toMatchObject({
      code: "no_surface",
    });
    expect(terminal.input.listenerCount("data")).toBe(0);
  });

  it.each(["end", "close"])("an input at its %s ends the dialog", (event) => {
    const { terminal, bridge, said } = open();
    send(bridge, [database]);
    terminal.input.emit(event);
    expect(said.filter((line) => line.startsWith("onCancel"))).toEqual([]);
    expect(terminal.input.isRaw).toBe(false);
  });

  it("an output that fails later ends the dialog", () => {
    const { terminal, bridge } = open();
    send(bridge, [database]);
    terminal.output.emit("error", new Error("write EIO"));
    expect(terminal.input.listenerCount("data")).toBe(0);
  });

  it("vim keys and U+3000 are text in a line, and nothing in a list", () => {
    const { terminal, bridge, said } = open();
    send(bridge, [{ question: "Name?" }]);
    terminal.press("h", "j", "k", "l", "\u3000", enter);
    expect(said.at(-1)).toMatch(/^onAnswer/);
    expect(terminal.written).toContain("hjkl\u3000");
    bridge.acknowledge?.("request-1");
    said.length = 0;
    send(bridge, [features], "2");
    const before = terminal.written.split("[x]").length;
    terminal.press("h", "j", "k", "l", "\u3000");
    expect(terminal.written.split("[x]")).toHaveLength(before);
    terminal.press(enter);
    expect(said.filter((line) => line.startsWith("onAnswer"))).toEqual([]);
  });

  it("a question that cannot be drawn is a failed attempt, and in nobody's way", async () => {
    const { terminal, bridge, said } = open();
    const nothing = { ...requestOf([database]), questions: [] };
    await expect(bridge.sendQuestion(nothing)).rejects.toThrow("There is no question");
    expect(terminal.input.isRaw).toBe(false);
    expect(terminal.listeners).toBe(0);
    send(bridge, [database], "2");
    terminal.press(enter);
    expect(said.at(-1)).toMatch(/^onAnswer request-2/);
  });

  it("Ctrl-D in a line with text deletes; without text it leaves", () => {
    const { terminal, bridge } = open();
    send(bridge, [{ question: "Name?" }]);
    terminal.press("ab", "\u001b[D", controlD);
    expect(terminal.input.listenerCount("data")).toBe(1);
    terminal.press(KEYS.backspace, controlD);
    expect(terminal.input.listenerCount("data")).toBe(0);
  });
});

describe("keys that a terminal acts on by itself, unless a program reads them one by one", () => {
  /** What was sent to which process, and whether keys still came one by one then. */
  function signals(terminal: FakeTerminal) {
    const sent: unknown[] = [];
    const kill = vi.spyOn(process, "kill").mockImplementation((...what) => {
      sent.push([...what, terminal.input.isRaw ? "raw" : "restored"]);
      return true;
    });
    onTestFinished(() => kill.mockRestore());
    return sent;
  }

  it.each([
    ["Ctrl-C", KEYS.controlC, "SIGINT"],
    ["Ctrl-Z", KEYS.controlZ, "SIGTSTP"],
  ])("%s is for everybody in the foreground, in a terminal as it was", (_, key, signal) => {
    const { terminal, bridge, said } = open();
    const sent = signals(terminal);
    send(bridge, [database]);
    terminal.press(key);
    expect(sent).toEqual([[0, signal, "restored"]]);
    expect(terminal.written.endsWith("\u001b[?2004l\u001b[?25h")).toBe(true);
    expect(said).toEqual(["onRenderConfirmed request-1"]);
  });

  it("Ctrl-C does what the program wants instead", () => {
    let count = 0;
    const { terminal, bridge } = open({ onInterrupt: () => count++ });
    const sent = signals(terminal);
    send(bridge, [database]);
    terminal.press(KEYS.controlC);
    expect([count, sent, terminal.input.isRaw]).toEqual([1, [], true]);
  });

  it("keys that came together with Ctrl-Z wait until the program goes on", () => {
    const { terminal, bridge, said } = open();
    signals(terminal);
    send(bridge, [database]);
    terminal.press(`${KEYS.controlZ}2`);
    terminal.press(enter);
    expect(said).toEqual(["onRenderConfirmed request-1"]);
    terminal.written = "";
    process.emit("SIGCONT", "SIGCONT");
    expect(terminal.input.isRaw).toBe(true);
    expect(terminal.written).toContain("Which database?");
    expect(said.at(-1)).toMatch(/^onAnswer request-1/);
  });
});

describe("a paste of several lines in a terminal that does not mark it", () => {
  const PASTE = Buffer.from("first\rzweite: ü\r日本\r");
  const TEXT = "first\nzweite: ü\n日本\n";
  const cuts = Array.from({ length: PASTE.length - 1 }, (_, nth) => nth + 1);

  it.each(cuts)("is text, and answers nothing, when it comes in two pieces (%i)", async (cut) => {
    const { terminal, bridge } = open();
    const answers: unknown[] = [];
    bridge.onAnswer((_, [answer]) => answers.push(answer?.values));
    send(bridge, [{ question: "What happened?" }]);
    terminal.receive(PASTE.subarray(0, cut), PASTE.subarray(cut));
    await expect.poll(() => terminal.written).toContain("日本");
    expect(answers).toEqual([]);
    // Having seen it, the person confirms it.
    terminal.press(enter);
    expect(answers).toEqual([[TEXT]]);
  });

  it("chooses nothing in a list", async () => {
    const { terminal, bridge, said } = open();
    send(bridge, [database]);
    terminal.receive("first\r", "second\r");
    terminal.press(KEYS.down);
    await expect.poll(() => terminal.written).toContain("› ( ) SQLite");
    expect(said.filter((line) => line.startsWith("onAnswer"))).toEqual([]);
  });
});

describe("with an asker", () => {
  function ask(questions: readonly QuestionInput[]) {
    const { terminal, bridge, said } = open();
    const asker = createAsker({ bridge, onError: (error) => expect.fail(String(error)) });
    onTestFinished(() => asker.dispose());
    const result: Promise<AskResult> = asker.ask({ questions: [...questions] });
    return { terminal, said, result };
  }

  it("an answer is an answer", async () => {
    const { terminal, result } = ask([database]);
    terminal.press(enter);
    expect(await result).toMatchObject({ outcome: "answered", renderConfirmed: true });
  });

  it("Esc is a cancel by a person", async () => {
    const { terminal, result } = ask([database]);
    terminal.press("\u001b");
    expect(await result).toMatchObject({ outcome: "cancelled", cause: "human" });
  });

  it.each(["Ctrl-D", "hang-up", "end of input"])("%s is no refusal", async (how) => {
    const { terminal, result } = ask([database]);
    terminal.isGone = how !== "Ctrl-D";
    if (how === "Ctrl-D") terminal.press(controlD);
    else terminal.input.emit(how === "hang-up" ? "error" : "end", new Error("read EIO"));
    expect(await result).toMatchObject({
      outcome: "no_surface",
      cause: "system",
      cancelled: false,
    });
  });
});
