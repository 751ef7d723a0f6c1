import { existsSync } from "node:fs";
import { adoptableIn, adoptJournal, createFileJournal, journalFolder } from "@readback/node";
import { Failure } from "../failure.js";
import { printableJson } from "../terminal/json.js";
import { printable } from "../terminal/text.js";
import { type GuardOptions, stateOf } from "./options.js";
import { requirePerson } from "./person.js";

/** `readback adopt`: believes state that nobody here can be shown to have written. */
export function adoptState(options: GuardOptions): number {
  requirePerson("adopt");
  const state = stateOf(options);
  const adopted = adoptableIn(state).map(({ folder, into }) => adoptJournal(folder, into));
  const files = adopted.flatMap((one) => one.files);
  const sum = (of: "entries" | "corrupt") => adopted.reduce((total, one) => total + one[of], 0);
  const [entries, corrupt] = [sum("entries"), sum("corrupt")];
  if (options.json) console.log(printableJson({ entries, corrupt, files }));
  else if (files.length === 0) console.log(`There is nothing to adopt in ${printable(state)}.`);
  else {
    console.log(`Adopted ${entries} entries. What they were read from is kept:`);
    for (const file of files) console.log(`  ${printable(file)}`);
    if (corrupt > 0) console.log(`${corrupt} lines could not be read.`);
    console.log("Open questions among them are shown when the next readback mcp starts.");
  }
  return 0;
}

/** `readback guard repair`: goes on without the records that are damaged. */
export function repairState(options: GuardOptions): number {
  requirePerson("guard repair");
  const folder = journalFolder(stateOf(options));
  if (!existsSync(folder)) throw new Failure(`There is no journal in ${printable(folder)}.`);
  const damage = repaired(folder);
  if (options.json) console.log(printableJson({ damage }));
  else if (damage.length === 0) console.log(`Nothing is damaged in ${printable(folder)}.`);
  else {
    console.log("The guard goes on without these records. The old file is kept for 30 days:");
    for (const { file, at } of damage)
      console.log(`  ${file}: ${at === null ? "records are missing" : `a record at byte ${at}`}`);
    console.log("Todos they were about may count from 1 again: readback guard list");
  }
  return 0;
}

function repaired(folder: string) {
  const journal = createFileJournal({ folder, onProblem() {} });
  try {
    const found = journal.damage();
    if (found.length > 0) journal.repair();
    return found;
  } finally {
    journal.close();
  }
}
