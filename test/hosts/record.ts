import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";
import { HOST_NAMES, type HostName, versionOf } from "./install.js";
import { ROWS, type Row } from "./scenarios/all.js";

const FILE = join(root, "test/hosts/seen.json");
const PAGE = join(root, "docs/hosts.md");
const BEGIN = "<!-- generated: npm run test:hosts -- --record -->";
const END = "<!-- end of generated -->";

/** Nobody writes for so long, in milliseconds. */
const LONGEST_WRITE = 10_000;

/** How a scenario went when it was last played. */
interface Sight {
  readonly outcome: "passed" | "failed";
  readonly version: string;
  readonly date: string;
}

/** What was seen of each host, by the names of the scenarios. */
export type Seen = Readonly<Partial<Record<HostName, Readonly<Record<string, Sight>>>>>;

/** Writes down how a scenario went in a host, and the table of all of them. */
export function record(host: HostName, scenario: string, hasPassed: boolean): void {
  if (!process.env.READBACK_RECORD) return;
  alone(() => write(host, scenario, hasPassed));
}

/** Two files of scenarios are played beside each other, each in a process of its own. */
function alone(act: () => void): void {
  const lock = `${FILE}.lock`;
  const until = performance.now() + LONGEST_WRITE;
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      // Who has it has ended without giving it back.
      if (performance.now() > until) break;
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
  try {
    act();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function write(host: HostName, scenario: string, hasPassed: boolean): void {
  const before = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Seen) : {};
  const seen = noted(ROWS, before, host, scenario, {
    outcome: hasPassed ? "passed" : "failed",
    version: versionOf(host),
    date: new Date().toISOString().slice(0, 10),
  });
  writeFileSync(FILE, `${JSON.stringify(seen, null, 2)}\n`);
  const page = readFileSync(PAGE, "utf8");
  const [above = ""] = page.split(BEGIN);
  const [, below = ""] = page.split(END);
  const versions = Object.fromEntries(HOST_NAMES.map((name) => [name, versionOf(name)]));
  const table = tableOf(ROWS, seen, versions);
  writeFileSync(PAGE, `${above}${BEGIN}\n\n${table}\n\n${END}${below}`);
}

/**
 * What was seen, with one more sight. The others stay as they were, for a run may be of some scenarios alone; those
 * that are played no more go.
 */
export function noted(
  rows: readonly Row[],
  seen: Seen,
  host: HostName,
  scenario: string,
  sight: Sight,
): Seen {
  const own = Object.entries({ ...seen[host], [scenario]: sight });
  const known = own.filter(([name]) => rows.some((row) => row.name === name));
  return { ...seen, [host]: Object.fromEntries(known) };
}

/** The table, with a column for each host in its pinned version. */
export function tableOf(
  rows: readonly Row[],
  seen: Seen,
  versions: Readonly<Partial<Record<HostName, string>>>,
): string {
  const hosts = Object.keys(versions) as readonly HostName[];
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cell = (host: HostName, { name, hosts: own }: Row) => {
    if (own && !own.includes(host)) return "–";
    const sight = seen[host]?.[name];
    if (!sight) return "not run";
    const { outcome, version, date } = sight;
    const other = version === versions[host] ? "" : `, ${version}`;
    return `${{ passed: "✓", failed: "✗" }[outcome]} ${date}${other}`;
  };
  return [
    line(["scenario", ...hosts.map((host) => `${host} ${versions[host]}`)]),
    line(["---", ...hosts.map(() => "---")]),
    ...rows.map((row) => line([row.name, ...hosts.map((host) => cell(host, row))])),
  ].join("\n");
}
