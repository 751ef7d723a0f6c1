import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cpuMs } from "../../lib/cpu.mjs";

/** The least anybody could do: reads the entries of what is under way. */
export function create({ folder }) {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .sort()
    .at(-1);
  const step = () => {
    const startedAt = cpuMs();
    const lines = readFileSync(join(folder, newest), "utf8").split("\n");
    const entries = lines.filter(Boolean).map((line) => JSON.parse(line));
    const ms = cpuMs() - startedAt;
    return { ms, live: entries.filter(({ machine }) => machine !== undefined).length };
  };
  for (let warm = 0; warm < 10; warm += 1) step();
  return step;
}
