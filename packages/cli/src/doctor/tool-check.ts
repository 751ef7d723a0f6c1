import { homedir } from "node:os";
import { join } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";
import type { HostSettings } from "../hook/hosts.js";
import { broken, type Check, ok, warning } from "./check.js";
import { effective, type FoundSettings } from "./host-settings.js";

/**
 * Looks whether the agent has a tool for todos at all: without one the guard never fires, and
 * nothing says so. `hasFired` tells that it has, lately.
 */
export function checkTools(
  host: HostSettings,
  found: readonly FoundSettings[],
  project: string,
  hasFired: boolean,
): Check {
  switch (host.name) {
    case "claude-code":
      return claudeCode(found, hasFired);
    case "codex":
      return codex(project, hasFired);
    case "gemini":
      return effective(found, "useWriteTodos") === false
        ? broken(
            "Tools",
            "write_todos is turned off",
            'Take "useWriteTodos": false out of the settings',
          )
        : ok("Tools", "write_todos is not turned off");
  }
}

function claudeCode(found: readonly FoundSettings[], hasFired: boolean): Check {
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
}

function codex(project: string, hasFired: boolean): Check {
  const files = [join(homedir(), ".codex/config.toml"), join(project, ".codex/config.toml")];
  const isOn = files.some((file) =>
    /^\s*\[tools\.update_plan\][^[]*^\s*enabled\s*=\s*true|^\s*(tools\.)?update_plan\.enabled\s*=\s*true/m.test(
      textOf(file),
    ),
  );
  if (isOn || hasFired)
    return ok("Tools", "update_plan is on; new hooks have to be trusted once, with /hooks");
  return warning(
    "Tools",
    "Codex has no plan tool by default since 0.152, and runs hooks only once they are trusted",
    "Add to ~/.codex/config.toml: [tools.update_plan] with enabled = true",
    "Type /hooks in Codex and trust the ones of readback",
  );
}

function textOf(path: string): string {
  try {
    return readPlainFile(path)?.text ?? "";
  } catch {
    return "";
  }
}
