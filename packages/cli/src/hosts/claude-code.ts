import { readPlainFile } from "@readback/node/plain-file";
import { broken, type Check, ok, warning } from "../doctor/check.js";
import { effective, type FoundSettings } from "../doctor/host-settings.js";
import { isOlder } from "../doctor/version.js";
import { problemWithJson, valueAt } from "../hook/json-text.js";
import {
  managedServers,
  managedSettings,
  problemWithLists,
  turnedOffBy,
} from "./claude-code-managed.js";
import { rememberedAs } from "./claude-code-project.js";
import {
  type CodingAgent,
  hasAll,
  SERVER,
  secondsIn,
  settingsPath,
  TOOLS,
} from "./coding-agent.js";

export const agent: CodingAgent = {
  name: "claude-code",
  title: "Claude Code",
  program: "claude",
  oldest: "2.0.77",
  readsOnlyItsFolder: true,
  files: {
    project: ".claude/settings.json",
    local: ".claude/settings.local.json",
    user: ".claude/settings.json",
  },
  projectVariable: "$CLAUDE_PROJECT_DIR",
  mayHoldComments: false,
  points: [
    { event: "PreToolUse", matcher: "TodoWrite|TaskUpdate", timeout: 600 },
    {
      event: "PostToolUse",
      matcher: "TodoWrite|TaskUpdate|TaskCreate",
      timeout: 30,
      isOptional: true,
    },
    // Not TaskCompleted: up to 2.1.32 a file that names it is dropped as a whole, with the person's own
    // permissions in it.
    { event: "Stop", timeout: 30 },
    { event: "SubagentStop", timeout: 30, isOptional: true },
    { event: "SessionStart", timeout: 30 },
  ],
  instructionPoints: [
    { event: "PostToolUse", timeout: 30 },
    { event: "UserPromptSubmit", timeout: 30 },
  ],
  mainEvent: "PreToolUse",
  refusesBy: "shell",
  second: 1,
  extra: {},
  mcp: {
    files: { project: ".mcp.json", user: ".claude.json" },
    format: "json",
    place: ["mcpServers", "readback"],
    entry: (command, args) => ({ command, args }),
    advice: ["Claude Code asks you once whether to use a new server of the project."],
    limit({ valueAt: at }) {
      const seconds = secondsIn(at("mcpServers", SERVER, "timeout"));
      // Of its limit in the environment the server is told, and it counts no shorter one than a second.
      return seconds !== undefined && seconds >= 1 ? seconds : undefined;
    },
    localWithin: (project) => ["projects", rememberedAs(project)],
    managedFile: managedServers,
    problem(servers, project, found) {
      const lists = problemWithLists(servers, found, agent.mcp.managedFile?.() ?? "");
      const refused = lists ?? problemWithServer(project, found);
      if (refused || servers.some(({ scope }) => scope !== "project")) return refused;
      const isApproved =
        effective(found, "enableAllProjectMcpServers") === true ||
        found.some((one) => hasAll(one.valueAt("enabledMcpjsonServers"), SERVER));
      if (isApproved) return undefined;
      const message = "Claude Code has not yet been told to use the server of this project";
      const next = "Start claude here once, and say that it may be used (claude -p does not ask)";
      return warning("Questions", message, next);
    },
  },
  advice: [
    "Newer models have no todo tools by default, and then there is nothing to guard.",
    "To turn them on, add this to the settings:",
    '  "env": { "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1" }',
  ],
  movedTo: () => process.env.CLAUDE_CONFIG_DIR,
  probe: (project, todo) => ({
    env: { CLAUDE_PROJECT_DIR: project },
    input: {
      hook_event_name: "PreToolUse",
      tool_name: "TodoWrite",
      tool_input: { todos: [{ content: todo, status: "completed", activeForm: todo }] },
    },
  }),
  checkVersion(version, found) {
    const named = found.find((one) => one.valueAt("hooks", "TaskCompleted") !== undefined);
    if (!named || !isOlder(version, "2.1.33")) return undefined;
    return broken(
      "Version",
      `Claude Code ${version} drops the whole of ${named.name}, the permissions in it too: it does not know the event TaskCompleted`,
      "Update Claude Code, or: readback hook install claude-code",
    );
  },
  managedFiles: () => managedSettings(),
  turnedOffBy,
  checkTools(found, _, hasFired) {
    const variable = (name: string) =>
      String(effective(found, "env", name) ?? process.env[name] ?? "");
    const isTodoWrite = /^(0|false)$/i.test(variable("CLAUDE_CODE_ENABLE_TASKS"));
    const tool = isTodoWrite ? "TodoWrite" : "TaskUpdate";
    const denied = found.flatMap((one) => one.valueAt("permissions", "deny") ?? []);
    if (denied.includes(tool)) {
      return broken(
        "Tools",
        `${tool} is denied in the permissions of Claude Code`,
        `Take it out of "permissions.deny"`,
      );
    }
    if (/^(1|true)$/i.test(variable("CLAUDE_CODE_ENABLE_TODO_TOOLS"))) {
      return ok("Tools", `${tool} is on for every model (CLAUDE_CODE_ENABLE_TODO_TOOLS)`);
    }
    if (hasFired) return ok("Tools", "The agent has used its todo tools lately");
    return warning(
      "Tools",
      "Only Claude models up to Opus 4.7, Sonnet 4.6 and Haiku 4.5 have todo tools by default (TaskUpdate; TodoWrite with CLAUDE_CODE_ENABLE_TASKS=0). With a newer one there is nothing to guard",
      'Put "CLAUDE_CODE_ENABLE_TODO_TOOLS": "1" into "env" of .claude/settings.json',
    );
  },
};

/** What a person, or an administrator, has said against the server. */
function problemWithServer(project: string, found: readonly FoundSettings[]): Check | undefined {
  const own = ofProject(project);
  const off = found.some((one) => hasAll(one.valueAt("disabledMcpjsonServers"), SERVER));
  if (off || hasAll(own.disabledMcpjsonServers, SERVER) || hasAll(own.disabledMcpServers, SERVER)) {
    const message = "readback is turned off in Claude Code for this project";
    return broken("Questions", message, "Type /mcp in Claude Code, and turn it on");
  }
  const denied = found.flatMap((one) => one.valueAt("permissions", "deny") ?? []);
  const all = [`mcp__${SERVER}`, `mcp__${SERVER}__*`, "mcp__*"];
  if (
    all.some((rule) => denied.includes(rule)) ||
    hasAll(denied, ...TOOLS.map((tool) => `mcp__${SERVER}__${tool}`))
  ) {
    const message = "The tools of readback are denied in the permissions of Claude Code";
    return broken("Questions", message, 'Take them out of "permissions.deny"');
  }
  return undefined;
}

/** What Claude Code itself remembers of a project. */
function ofProject(project: string): Readonly<Record<string, unknown>> {
  const path = settingsPath(agent, "user", project, agent.mcp.files);
  try {
    const text = (path && readPlainFile(path)?.text) || "{}";
    const value = problemWithJson(text, false)
      ? {}
      : valueAt(text, ["projects", rememberedAs(project)]);
    return (value ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
