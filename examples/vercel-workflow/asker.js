import { createAsker } from "@readback/core";
import { createFileJournal } from "@readback/node";
import { person } from "./person.js";

/** One asker for the process, however often its bundles load this file. Its journal outlives the process. */
export function asker() {
  globalThis.readbackAsker ??= open();
  return globalThis.readbackAsker;
}

function open() {
  const journal = createFileJournal({ folder: ".readback/journal" });
  const made = createAsker({ bridge: person(), journal });
  made.recover();
  return made;
}
