import { dirname } from "node:path";
import { UsageError } from "../arguments.js";
import { Failure } from "../failure.js";
import { changeFile, nameOf, say } from "../hook/change-file.js";
import { problemWithJson, valueAt, without, withValue } from "../hook/json-text.js";
import { readSettings } from "../hook/settings-file.js";
import { tableIn, withoutTable, withTable } from "../hook/toml-text.js";
import { type CodingAgent, type Scope, settingsPath } from "../hosts/coding-agent.js";
import { agentOf, type HostName } from "../hosts.js";
import { screenOf } from "../terminal/screen.js";

export interface McpInstallOptions {
  readonly host: HostName;
  readonly isUser: boolean;
  readonly isUninstall: boolean;
  /** Do not ask. */
  readonly isConfirmed: boolean;
  readonly noColor: boolean;
}

/** What starts the server: the installation of the project, wherever the project is. */
const MCP_COMMAND = ["npx", "readback", "mcp"] as const;

/** Tells an agent of `readback mcp`, or no longer: shows the change, asks, writes. Returns the exit code. */
export async function installMcp(options: McpInstallOptions): Promise<number> {
  const host = await agentOf(options.host);
  const project = process.cwd();
  const scope: Scope = options.isUser ? "user" : "project";
  const path = settingsPath(host, scope, project, host.mcp.files);
  if (!path) throw new UsageError(`${host.title} has no settings of its own for --${scope}.`);
  const file = readSettings(path, scope === "user" ? dirname(dirname(path)) : project);
  const name = nameOf(path, project);
  const after = changed(file.text, host, options.isUninstall, name);
  if (after === (file.text ?? "")) {
    console.log(
      options.isUninstall ? `Nothing of ours in ${name}.` : `Already installed in ${name}.`,
    );
    return 0;
  }
  const { isConfirmed } = options;
  const screen = screenOf(options.noColor);
  const notes = options.isUninstall
    ? []
    : [`${host.title} will start readback mcp, and has ask_user and ask_user_question then.`];
  if (!(await changeFile({ file, name, after, scope, notes, isConfirmed, screen }))) return 1;
  const next = [...host.mcp.advice, "To see whether it can ask: readback doctor"];
  const done = `Installed in ${name}, for new sessions of ${host.title}.`;
  say(options.isUninstall ? `Taken out of ${name}.` : [done, "", ...next].join("\n"));
  return 0;
}

function changed(
  text: string | undefined,
  host: CodingAgent,
  isUninstall: boolean,
  name: string,
): string {
  const { format, place, entry } = host.mcp;
  const [command, ...args] = MCP_COMMAND;
  const wanted = entry(command, args);
  if (format === "toml") {
    const before = text ?? "";
    if (isUninstall) return withoutTable(before, place);
    const isThere = tableIn(before, place) === tableIn(withTable("", place, wanted), place);
    return isThere ? before : withTable(before, place, wanted);
  }
  if (isUninstall && (text ?? "").trim() === "") return text ?? "";
  const before = (text ?? "").trim() === "" ? "{}\n" : (text ?? "");
  const problem = problemWithJson(before.replace(/^\ufeff/, ""), host.mayHoldComments);
  if (problem) {
    throw new Failure(`${name} is not valid JSON: ${problem}.\nNothing was changed; fix it first.`);
  }
  const found = valueAt(before, place);
  if (isUninstall) return emptied(without(before, place), place);
  if (JSON.stringify(found) === JSON.stringify(wanted)) return before;
  return withValue(found === undefined ? before : without(before, place), place, wanted);
}

/** Takes out what {@link without} left empty. */
function emptied(text: string, place: readonly string[]): string {
  const outer = place.slice(0, -1);
  const rest = valueAt(text, outer);
  const isEmpty = typeof rest === "object" && rest !== null && Object.keys(rest).length === 0;
  return isEmpty ? without(text, outer) : text;
}
