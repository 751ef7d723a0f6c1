import { homedir } from "node:os";
import { join } from "node:path";
import { readPlainFile } from "@readback/node/plain-file";
import { broken, ok } from "../doctor/check.js";
import { problemWithJson, valueAt } from "../hook/json-text.js";
import { type CodingAgent, SERVER } from "./coding-agent.js";

export const agent: CodingAgent = {
  name: "opencode",
  title: "OpenCode",
  program: "opencode",
  oldest: "1.18.33",
  files: {
    project: ".opencode/plugin/readback.js",
    user: ".config/opencode/plugin/readback.js",
  },
  isPlugin: true,
  projectVariable: "$READBACK_PROJECT",
  mayHoldComments: true,
  points: [
    { event: "tool.execute.before", matcher: "todowrite", timeout: 600 },
    { event: "tool.execute.after", matcher: "todowrite", timeout: 600, isOptional: true },
  ],
  instructionPoints: [{ event: "tool.execute.after", timeout: 600 }],
  mainEvent: "tool.execute.before",
  second: 1,
  extra: {},
  mcp: {
    files: { project: "opencode.json", user: ".config/opencode/opencode.json" },
    format: "json",
    place: ["mcp", "readback"],
    // It gives a server five seconds to start, and a busy machine takes longer.
    entry: (command, args) => ({
      ...{ type: "local", command: [command, ...args], enabled: true, timeout: 30_000 },
    }),
    advice: [],
    problem(servers) {
      const isOn = servers.map((one) => one.valueAt("mcp", SERVER, "enabled")).at(-1);
      if (isOn !== false) return undefined;
      const message = "readback is turned off in OpenCode";
      return broken("Questions", message, 'Take "enabled": false out of its settings');
    },
  },
  advice: ["OpenCode loads the plugin when it starts."],
  probe: (project, todo) => ({
    env: { READBACK_PROJECT: project },
    input: {
      hook_event_name: "tool.execute.before",
      tool_name: "todowrite",
      tool_input: { todos: [{ content: todo, status: "completed", priority: "medium" }] },
    },
  }),
  turnedOffBy: () => undefined,
  checkTools(_, project) {
    const said = (...place: readonly string[]) =>
      settingsOf(project)
        .map((text) => valueAt(text, place))
        .filter((value) => value !== undefined)
        .at(-1);
    if (said("tools", "todowrite") === false) {
      const message = "todowrite is turned off in OpenCode, and so there is nothing to guard";
      return broken("Tools", message, 'Take "todowrite": false out of "tools" in opencode.json');
    }
    if (said("permission", "todowrite") === "deny") {
      const message = "todowrite is denied in OpenCode, and so there is nothing to guard";
      return broken("Tools", message, 'Take it out of "permission" in opencode.json');
    }
    return ok("Tools", "todowrite is on for every model");
  },
};

const NAMES = ["opencode.json", "opencode.jsonc"];

/** Its settings that can be read, the most general first. Where its hooks are asked for is a plugin, and no settings. */
function settingsOf(project: string): readonly string[] {
  const folders = [join(homedir(), ".config/opencode"), project];
  return folders.flatMap((folder) => NAMES.flatMap((name) => textOf(join(folder, name))));
}

function textOf(path: string): readonly string[] {
  try {
    const text = readPlainFile(path)?.text;
    return text === undefined || problemWithJson(text, true) ? [] : [text];
  } catch {
    return [];
  }
}
