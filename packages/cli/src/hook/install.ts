import { dirname, relative } from "node:path";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { type CodingAgent, type Scope, settingsPath } from "../hosts/coding-agent.js";
import { agentOf, type HostName } from "../hosts.js";
import { canAsk, confirm } from "../terminal/confirm.js";
import { type Screen, screenOf } from "../terminal/screen.js";
import { fit, printable, wrapIndented } from "../terminal/text.js";
import { entriesIn, withEntries, withoutEntries } from "./entries.js";
import { hookCommand } from "./hook-command.js";
import { type DiffLine, excerptOf, lineDiff } from "./line-diff.js";
import { readSettings, type SettingsFile, writeSettings } from "./settings-file.js";

export interface InstallOptions {
  readonly host: HostName;
  readonly isLocal: boolean;
  readonly isUser: boolean;
  readonly isUninstall: boolean;
  /** Do not ask. */
  readonly isConfirmed: boolean;
  readonly dir: string | undefined;
  readonly noColor: boolean;
}

/** Installs the hook, or takes it out: shows the change, asks, writes. Returns the exit code. */
export async function installHook(options: InstallOptions): Promise<number> {
  const host = await agentOf(options.host);
  const project = process.cwd();
  const scope = scopeOf(options);
  const path = settingsPath(host, scope, project);
  if (!path) throw new UsageError(`${host.title} has no settings of its own for --${scope}.`);
  const file = readSettings(path, scope === "user" ? dirname(dirname(path)) : project);
  const after = options.isUninstall
    ? taken(file, host)
    : added(file, host, hookCommand(host, scope, project, options.dir));
  const screen = screenOf(options.noColor);
  const name = nameOf(path, project);
  if (after === (file.text ?? "")) {
    console.log(
      options.isUninstall ? `Nothing of ours in ${name}.` : `Already installed in ${name}.`,
    );
    return 0;
  }
  console.log(`${drawChange(file, name, after, screen)}\n`);
  if (!options.isUninstall) say(`${summaryOf(host)}\n`);
  for (const note of notesOn(options, host, file, scope, project)) say(`${note}\n`);
  if (!(await mayWrite(options, file, scope, screen))) return 1;
  writeSettings(file, after);
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

function say(text: string): void {
  console.log(fit(text, process.stdout));
}

function summaryOf({ title, points }: CodingAgent): string {
  const names = points.map(({ event, matcher }) => (matcher ? `${event} (${matcher})` : event));
  return `${title} will ask the guard at ${names.join(", ")}.`;
}

function scopeOf({ isLocal, isUser }: InstallOptions): Scope {
  if (isLocal && isUser) throw new UsageError("--local and --user exclude each other.");
  if (isLocal) return "local";
  return isUser ? "user" : "project";
}

function added({ text, path }: SettingsFile, host: CodingAgent, command: string): string {
  const before = text === undefined || text.trim() === "" ? "{}\n" : text;
  return onText(before, (plain) => withEntries(plain, host, command, printable(path)));
}

function taken({ text = "", path }: SettingsFile, host: CodingAgent): string {
  if (text.trim() === "") return text;
  return onText(text, (plain) => withoutEntries(plain, host, printable(path)));
}

/** Some editors put a mark before the text; JSON knows none. */
function onText(text: string, change: (plain: string) => string): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  return mark + change(text.slice(mark.length));
}

/** A path as a person would write it here. */
function nameOf(path: string, project: string): string {
  const way = relative(project, path);
  return printable(way.startsWith("..") ? path : way);
}

async function mayWrite(
  { isConfirmed }: InstallOptions,
  { linkedTo }: SettingsFile,
  scope: Scope,
  { style }: Screen,
): Promise<boolean> {
  // A link in a project may come from whoever wrote the project; one's own home is one's own.
  const isSafe = linkedTo === undefined || scope === "user";
  if (isConfirmed && isSafe) return true;
  if (canAsk()) {
    const isYes = await confirm("Write this?", style);
    if (!isYes) console.log("Nothing was written.");
    return isYes;
  }
  throw new Failure(
    isSafe
      ? "Nothing was written: there is no terminal to ask at. To write it, add --yes."
      : "Nothing was written: for a file outside the project, run this at a terminal.",
  );
}

function notesOn(
  options: InstallOptions,
  host: CodingAgent,
  { linkedTo }: SettingsFile,
  scope: Scope,
  project: string,
): readonly string[] {
  const notes: string[] = [];
  if (linkedTo !== undefined) {
    notes.push(`A symbolic link leads there. The file that changes is ${printable(linkedTo)}`);
  }
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

function drawChange(file: SettingsFile, name: string, after: string, screen: Screen): string {
  const { style, width } = screen;
  const title = file.text === undefined ? `${name} (new file)` : name;
  const drawLine = ({ kind, text }: DiffLine) => {
    const [sign, paint] =
      kind === "added"
        ? ["+ ", style.green]
        : kind === "removed"
          ? ["- ", style.red]
          : ["  ", style.dim];
    const plain = printable(text.replaceAll("\t", "  "));
    // Without a terminal it is for copying.
    const rows = process.stdout.isTTY ? wrapIndented(plain, width - 4) : [plain];
    return rows.map((row, index) => `  ${paint((index === 0 ? sign : "  ") + row)}`);
  };
  const lines = excerptOf(lineDiff(file.text ?? "", after), 2).flatMap((line) =>
    line ? drawLine(line) : [`  ${style.dim("  …")}`],
  );
  return [style.bold(title), ...lines].join("\n");
}
