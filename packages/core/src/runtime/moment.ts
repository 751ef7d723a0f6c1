/**
 * When an event happened, in milliseconds since the epoch. Hosts stamp the time, so that a replay
 * tells the same story; only a plain XState actor leaves it to the clock.
 */
export function momentOf(event: { readonly at?: number }): number {
  return event.at ?? Date.now();
}
