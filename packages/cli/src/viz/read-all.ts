import { createStore, type Store } from "@readback/visualizer";
import { readJournals, roomForEntries } from "@readback/visualizer/server";
import type { AnyStateMachine } from "xstate";

/** So many entries are held at once, if they are small. */
const MOST = 5_000_000;

/** Reads everything that is there now, and no more; what there is no room for, the store says. */
export async function readAll(
  paths: readonly string[],
  machines: readonly AnyStateMachine[],
  maxBytes = roomForEntries(),
): Promise<Store> {
  const store = createStore(machines, { maxEntries: MOST, maxBytes });
  const reader = readJournals({ paths, store });
  try {
    await reader.look();
    return store;
  } finally {
    reader.close();
  }
}
