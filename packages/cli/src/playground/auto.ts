import { setTimeout } from "node:timers/promises";
import { Failure } from "../failure.js";
import type { Playground } from "./playground.js";

const LOOK = 50;
const PATIENCE = 60_000;

/** Plays everything once: what works, a page that does not render, and a person who is away. */
export async function playByItself({ page, play, turn }: Playground): Promise<void> {
  // A browser takes its time to start: that is not what this is about.
  for (let waited = 0; page.tabs === 0; waited += LOOK) {
    if (waited > PATIENCE) throw new Failure("The browser did not open the page within 60 s.");
    await setTimeout(LOOK);
  }
  await play("ask");
  turn("hidden", true);
  await play("ask");
  turn("hidden", false);
  turn("away", true);
  await play("ask");
  turn("away", false);
  await play("guard");
  await play("instruction");
  await play("verify");
}
