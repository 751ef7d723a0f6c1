import { homedir } from "node:os";
import { join } from "node:path";
import type { HostName } from "./host-names.js";

/** One place in the settings where the hook is to be called. */
export interface HookPoint {
  readonly event: string;
  /** The tools it is about; absent where the event is about none. */
  readonly matcher?: string;
  /** How long the agent waits for the answer, in the agent's own unit. */
  readonly timeout: number;
  /** The guard does its work without it, only less well. */
  readonly isOptional?: true;
}

/** Whose settings: everybody's in this project, one person's here, one person's everywhere. */
export type Scope = "project" | "local" | "user";

/** How a coding agent is told of hooks. */
export interface HostSettings {
  readonly name: HostName;
  readonly title: string;
  /** The settings files that can hold hooks, relative to the project or to the home folder. */
  readonly files: Readonly<Partial<Record<Scope, string>>>;
  /** The folder of the project, as a shell that runs the hook can name it. */
  readonly projectVariable: string | undefined;
  /** Whether its settings may hold comments. */
  readonly mayHoldComments: boolean;
  readonly points: readonly HookPoint[];
  /** The event of {@link points} without which nothing is guarded. */
  readonly mainEvent: string;
  /** One second, in the unit of its timeouts. */
  readonly second: number;
  /** More that an entry has. */
  readonly extra: Readonly<Record<string, string>>;
  /** What a person has to know to see it fire. */
  readonly advice: readonly string[];
}

// The timeouts are the ones that the hook itself reckons with: it has to answer before the agent
// stops waiting, for then the agent would go on as if nothing had been asked.
const claudeCode: HostSettings = {
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
};

const codex: HostSettings = {
  name: "codex",
  title: "Codex",
  files: { project: ".codex/hooks.json", user: ".codex/hooks.json" },
  projectVariable: undefined,
  mayHoldComments: false,
  points: [
    { event: "PreToolUse", matcher: "update_plan", timeout: 600 },
    { event: "PostToolUse", matcher: "update_plan", timeout: 30, isOptional: true },
    { event: "Stop", timeout: 30 },
    { event: "SessionStart", timeout: 30 },
  ],
  mainEvent: "PreToolUse",
  second: 1,
  extra: {},
  advice: [
    "Codex runs new hooks only once you have trusted them: type /hooks in Codex.",
    "Since 0.152 its plan tool is off. To turn it on, add to ~/.codex/config.toml:",
    "  [tools.update_plan]",
    "  enabled = true",
  ],
};

const gemini: HostSettings = {
  name: "gemini",
  title: "Gemini CLI",
  files: { project: ".gemini/settings.json", user: ".gemini/settings.json" },
  projectVariable: "$GEMINI_PROJECT_DIR",
  mayHoldComments: true,
  points: [
    { event: "BeforeTool", matcher: "write_todos", timeout: 60_000 },
    { event: "AfterTool", matcher: "write_todos", timeout: 30_000, isOptional: true },
    { event: "AfterAgent", timeout: 30_000 },
    { event: "SessionStart", timeout: 30_000 },
  ],
  mainEvent: "BeforeTool",
  second: 1_000,
  extra: { name: "readback-todo-guard" },
  advice: ["Gemini CLI asks you to trust new hooks of a project when it starts."],
};

export const HOST_SETTINGS: Readonly<Record<HostName, HostSettings>> = {
  "claude-code": claudeCode,
  codex,
  gemini,
};

/** The settings file of a scope, or `undefined` when the agent has none such. */
export function settingsPath(
  host: HostSettings,
  scope: Scope,
  project: string,
): string | undefined {
  const file = host.files[scope];
  if (!file) return undefined;
  if (scope !== "user") return join(project, file);
  const moved = host.name === "claude-code" ? process.env.CLAUDE_CONFIG_DIR : undefined;
  return moved ? join(moved, "settings.json") : join(homedir(), file);
}
