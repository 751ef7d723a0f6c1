// A process that adds one entry to the journal in a folder, and prints how many it finds there.
import { createFileJournal } from "../../dist/index.js";

const [folder, time] = process.argv.slice(2);
const journal = createFileJournal({ folder });
journal.append({
  ...{ v: 1, time: Number(time), machine: "some-machine", instance: "i", event: "E" },
  ...{ from: null, to: "s", attempt: 0, bound: 1, cause: null },
});
console.log([...journal.read()].length);
journal.close();
