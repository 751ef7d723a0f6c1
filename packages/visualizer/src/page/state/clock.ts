import { effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Status } from "../../source/source.js";

/** The clock of the source: it ticks every second while more may come, and else stands still. */
export function createClock(status: ReadonlySignal<Status | undefined>): ReadonlySignal<number> {
  const now = signal(0);
  let offset = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  effect(() => {
    const known = status.value;
    if (!known) return;
    offset = known.now - Date.now();
    now.value = known.now;
    clearInterval(timer);
    if (!known.isLive) return;
    timer = setInterval(() => {
      now.value = Date.now() + offset;
    }, 1_000);
  });
  return now;
}
