import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { InstanceSummary, Store } from "@readback/visualizer";
import { exportRun } from "@readback/visualizer/server";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { printable } from "../terminal/text.js";
import { keptLayouts } from "./layout-folder.js";
import { machinesFor } from "./machines.js";
import { placesOf } from "./places.js";
import { forgottenLines } from "./problems.js";
import { readAll } from "./read-all.js";

interface ExportValues {
  readonly out?: string;
  readonly all?: boolean;
  readonly redact?: boolean;
  readonly from?: string;
  readonly machines?: string;
  readonly dir?: string;
}

/** `readback viz export <instance>` */
export async function exportInstances(values: ExportValues, name: string): Promise<number> {
  const { out, all = false, redact = false } = values;
  if (out === undefined) throw new UsageError("readback viz export needs a file: -o run.html.");
  if (all === (name !== "")) {
    throw new UsageError("readback viz export needs the name of one instance, or --all.");
  }
  const { paths } = placesOf(values.from === undefined ? [] : [values.from], values.dir);
  const machines = await machinesFor(values.machines);
  const store = await readAll(paths, machines);
  for (const line of forgottenLines(store)) console.error(line);
  const keys = all ? everyKey(store) : [keyOf(store, name)];
  if (keys.length === 0)
    throw new Failure(`There is nothing to export in ${paths.map(printable).join(", ")}.`);
  const html = await exportRun({ store, keys, redact, machines, layouts: keptLayouts() });
  writeFileSync(resolve(out), html);
  const runs = keys.length === 1 ? "1 run" : `${keys.length} runs`;
  const hidden = redact ? " Texts are hidden; names of events, states and times are not." : "";
  console.log(`${runs} in ${printable(out)} (${Math.ceil(html.length / 1_000)} kB).${hidden}`);
  if (!redact) console.log("It holds all that was asked and answered: --redact hides it.");
  return 0;
}

const allOf = (store: Store): readonly InstanceSummary[] => [...store.machines.values()].flat();
const everyKey = (store: Store) => allOf(store).map(({ key }) => key);

/** The instance of that name, or the only one whose name begins so. */
function keyOf(store: Store, name: string): string {
  const all = allOf(store);
  const exact = all.filter(({ key, instance }) => key === name || instance === name);
  const found =
    exact.length > 0
      ? exact
      : all.filter(({ key, instance }) => instance.startsWith(name) || key.startsWith(name));
  if (found.length === 1 && found[0]) return found[0].key;
  const shown = (found.length > 0 ? found : all).slice(-10).map(({ key }) => `  ${printable(key)}`);
  const problem =
    found.length > 0 ? `${found.length} instances begin with` : "There is no instance";
  const list = shown.length > 0 ? `\nThere are:\n${shown.join("\n")}` : " There are none at all.";
  throw new Failure(`${problem} "${printable(name)}".${list}`);
}
