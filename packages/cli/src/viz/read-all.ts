import { createStore, type Store } from "@readback/visualizer";
import { readJournals } from "@readback/visualizer/server";
import type { AnyStateMachine } from "xstate";

/** So many entries are held at once: several gigabytes. */
const MOST = 5_000_000;

/** Reads everything that is there now, and no more. */
export async function readAll(
  paths: readonly string[],
  machines: readonly AnyStateMachine[],
): Promise<Store> {
  const store = createStore(machines, { maxEntries: MOST });
  const reader = readJournals({ paths, store });
  try {
    await reader.look();
    return store;
  } finally {
    reader.close();
  }
}
