import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/workspace.mjs";
import { HOST_NAMES, type HostName, versionOf } from "./install.js";
import type { Scenario } from "./scenario.js";

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

/** Writes down what was seen of a host, and the table of all of them. */
export function record(
  host: HostName,
  scenarios: readonly Scenario[],
  passed: ReadonlyMap<string, boolean>,
): void {
  if (passed.size === 0) return;
  const seen = existsSync(FILE)
    ? (JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Seen>)
    : {};
  const outcomes = [...passed].map(([name, isSo]) => [name, isSo ? "passed" : "failed"] as const);
  seen[host] = {
    version: versionOf(host),
    date: new Date().toISOString().slice(0, 10),
    scenarios: { ...Object.fromEntries(outcomes) },
  };
  writeFileSync(FILE, `${JSON.stringify(seen, null, 2)}\n`);
  const page = readFileSync(PAGE, "utf8");
  const [before = ""] = page.split(BEGIN);
  const [, after = ""] = page.split(END);
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tableOf(seen, scenarios)}\n\n${END}${after}`);
}

function tableOf(seen: Readonly<Record<string, Seen>>, scenarios: readonly Scenario[]): string {
  const hosts = HOST_NAMES.filter((name) => seen[name]);
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const cell = (host: HostName, { name, hosts: own }: Scenario) => {
    if (own && !own.includes(host)) return "–";
    const outcome = seen[host]?.scenarios[name];
    return outcome ? { passed: "✓", failed: "✗" }[outcome] : "not run";
  };
  return [
    row(["scenario", ...hosts.map((host) => `${host} ${seen[host]?.version}`)]),
    row(["---", ...hosts.map(() => "---")]),
    row(["seen on", ...hosts.map((host) => seen[host]?.date ?? "")]),
    ...scenarios.map((one) => row([one.name, ...hosts.map((host) => cell(host, one))])),
  ].join("\n");
}
