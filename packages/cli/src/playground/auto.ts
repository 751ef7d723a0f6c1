import type { Playground } from "./playground.js";

/** Plays everything once: what works, a page that does not render, and a person who is away. */
export async function playByItself({ play, turn }: Playground): Promise<void> {
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
