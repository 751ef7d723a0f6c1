import type { QuestionRequest } from "@readback/core";
import { bridgeChecks } from "@readback/core/testing";
import xterm from "@xterm/headless";
import { describe, it } from "vitest";
import { createTerminalBridge } from "../src/index.js";
import { FakeTerminal } from "./support/fake-terminal.js";
import { KEYS } from "./support/person.js";

/** A bridge on a terminal whose screen can be read, and a person at its keyboard. */
function create() {
  const terminal = new FakeTerminal();
  const screen = new xterm.Terminal({ cols: 80, rows: 24, allowProposedApi: true });
  terminal.onWrite = (text, done) => screen.write(text, done);
  const bridge = createTerminalBridge({
    find: terminal.find,
    rest: 0,
    pause: 1,
    color: false,
    unicode: true,
  });
  const rows = () =>
    Array.from({ length: screen.rows }, (_, row) => {
      const { active } = screen.buffer;
      return active.getLine(active.baseY + row)?.translateToString(true) ?? "";
    });
  /** The dialog is what is below the last line that ended one. */
  const dialog = () =>
    rows()
      .join("\n")
      .split(/└ (?:✓|This|Time|Dismissed|The|A |Nobody|What|Another|You).*/)
      .at(-1) ?? "";
  const resize = (height: number) => {
    terminal.output.rows = height;
    screen.resize(80, height);
    terminal.output.emit("resize");
  };
  const clear = (text: string) => text.replace(/\s+/g, " ");
  return {
    bridge,
    dispose: () => bridge.dispose(),
    person: {
      sees: ({ questions }: QuestionRequest) => {
        const { isRaw } = terminal.input;
        const text = clear(dialog().replaceAll("│", ""));
        return isRaw && text.includes(questions[0]?.question ?? "") && text.includes("Enter: ");
      },
      reads: () => clear(rows().join("\n").replaceAll("│", "")),
      answer: (_: QuestionRequest, text: string) => terminal.press("\u0015", text, KEYS.enter),
      type: (_: QuestionRequest, text: string) => terminal.press(text),
      cancel: () => terminal.press(KEYS.escape),
      hide: () => resize(2),
      show: () => resize(24),
      lose: () => terminal.hangUp(),
      find: () => {
        terminal.isGone = false;
      },
    },
  };
}

describe("the terminal keeps the promises of a bridge:", () => {
  for (const { name, notApplicable, run } of bridgeChecks({
    create,
    cannot: {
      decline: "the dialog has one way out, Esc, which dismisses",
      late: "a dialog that is over is gone; what was typed is offered when the question is asked again",
    },
  })) {
    it.skipIf(notApplicable !== null)(name, run);
  }
});
