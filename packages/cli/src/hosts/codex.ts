import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";
import { broken, ok, warning } from "../doctor/check.js";
import { tableIn } from "../hook/toml-text.js";
import { checkTrustInHooks } from "./codex-trust.js";
import { type CodingAgent, type FoundServer, TOOLS } from "./coding-agent.js";

const PLAN_TOOL_IS_ON =
  /^\s*\[tools\.update_plan\][^[]*^\s*enabled\s*=\s*true|^\s*(tools\.)?update_plan\.enabled\s*=\s*true/m;

/** What a program needs to know to open a browser on Linux. */
const SCREEN = ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS"];

export const agent: CodingAgent = {
  name: "codex",
  title: "Codex",
  program: "codex",
  oldest: "0.166.0",
  files: { project: ".codex/hooks.json", user: ".codex/hooks.json" },
  projectVariable: undefined,
  mayHoldComments: false,
  points: [
    { event: "PreToolUse", matcher: "update_plan|create_goal|update_goal", timeout: 600 },
    {
      event: "PostToolUse",
      matcher: "update_plan|create_goal|update_goal",
      timeout: 30,
      isOptional: true,
    },
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
    files: { project: ".codex/config.toml", user: ".codex/config.toml" },
    format: "toml",
    place: ["mcp_servers", "readback"],
    // Codex hands its servers next to nothing of its environment, and without these no browser opens.
    // Progress does not move its limit for a call, and that was 60 seconds once: a call of ours ends before 300.
    entry: (command, args) => ({ command, args, env_vars: SCREEN, tool_timeout_sec: 300 }),
    advice: ["Codex reads the settings of a project only once you trust the project."],
    limit(server) {
      const seconds = lastOf([server], /^\s*tool_timeout_sec\s*=\s*([\d.]+)/m);
      return seconds === undefined ? undefined : Number(seconds);
    },
    problem(servers) {
      if (lastOf(servers, /^\s*enabled\s*=\s*(true|false)/m) === "false") {
        const message = "readback is turned off in Codex";
        return broken("Questions", message, 'Take "enabled = false" out of its settings');
      }
      const hidden = lastOf(servers, /^\s*disabled_tools\s*=\s*\[([^\]]*)\]/m) ?? "";
      const offered = lastOf(servers, /^\s*enabled_tools\s*=\s*\[([^\]]*)\]/m);
      const names = (list: string, tool: string) => new RegExp(`["']${tool}["']`).test(list);
      const isOffered = (tool: string) =>
        !names(hidden, tool) && (offered === undefined || names(offered, tool));
      if (!TOOLS.some(isOffered)) {
        const message = "The tools of readback are turned off in Codex";
        return broken("Questions", message, 'Look at its "disabled_tools" and "enabled_tools"');
      }
      const hasScreen = servers.some(({ entry }) => entry.includes("DISPLAY"));
      if (process.platform !== "linux" || hasScreen) return undefined;
      const message = "Codex hides the screen from its servers, so no browser can be opened";
      return broken("Questions", message, "readback mcp install codex");
    },
  },
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
  movedTo: () => process.env.CODEX_HOME,
  turnedOffBy(found) {
    // The settings of a project stand beside its hooks, and win over a person's own.
    const files = [configFile(), ...found.map(({ path }) => join(dirname(path), "config.toml"))];
    const said = files.flatMap((file) => hooksFeatureIn(textOf(file)) ?? []).at(-1);
    return said === "false" ? "settings" : undefined;
  },
  checkTrust(project) {
    const table = tableIn(textOf(configFile()), ["projects", project]) ?? "";
    if (/^\s*trust_level\s*=\s*"trusted"/m.test(table)) return undefined;
    const message = "Codex does not trust this project, and so ignores its .codex folder";
    return broken("Trust", message, "Start codex here once, and answer that you trust the folder");
  },
  checkHookTrust: (found, firedAt) =>
    checkTrustInHooks(textOf(configFile()), found, { mainEvent: "PreToolUse", firedAt }),
  checkTools(_, project, hasFired) {
    const files = [configFile(), join(project, ".codex/config.toml")];
    const isOn = files.some((file) => PLAN_TOOL_IS_ON.test(textOf(file)));
    if (isOn) return ok("Tools", "update_plan is on");
    if (hasFired) return ok("Tools", "The agent has used its plan tool or its goals lately");
    return warning(
      "Tools",
      "Codex has no plan tool by default since 0.152, so only its goals are guarded",
      "Add to ~/.codex/config.toml: [tools.update_plan] with enabled = true",
    );
  },
};

/** Whether a file turns hooks on or off: in a table of its own, or in one line. Older versions call them codex_hooks. */
function hooksFeatureIn(text: string): string | undefined {
  const inTable = /^\s*(?:codex_)?hooks\s*=\s*(true|false)/m.exec(
    tableIn(text, ["features"]) ?? "",
  );
  const inLine = /^\s*features(?:\.|\s*=\s*\{[^}\n]*?\b)(?:codex_)?hooks\s*=\s*(true|false)/m.exec(
    text,
  );
  return (inTable ?? inLine)?.[1];
}

/** What stands in the most special settings that have it. */
function lastOf(servers: readonly FoundServer[], line: RegExp): string | undefined {
  // Without the tables in it.
  const own = servers.map(({ entry }) => entry.replace(/(?<=\n)\s*\[[\s\S]*/, ""));
  return own.flatMap((text) => line.exec(text)?.[1] ?? []).at(-1);
}

function configFile(): string {
  return join(process.env.CODEX_HOME ?? join(homedir(), ".codex"), "config.toml");
}

function textOf(path: string): string {
  try {
    return readPlainFile(path)?.text ?? "";
  } catch {
    return "";
  }
}
