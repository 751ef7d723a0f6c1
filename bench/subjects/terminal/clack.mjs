import { PassThrough } from "node:stream";
import { Prompt } from "@clack/core";
import { createTerminalBridge } from "@readback/terminal";
import { createTerminal, KEYS_PER_STEP, request } from "./terminal.mjs";

/** `@clack/core` alone, with frames of the dialog that were drawn beforehand. */
export function create({ warmUp }) {
  const frames = drawnFrames();
  const terminal = createTerminal();
  const input = new PassThrough();
  let cursor = 0;
  const prompt = new Prompt(
    { input, output: terminal.output, render: () => frames[cursor % frames.length] },
    false,
  );
  prompt.on("cursor", () => {
    cursor += 1;
  });
  prompt.prompt();
  const press = () => input.emit("keypress", undefined, { name: "down", sequence: "\u001b[B" });
  for (let nth = 0; nth < warmUp; nth += 1) press();
  return () => terminal.measure(press, KEYS_PER_STEP);
}

/** The frames of the dialog, one for each row of its list. */
function drawnFrames() {
  return request.questions[0].options.map((_, row) => {
    const terminal = createTerminal();
    const bridge = createTerminalBridge({
      find: () => ({ input: terminal.input, output: terminal.output }),
      color: true,
      unicode: true,
    });
    bridge.sendQuestion(request);
    for (let nth = 0; nth < row; nth += 1) terminal.input.emit("data", "\u001b[B");
    // Drawn as a whole, it is lines without anything between them.
    terminal.last = "";
    terminal.input.emit("data", "\u000c");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what hides the cursor and clears begins with one
    const frame = terminal.last.replaceAll(/\u001b\[(?:\?25[hl]|K)/g, "").replaceAll("\r", "");
    bridge.dispose();
    return frame;
  });
}
