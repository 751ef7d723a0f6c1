import { dirname } from "node:path";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import {
  type CodingAgent,
  carryingInstructions,
  type Scope,
  settingsPath,
} from "../hosts/coding-agent.js";
import { agentOf, type HostName } from "../hosts.js";
import { checkedAddresses } from "../restate-addresses.js";
import { screenOf } from "../terminal/screen.js";
import { printable } from "../terminal/text.js";
import { changeFile, nameOf, say } from "./change-file.js";
import { type Entry, entriesIn, withEntries, withoutEntries } from "./entries.js";
import { hookCommand, restateIn } from "./hook-command.js";
import { pluginEntries, pluginText } from "./plugin-text.js";
import { readSettings, type SettingsFile } from "./settings-file.js";

export interface InstallOptions {
  readonly host: HostName;
  readonly isLocal: boolean;
  readonly isUser: boolean;
  readonly isUninstall: boolean;
  /** Instructions ride on the hook's answers, too. What is installed so stays so. */
  readonly hasInstructions: boolean;
  /** Do not ask. */
  readonly isConfirmed: boolean;
  readonly dir: string | undefined;
  /** The cluster whose guard is asked. What is installed so stays so. */
  readonly restate: string | undefined;
  readonly noColor: boolean;
}

/** Installs the hook, or takes it out: shows the change, asks, writes. Returns the exit code. */
export async function installHook(options: InstallOptions): Promise<number> {
  const guarded = await agentOf(options.host);
  const project = process.cwd();
  const scope = scopeOf(options);
  const path = settingsPath(guarded, scope, project);
  if (!path) throw new UsageError(`${guarded.title} has no settings of its own for --${scope}.`);
  const file = readSettings(path, scope === "user" ? dirname(dirname(path)) : project);
  const name = nameOf(path, project);
  const known = entriesOf(file, guarded);
  const isCarrying = options.hasInstructions || carriesIn(known, guarded);
  const host = isCarrying ? carryingInstructions(guarded) : guarded;
  const restate = checkedAddresses(options.restate) ?? clusterIn(known);
  const after = options.isUninstall
    ? taken(file, host)
    : added(file, host, hookCommand(host, scope, project, { dir: options.dir, restate }), name);
  const screen = screenOf(options.noColor);
  if (after === file.text || (after ?? "") === (file.text ?? "")) {
    console.log(
      options.isUninstall ? `Nothing of ours in ${name}.` : `Already installed in ${name}.`,
    );
    return 0;
  }
  const notes = [
    ...(options.isUninstall ? [] : [summaryOf(host, restate)]),
    ...notesOn(options, host, scope, project),
  ];
  const { isConfirmed } = options;
  if (!(await changeFile({ file, name, after, scope, notes, isConfirmed, screen }))) return 1;
  say(
    options.isUninstall
      ? `Taken out of ${name}.`
      : [
          `Installed in ${name}, for new sessions of ${host.title}.`,
          "",
          ...host.advice,
          "To see whether it can fire: readback doctor",
        ].join("\n"),
  );
  return 0;
}

/** What is installed already. */
function entriesOf({ text = "", path }: SettingsFile, host: CodingAgent): readonly Entry[] {
  if (text.trim() === "") return [];
  return entriesIn(text.replace(/^\ufeff/, ""), host, printable(path));
}

/** Whether instructions ride along already. */
function carriesIn(entries: readonly Entry[], host: CodingAgent): boolean {
  return host.instructionPoints.every((point) =>
    entries.some(({ event, matcher }) => event === point.event && matcher === point.matcher),
  );
}

/** The cluster that is asked already. */
const clusterIn = (entries: readonly Entry[]): string | undefined =>
  entries.map(({ command }) => restateIn(command)).find((one) => one !== undefined);

function summaryOf({ title, points }: CodingAgent, restate: string | undefined): string {
  const names = points.map(({ event, matcher }) => (matcher ? `${event} (${matcher})` : event));
  const whose = restate === undefined ? "the guard" : `the guard of the cluster at ${restate}`;
  return `${title} will ask ${whose} at ${names.join(", ")}.`;
}

function scopeOf({ isLocal, isUser }: InstallOptions): Scope {
  if (isLocal && isUser) throw new UsageError("--local and --user exclude each other.");
  if (isLocal) return "local";
  return isUser ? "user" : "project";
}

function added(
  { text, path }: SettingsFile,
  host: CodingAgent,
  command: string,
  name: string,
): string {
  if (host.isPlugin) {
    if (text !== undefined && pluginEntries(text, host).length === 0) {
      throw new Failure(`${name} is not ours. Nothing was changed; move it first.`);
    }
    return pluginText(command, host);
  }
  const before = text === undefined || text.trim() === "" ? "{}\n" : text;
  return onText(before, (plain) => withEntries(plain, host, command, printable(path)));
}

/** What is left; `undefined` when that is no file at all. */
function taken({ text = "", path }: SettingsFile, host: CodingAgent): string | undefined {
  if (host.isPlugin) return pluginEntries(text, host).length > 0 ? undefined : text;
  if (text.trim() === "") return text;
  return onText(text, (plain) => withoutEntries(plain, host, printable(path)));
}

/** Some editors put a mark before the text; JSON knows none. */
function onText(text: string, change: (plain: string) => string): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return mark + change(text.slice(mark.length));
}

function notesOn(
  options: InstallOptions,
  host: CodingAgent,
  scope: Scope,
  project: string,
): readonly string[] {
  const notes: string[] = [];
  for (const other of (["project", "local", "user"] as const).filter((one) => one !== scope)) {
    const path = settingsPath(host, other, project);
    if (!path || !isInstalledIn(path, host)) continue;
    const where = nameOf(path, project);
    notes.push(
      options.isUninstall
        ? `It stays installed in ${where}.`
        : `It is also installed in ${where}. Both will run; a tool call still counts once.`,
    );
  }
  return notes;
}

function isInstalledIn(path: string, host: CodingAgent): boolean {
  try {
    const { text } = readSettings(path, dirname(path));
    return text !== undefined && entriesIn(text, host, path).length > 0;
  } catch {
    // Another file's trouble; `readback doctor` tells of it.
    return false;
  }
}
