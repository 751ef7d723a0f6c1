import { setTimeout } from "node:timers/promises";
import { Failure } from "../failure.js";
import type { Playground } from "./playground.js";

const LOOK = 50;
const PATIENCE = 60_000;

/**
 * Plays everything once: what works, a page that does not render, and a person who is away. Once
 * `signal` is aborted, nothing more is played.
 */
export async function playByItself(
  { page, play, turn }: Playground,
  signal: AbortSignal,
): Promise<void> {
  // A browser takes its time to start: that is not what this is about.
  for (let waited = 0; page.tabs === 0; waited += LOOK) {
    if (waited > PATIENCE) throw new Failure("The browser did not open the page within 60 s.");
    await setTimeout(LOOK, undefined, { signal });
  }
  const steps = [
    () => play("ask"),
    () => turn("hidden", true),
    () => play("ask"),
    () => turn("hidden", false),
    () => turn("away", true),
    () => play("ask"),
    () => turn("away", false),
    () => play("guard"),
    () => play("instruction"),
    () => play("verify"),
  ];
  for (const step of steps) {
    signal.throwIfAborted();
    await step();
  }
}
