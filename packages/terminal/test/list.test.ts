import { describe, expect, it, onTestFinished } from "vitest";
import { createTerminalBridge } from "../src/index.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";
import { database, features, requestOf } from "./support/request.js";

function open() {
  const terminal = new FakeTerminal();
  const left: (string | null)[] = [];
  const said: string[] = [];
  const bridge = createTerminalBridge({
    find: terminal.find,
    rest: 0,
    color: false,
    unicode: true,
    list: { title: "Questions in shop", onLeave: (why) => left.push(why) },
  });
  onTestFinished(() => bridge.dispose());
  bridge.onCancel((requestId) => said.push(`cancelled ${requestId}`));
  bridge.onLost?.((requestId) => said.push(`lost ${requestId}`));
  bridge.onRenderConfirmed((requestId) => said.push(`shown ${requestId}`));
  bridge.open();
  const send = (name: string, question = database) =>
    bridge.sendQuestion(
      requestOf([question], { requestId: `request-${name}`, askId: name, from: "codex in shop" }),
    );
  return { terminal, bridge, left, said, send };
}

describe("the list of what waits", () => {
  it("says when nothing waits, and opens what comes", () => {
    const { terminal, send, said } = open();
    expect(terminal.written).toContain("Nothing waits. New questions appear here.");
    send("one");
    expect(terminal.written).toContain("Which database?");
    expect(said).toEqual(["shown request-one"]);
  });

  it("says what no question says, above what waits, and not over a question", async () => {
    const { terminal, bridge, send } = open();
    bridge.tell("The questions were\u001b[31m deleted while in use.");
    expect(terminal.written).toContain("deleted while in use.");
    expect(terminal.written).not.toContain("\u001b[31m");
    send("one");
    expect(terminal.written).toContain("Which database?");
    terminal.press(KEYS.escape);
    await expect
      .poll(() => terminal.written)
      .toMatch(/deleted while in use\.[\s\S]*1 question waits/);
  });

  it("Escape goes back to it, and refuses nothing; Enter opens a question of it", async () => {
    const { terminal, send, said } = open();
    send("one");
    send("two", features);
    terminal.press(KEYS.escape);
    await expect.poll(() => terminal.written).toContain("2 questions wait");
    expect(terminal.written).toContain("› Which database?  codex in shop");
    terminal.press(KEYS.down, KEYS.enter);
    expect(said).toEqual(["shown request-one", "lost request-one", "shown request-two"]);
  });

  it("holds what was put back into it: that waits, and is on screen again when it is opened", async () => {
    const { terminal, bridge, send, said } = open();
    bridge.onQueued?.((requestId, queued) =>
      said.push(`${queued ? "" : "not "}queued ${requestId}`),
    );
    // As an asker does: what is on screen no more is sent again.
    bridge.onLost?.(() => void send("one"));
    send("one");
    terminal.press(KEYS.escape);
    await expect.poll(() => said.at(-1)).toBe("queued request-one");
    terminal.press(KEYS.enter);
    expect(said.slice(1)).toEqual([
      "lost request-one",
      "queued request-one",
      "not queued request-one",
      "shown request-one",
    ]);
  });

  it("Delete dismisses; letters typed at the wrong moment do nothing", async () => {
    const { terminal, send, said } = open();
    send("one");
    send("two", features);
    terminal.press(KEYS.escape);
    await expect.poll(() => terminal.written).toContain("2 questions wait");
    terminal.press("x", "y", "1", " ");
    expect(said).toEqual(["shown request-one", "lost request-one"]);
    terminal.press("\u001b[3~");
    expect(said).toContain("cancelled request-one");
  });

  it("is left with q: nothing is refused, and what was shown is on screen no more", async () => {
    const { terminal, send, said, left } = open();
    send("one");
    terminal.press(KEYS.escape);
    await expect.poll(() => terminal.written).toContain("1 question waits");
    terminal.press("q");
    expect(left).toHaveLength(1);
    expect(said).toEqual(["shown request-one", "lost request-one"]);
    expect(terminal.input.isRaw).toBe(false);
    expect(() => send("three")).toThrow(/given back/);
  });
});
