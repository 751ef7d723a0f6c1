import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";
import { HOST_NAMES, type HostName, versionOf } from "./install.js";
import { ROWS, type Row } from "./scenarios/all.js";

const FILE = join(root, "test/hosts/seen.json");
const PAGE = join(root, "docs/hosts.md");
const BEGIN = "<!-- generated: npm run test:hosts -- --record -->";
const END = "<!-- end of generated -->";

/** What was seen of a host, and when. */
interface Seen {
  readonly version: string;
  readonly date: string;
  readonly scenarios: Readonly<Record<string, "passed" | "failed">>;
}

/**
 * Writes down how a scenario went in a host, and the table of all of them. What was seen of that version on the same
 * day stays: a run may be of some scenarios alone.
 */
export function record(host: HostName, scenario: string, hasPassed: boolean): void {
  if (!process.env.READBACK_RECORD) return;
  const seen = existsSync(FILE)
    ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Seen>)
    : {};
  const [version, date] = [versionOf(host), new Date().toISOString().slice(0, 10)];
  const before = seen[host];
  const isSameDay = before?.version === version && before.date === date;
  const scenarios = {
    ...(isSameDay && known(before.scenarios)),
    [scenario]: hasPassed ? "passed" : "failed",
  } as const;
  seen[host] = { version, date, scenarios };
  writeFileSync(FILE, `${JSON.stringify(seen, null, 2)}\n`);
  const page = readFileSync(PAGE, "utf8");
  const [above = ""] = page.split(BEGIN);
  const [, below = ""] = page.split(END);
  writeFileSync(PAGE, `${above}${BEGIN}\n\n${tableOf(seen)}\n\n${END}${below}`);
}

/** Without scenarios that are played no more. */
function known(scenarios: Seen["scenarios"]): Seen["scenarios"] {
  return Object.fromEntries(
    Object.entries(scenarios).filter(([name]) => ROWS.some((row) => row.name === name)),
  );
}

function tableOf(seen: Readonly<Record<string, Seen>>): string {
  const hosts = HOST_NAMES.filter((name) => seen[name]);
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cell = (host: HostName, { name, hosts: own }: Row) => {
    if (own && !own.includes(host)) return "–";
    const outcome = seen[host]?.scenarios[name];
    return outcome ? { passed: "✓", failed: "✗" }[outcome] : "not run";
  };
  return [
    row(["scenario", ...hosts.map((host) => `${host} ${seen[host]?.version}`)]),
    row(["---", ...hosts.map(() => "---")]),
    row(["seen on", ...hosts.map((host) => seen[host]?.date ?? "")]),
    ...ROWS.map((one) => row([one.name, ...hosts.map((host) => cell(host, one))])),
  ].join("\n");
}
