import { broken, ok, warning } from "../doctor/check.js";
import { effective } from "../doctor/host-settings.js";
import type { CodingAgent } from "./coding-agent.js";

export const agent: CodingAgent = {
  name: "claude-code",
  title: "Claude Code",
  files: {
    project: ".claude/settings.json",
    local: ".claude/settings.local.json",
    user: ".claude/settings.json",
  },
  projectVariable: "$CLAUDE_PROJECT_DIR",
  mayHoldComments: false,
  points: [
    { event: "PreToolUse", matcher: "TodoWrite|TaskUpdate", timeout: 600 },
    { event: "PostToolUse", matcher: "TodoWrite|TaskUpdate", timeout: 30, isOptional: true },
    { event: "TaskCompleted", timeout: 600 },
    { event: "Stop", timeout: 30 },
    { event: "SessionStart", timeout: 30 },
  ],
  mainEvent: "PreToolUse",
  second: 1,
  extra: {},
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
