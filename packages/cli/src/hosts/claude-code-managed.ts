import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { broken, type Check } from "../doctor/check.js";
import { effective, type FoundSettings } from "../doctor/host-settings.js";
import { type FoundServer, SERVER } from "./coding-agent.js";

// What an administrator says to Claude Code on this machine, as Claude Code 2.1.325 honours it.

const FOLDERS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: "/Library/Application Support/ClaudeCode",
  win32: "C:\\Program Files\\ClaudeCode",
};
const managedFolder = (): string => FOLDERS[process.platform] ?? "/etc/claude-code";

const ASK = "Ask whoever manages this machine";

/** The settings of an administrator, the most general first. */
export function managedSettings(folder = managedFolder()): readonly string[] {
  const more = join(folder, "managed-settings.d");
  const names = namesIn(more).filter((name) => /^[^.].*\.json$/.test(name));
  return [join(folder, "managed-settings.json"), ...names.sort().map((name) => join(more, name))];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The servers of an administrator: where there is such a file, there are no others. */
export const managedServers = (): string => join(managedFolder(), "managed-mcp.json");

/** Who has turned the hooks off, if anybody has. */
export function turnedOffBy(
  found: readonly FoundSettings[],
): "settings" | "administrator" | undefined {
  const managed = found.filter(({ scope }) => scope === "managed");
  if (effective(managed, "disableAllHooks") === true) return "administrator";
  // Only an administrator turns an administrator's hooks off.
  if (managed.some(({ entries }) => entries.some(({ event }) => event === "PreToolUse"))) {
    return undefined;
  }
  if (effective(managed, "allowManagedHooksOnly") === true) return "administrator";
  return effective(found, "disableAllHooks") === true ? "settings" : undefined;
}

/** Why an administrator, or a list of servers in any settings, keeps the server from its model. */
export function problemWithLists(
  servers: readonly FoundServer[],
  found: readonly FoundSettings[],
  managedFile: string,
): Check | undefined {
  const server = servers.at(-1);
  if (existsSync(managedFile) && server?.scope !== "managed") {
    const message = `Claude Code uses only the servers of ${managedFile}, and readback is none of them`;
    return broken("Questions", message, ASK);
  }
  const name = (list: string) => `"${list}" in the settings of Claude Code`;
  const command = commandOf(server);
  const isNamed = (one: Rule) => one.serverName === SERVER || isSame(one.serverCommand, command);
  const managed = found.filter(({ scope }) => scope === "managed");
  const isDenied = (by: readonly FoundSettings[]) => rulesIn(by, "deniedMcpServers")?.some(isNamed);
  if (isDenied(found)) {
    const message = `readback is one of ${name("deniedMcpServers")}`;
    return broken("Questions", message, isDenied(managed) ? ASK : "Take it out of that list");
  }
  const isManaged = effective(managed, "allowManagedMcpServersOnly") === true;
  const allowed = rulesIn(isManaged ? managed : found, "allowedMcpServers");
  // Where a command is in the list, a name is not enough for a server that has one.
  const hasCommands = allowed?.some((one) => one.serverCommand !== undefined);
  const isAllowed = (one: Rule) =>
    hasCommands && command ? isSame(one.serverCommand, command) : one.serverName === SERVER;
  // Servers behind an address can be in the list by patterns.
  if (allowed === undefined || command === undefined || allowed.some(isAllowed)) return undefined;
  const message = `readback is none of ${name("allowedMcpServers")}`;
  return broken("Questions", message, isManaged ? ASK : `Add it to that list, or: ${ASK}`);
}

/** One line of a list of servers. */
interface Rule {
  readonly serverName?: unknown;
  readonly serverCommand?: unknown;
}

/** What stands in all lists of this name; `undefined` where there is none. */
function rulesIn(found: readonly FoundSettings[], list: string): readonly Rule[] | undefined {
  const lists = found.map((one) => one.valueAt(list)).filter((one) => Array.isArray(one));
  if (lists.length === 0) return undefined;
  return lists.flat().filter((one) => typeof one === "object" && one !== null);
}

/** The words that start a server; `undefined` for one behind an address. */
function commandOf(server: FoundServer | undefined): readonly unknown[] | undefined {
  const { command, args } = JSON.parse(server?.entry ?? "{}") as Record<string, unknown>;
  if (typeof command !== "string") return undefined;
  return [command, ...(Array.isArray(args) ? args : [])];
}

const isSame = (one: unknown, other: readonly unknown[] | undefined) =>
  Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other);
