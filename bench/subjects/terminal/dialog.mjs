import { createTerminalBridge } from "@readback/terminal";
import { createTerminal, KEYS_PER_STEP, request } from "./terminal.mjs";

/** The dialog: a key, the next state, the next frame. */
export function create({ warmUp }) {
  const terminal = createTerminal();
  const bridge = createTerminalBridge({
    find: () => ({ input: terminal.input, output: terminal.output }),
    color: true,
    unicode: true,
  });
  bridge.sendQuestion(request);
  const press = () => terminal.input.emit("data", "\u001b[B");
  for (let nth = 0; nth < warmUp; nth += 1) press();
  return () => terminal.measure(press, KEYS_PER_STEP);
}
