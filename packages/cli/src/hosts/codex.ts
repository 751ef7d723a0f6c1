import { homedir } from "node:os";
import { join } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";
import { ok, warning } from "../doctor/check.js";
import type { CodingAgent } from "./coding-agent.js";

const PLAN_TOOL_IS_ON =
  /^\s*\[tools\.update_plan\][^[]*^\s*enabled\s*=\s*true|^\s*(tools\.)?update_plan\.enabled\s*=\s*true/m;

export const agent: CodingAgent = {
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
  probe: (_, todo) => ({
    input: {
      hook_event_name: "PreToolUse",
      tool_name: "update_plan",
      tool_input: { plan: [{ step: todo, status: "completed" }] },
    },
  }),
  isTurnedOff: () => false,
  checkTools(_, project, hasFired) {
    const files = [join(homedir(), ".codex/config.toml"), join(project, ".codex/config.toml")];
    const isOn = files.some((file) => PLAN_TOOL_IS_ON.test(textOf(file)));
    if (isOn || hasFired)
      return ok("Tools", "update_plan is on; new hooks have to be trusted once, with /hooks");
    return warning(
      "Tools",
      "Codex has no plan tool by default since 0.152, and runs hooks only once they are trusted",
      "Add to ~/.codex/config.toml: [tools.update_plan] with enabled = true",
      "Type /hooks in Codex and trust the ones of readback",
    );
  },
};

function textOf(path: string): string {
  try {
    return readPlainFile(path)?.text ?? "";
  } catch {
    return "";
  }
}
