import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { describe, expect, it, onTestFinished } from "vitest";
import { createTerminalBridge } from "../src/index.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";
import { database, requestOf } from "./support/request.js";

/** A program with a prompt of its own, as Node's readline makes one, and a bridge on the same terminal. */
function open() {
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode(isRaw: boolean) {
      input.isRaw = isRaw;
      return input;
    },
  });
  let echoed = "";
  const prompt = createInterface({
    input,
    output: new PassThrough().on("data", (text) => {
      echoed += text;
    }),
    terminal: true,
  });
  const lines: string[] = [];
  prompt.on("line", (line) => lines.push(line));
  const { output } = new FakeTerminal();
  const bridge = createTerminalBridge({ find: () => ({ input, output }), rest: 0 });
  const answered: unknown[] = [];
  bridge.onAnswer((_, [answer]) => answered.push(answer?.values));
  onTestFinished(() => {
    bridge.dispose();
    prompt.close();
  });
  return { input, bridge, answered, lines, echoed: () => echoed };
}

describe("a program with a prompt of its own", () => {
  it("gets no key that a person presses for a question, and all of them afterwards", async () => {
    const { input, bridge, answered, lines, echoed } = open();
    input.write("ask\r");
    await expect.poll(() => lines).toEqual(["ask"]);
    const before = echoed();
    void bridge.sendQuestion(requestOf([database]));
    // In the prompt it would bring the line before back, and Enter would send that again.
    input.write(KEYS.up);
    input.write(KEYS.down);
    input.write(KEYS.enter);
    await expect.poll(() => answered).toEqual([["PostgreSQL"]]);
    expect([lines, echoed()]).toEqual([["ask"], before]);
    bridge.acknowledge?.("request-1");
    expect(input.isRaw).toBe(true);
    expect(input.isPaused()).toBe(false);
    input.write("thanks\r");
    await expect.poll(() => lines).toEqual(["ask", "thanks"]);
  });

  it("gets them back as well when the person leaves, and when the bridge ends", async () => {
    const { input, bridge, lines } = open();
    void bridge.sendQuestion(requestOf([database]));
    input.write(KEYS.controlD);
    await expect.poll(() => input.listenerCount("end")).toBe(1);
    input.write("one\r");
    await expect.poll(() => lines).toEqual(["one"]);
    void bridge.sendQuestion(requestOf([database], { requestId: "request-2", askId: "ask-2" }));
    bridge.dispose();
    input.write("two\r");
    await expect.poll(() => lines).toEqual(["one", "two"]);
  });
});
