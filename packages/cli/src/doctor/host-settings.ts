import { dirname, relative } from "node:path";
import { Failure } from "../failure.js";
import { type Entry, entriesIn } from "../hook/entries.js";
import { valueAt } from "../hook/json-text.js";
import { readSettings } from "../hook/settings-file.js";
import { type CodingAgent, type FoundScope, settingsPath } from "../hosts/coding-agent.js";
import { broken, type Check } from "./check.js";

/** A settings file that could be read. */
export interface FoundSettings {
  readonly scope: FoundScope;
  readonly path: string;
  /** As a person would write it. */
  readonly name: string;
  readonly entries: readonly Entry[];
  /** What stands at a path in it. */
  valueAt(...path: readonly string[]): unknown;
}

/** The settings of a coding agent, the most general first; those that cannot be read are problems. */
export function settingsOf(
  host: CodingAgent,
  project: string,
): { readonly found: readonly FoundSettings[]; readonly problems: readonly Check[] } {
  const found: FoundSettings[] = [];
  const problems: Check[] = [];
  const own = (["user", "project", "local"] as const).map(
    (scope) => [scope, settingsPath(host, scope, project)] as const,
  );
  const managed = host.managedFiles?.().map((path) => ["managed", path] as const) ?? [];
  for (const [scope, path] of [...own, ...managed]) {
    if (!path) continue;
    const name = relative(project, path).startsWith("..") ? path : relative(project, path);
    try {
      const text = readSettings(path, dirname(path)).text?.replace(/^\ufeff/, "");
      if (text === undefined || text.trim() === "") continue;
      const entries = entriesIn(text, host, name);
      found.push({ scope, path, name, entries, valueAt: (...where) => valueAt(text, where) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const [problem = ""] = error.message.split("\n");
      problems.push(broken("Settings", problem, `${host.title} cannot use it either: fix it.`));
    }
  }
  return { found, problems };
}

/** The value that counts: the most special settings that have one win. */
export function effective(found: readonly FoundSettings[], ...path: readonly string[]): unknown {
  return found
    .map((one) => one.valueAt(...path))
    .filter((value) => value !== undefined)
    .at(-1);
}
