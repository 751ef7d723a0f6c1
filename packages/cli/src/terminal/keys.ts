import { emitKeypressEvents, type Key } from "node:readline";
import type { ReadStream } from "node:tty";

/** Listens to single keys while no prompt is open; returns how to stop that. */
export function listenToKeys(input: ReadStream, onKey: (key: Key) => void): () => void {
  const listener = (_: string | undefined, key: Key) => onKey(key);
  emitKeypressEvents(input);
  input.on("keypress", listener);
  input.setRawMode(true);
  input.resume();
  return () => input.off("keypress", listener);
}

/** Whether a key means: enough. */
export function isQuitKey({ name, ctrl }: Key): boolean {
  return ctrl ? name === "c" || name === "d" : name === "q";
}

/** Gives the terminal back as it was. */
export function restoreTerminal(input: ReadStream, output: NodeJS.WritableStream): void {
  if (!input.isTTY) return;
  input.setRawMode(false);
  input.pause();
  output.write("\u001b[?25h");
}
