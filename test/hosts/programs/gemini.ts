import { join } from "node:path";
import type { Program } from "./program.js";

/** The id of the task that was created last. */
function createdTask(ever: readonly string[]): string | undefined {
  return [...ever.join("\n").matchAll(/Created task ([0-9a-f]{6})\b/g)].at(-1)?.[1];
}

export const gemini: Program = {
  name: "gemini",
  title: "Gemini CLI",
  binary: "gemini",
  command: (modules) => [process.execPath, join(modules, "@google/gemini-cli/bundle/gemini.js")],
  configure(world) {
    const file = join(world.home, ".gemini/settings.json");
    const own = JSON.parse(world.read(file) || "{}") as object;
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" } },
      // Its newer models have no todo tool. Left to itself it asks a model which model to ask.
      model: { name: "gemini-2.5-pro" },
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      experimental: { taskTracker: world.hasTasks },
    };
    world.write(file, JSON.stringify({ ...own, ...settings }));
  },
  env: (_, model) => ({
    GEMINI_API_KEY: "dummy",
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
  }),
  args: (prompt, _, { isResumed }) => [
    ...["--yolo", "-o", "stream-json"],
    ...(isResumed ? ["--resume", "latest"] : []),
    ...["-p", prompt],
  ],
  call(action, _, ever) {
    switch (action.kind) {
      case "todos":
        return {
          tool: "write_todos",
          input: { todos: action.todos.map(({ todo, status }) => ({ description: todo, status })) },
        };
      case "create-task":
        return {
          tool: "tracker_create_task",
          input: { title: action.subject, description: "As agreed", type: "task" },
        };
      case "finish-task":
        return { tool: "tracker_update_task", input: { id: createdTask(ever), status: "closed" } };
      case "delegate":
        return {
          tool: "invoke_agent",
          input: { agent_name: "generalist", prompt: action.prompt },
        };
      case "report":
        return { tool: "complete_task", input: { result: action.text } };
      case "tool":
        // Without a terminal it hides every tool called ask_user.
        return action.tool === "ask_user" ? { ...action, tool: "ask_person" } : action;
      default:
        return undefined;
    }
  },
};
