import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";
import { broken, ok } from "../doctor/check.js";
import { effective } from "../doctor/host-settings.js";
import { problemWithJson, valueAt } from "../hook/json-text.js";
import { type CodingAgent, hasAll, SERVER, secondsIn, TOOLS } from "./coding-agent.js";

/** What Gemini CLI calls the hook, also where a person turns it off. */
const HOOK_NAME = "readback-todo-guard";

/** Without a terminal it hides every tool called ask_user: there ours has another name, too. */
const OWN_TOOLS = [...TOOLS, "ask_person"];

export const agent: CodingAgent = {
  name: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  oldest: "0.61.0",
  readsOnlyItsFolder: true,
  files: { project: ".gemini/settings.json", user: ".gemini/settings.json" },
  // It writes the folder into the command itself, in quotes where they are needed, on Windows always: between
  // quotes those are a part of the name.
  projectVariable: undefined,
  startsHooksInProject: true,
  mayHoldComments: true,
  points: [
    { event: "BeforeTool", matcher: "write_todos|tracker_update_task", timeout: 60_000 },
    {
      event: "AfterTool",
      matcher: "write_todos|tracker_update_task|tracker_create_task",
      timeout: 30_000,
      isOptional: true,
    },
    { event: "AfterAgent", timeout: 30_000 },
    { event: "SessionStart", timeout: 30_000 },
  ],
  instructionPoints: [
    { event: "AfterTool", timeout: 30_000 },
    { event: "BeforeAgent", timeout: 30_000 },
  ],
  mainEvent: "BeforeTool",
  // On Windows it uses PowerShell 5, which does not know ||.
  refusesBy: "node",
  second: 1_000,
  extra: { name: HOOK_NAME },
  mcp: {
    files: { project: ".gemini/settings.json", user: ".gemini/settings.json" },
    format: "json",
    place: ["mcpServers", "readback"],
    entry: (command, args) => ({ command, args }),
    advice: ["Gemini CLI uses the settings of a folder only once you trust the folder."],
    readsOnlyItsFolder: true,
    limit: ({ valueAt: at }) => secondsIn(at("mcpServers", SERVER, "timeout")),
    problem(servers, _, found) {
      const enablement = jsonOf(join(homedir(), ".gemini/mcp-server-enablement.json"));
      if (valueAt(enablement, [SERVER, "enabled"]) === false) {
        const message = "readback is turned off in Gemini CLI";
        return broken("Questions", message, `gemini mcp enable ${SERVER}`);
      }
      if (found.some((one) => hasAll(one.valueAt("mcp", "excluded"), SERVER))) {
        const message = 'readback is one of "mcp.excluded" in the settings of Gemini CLI';
        return broken("Questions", message, "Take it out of that list");
      }
      const allowed = effective(found, "mcp", "allowed");
      if (Array.isArray(allowed) && !allowed.includes(SERVER)) {
        const message = 'readback is none of "mcp.allowed" in the settings of Gemini CLI';
        return broken("Questions", message, "Add it to that list");
      }
      const own = servers.at(-1);
      const offered = own?.valueAt("mcpServers", SERVER, "includeTools");
      const isNotOffered =
        Array.isArray(offered) && !OWN_TOOLS.some((tool) => offered.includes(tool));
      if (
        isNotOffered ||
        hasAll(own?.valueAt("mcpServers", SERVER, "excludeTools"), ...OWN_TOOLS)
      ) {
        const message = "The tools of readback are turned off in Gemini CLI";
        return broken("Questions", message, 'Look at its "excludeTools" and "includeTools"');
      }
      return undefined;
    },
  },
  advice: ["Gemini CLI asks you to trust new hooks of a project when it starts."],
  probe: (project, todo) => ({
    env: { GEMINI_PROJECT_DIR: project },
    input: {
      hook_event_name: "BeforeTool",
      tool_name: "write_todos",
      tool_input: { todos: [{ description: todo, status: "completed" }] },
    },
  }),
  turnedOffBy(found) {
    const names = [HOOK_NAME, ...found.flatMap(({ entries }) => entries.map((one) => one.command))];
    const off = found.flatMap((one) => one.valueAt("hooksConfig", "disabled") ?? []);
    const isOff =
      effective(found, "hooksConfig", "enabled") === false ||
      names.some((one) => off.includes(one));
    return isOff ? "settings" : undefined;
  },
  checkTrust(project) {
    if (process.env.GEMINI_CLI_TRUST_WORKSPACE === "true") return undefined;
    const settings = jsonOf(join(homedir(), ".gemini/settings.json"));
    if (valueAt(settings, ["security", "folderTrust", "enabled"]) === false) return undefined;
    if (isTrusted(project)) return undefined;
    const message = "Gemini CLI does not trust this folder, and so ignores its .gemini folder";
    return broken("Trust", message, "Start gemini here once, and answer that you trust the folder");
  },
  checkTools(found, _, hasFired) {
    if (effective(found, "experimental", "taskTracker") === true) {
      return ok("Tools", "The task tracker is on for every model");
    }
    if (effective(found, "useWriteTodos") === false) {
      const message = "write_todos is turned off";
      return broken("Tools", message, 'Take "useWriteTodos": false out of the settings');
    }
    if (found.some((one) => hasAll(one.valueAt("tools", "exclude"), "write_todos"))) {
      const message = "write_todos is excluded from the tools of Gemini CLI";
      return broken("Tools", message, 'Take it out of "tools.exclude"');
    }
    const model = process.env.GEMINI_MODEL || effective(found, "model", "name");
    if (typeof model === "string" && /^gemini-2(\.|$)/.test(model)) {
      return ok("Tools", `${model} has write_todos`);
    }
    if (hasFired) return ok("Tools", "The agent has used its todo tools lately");
    const which = typeof model === "string" ? model : "The default model";
    return broken(
      "Tools",
      `${which} has no todo tool in Gemini CLI, only gemini-2.* have: there is nothing to guard`,
      'Put "experimental": { "taskTracker": true } into .gemini/settings.json',
    );
  },
};

/** What a person answered when Gemini CLI asked about a folder: the nearest folder with an answer counts. */
function isTrusted(project: string): boolean {
  const file = process.env.GEMINI_CLI_TRUSTED_FOLDERS_PATH;
  const answers = valueAt(jsonOf(file ?? join(homedir(), ".gemini/trustedFolders.json")), []);
  const nearest = Object.entries((answers ?? {}) as Record<string, unknown>)
    .filter(([path, level]) => isWithin(level === "TRUST_PARENT" ? dirname(path) : path, project))
    .sort(([one], [other]) => other.length - one.length)[0];
  return nearest?.[1] === "TRUST_FOLDER" || nearest?.[1] === "TRUST_PARENT";
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** JSON with comments; nothing when it cannot be read. */
function jsonOf(path: string): string {
  try {
    const text = readPlainFile(path)?.text ?? "";
    return problemWithJson(text, true) ? "{}" : text;
  } catch {
    return "{}";
  }
}
