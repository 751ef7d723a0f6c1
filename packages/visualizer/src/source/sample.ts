import type { JournalEntry } from "@readback/core";
import type { Store } from "../model/store.js";
import { plainOf } from "./plain.js";

const MOST_INSTANCES = 200;

/** The latest event of a type, of this instance if it had one, else of another of the same machine. */
export function sampleOf(
  store: Store,
  key: string,
  event: string,
): Readonly<Record<string, unknown>> | null {
  const own = store.get(key);
  if (!own) return null;
  const others = (store.machines.get(own.machine) ?? []).slice(-MOST_INSTANCES).reverse();
  for (const { key: one } of [own, ...others]) {
    const found = latest(store.entries(one), event);
    if (found) return plainOf({ ...found.payload, type: event }) as Record<string, unknown>;
  }
  return null;
}

function latest(entries: readonly JournalEntry[], event: string): JournalEntry | undefined {
  for (let n = entries.length - 1; n >= 0; n -= 1) {
    if (entries[n]?.event === event) return entries[n];
  }
  return undefined;
}
