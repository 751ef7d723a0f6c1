import { broken, ok, warning } from "../doctor/check.js";
import { effective } from "../doctor/host-settings.js";
import { isOlder } from "../doctor/version.js";
import type { CodingAgent } from "./coding-agent.js";

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
  isTurnedOff: (found) => effective(found, "disableAllHooks") === true,
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
