import { join } from "node:path";
import type { World } from "../world.js";
import type { Program } from "./program.js";

/** Whether it is told of `readback mcp` where it looks by itself. */
const isInstalled = (world: World) =>
  world.read(world.path(".mcp.json")) !== "" ||
  world.read(join(world.home, ".claude.json")).includes('"readback"');

export const claudeCode: Program = {
  name: "claude-code",
  title: "Claude Code",
  binary: "claude",
  command: (modules) => [join(modules, "@anthropic-ai/claude-code-linux-x64/claude")],
  configure() {},
  env: (world, model) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: "dummy",
    // For a test that runs as root.
    IS_SANDBOX: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_ENABLE_TODO_TOOLS: "1",
    // Else its model would have to look for the todo tools first. Ours must be there without that.
    ...(!isInstalled(world) && { ENABLE_TOOL_SEARCH: "false" }),
    CLAUDE_CODE_ENABLE_TASKS: world.hasTasks ? "1" : "0",
  }),
  args: (prompt, world, { isResumed }) => [
    ...["-p", prompt, "--output-format", "stream-json", "--verbose"],
    ...["--dangerously-skip-permissions", ...(isResumed ? ["--continue"] : [])],
    ...(isInstalled(world) ? [] : ["--strict-mcp-config", "--mcp-config", '{ "mcpServers": {} }']),
  ],
  // It goes on while its servers start.
  idle: { tool: "Bash", input: { command: "sleep 2" } },
  call(action) {
    switch (action.kind) {
      case "todos":
        return {
          tool: "TodoWrite",
          input: {
            todos: action.todos.map(({ todo, status }) => ({
              ...{ content: todo, status, activeForm: `Doing: ${todo}` },
            })),
          },
        };
      case "create-task":
        return {
          tool: "TaskCreate",
          input: { subject: action.subject, description: "As agreed", activeForm: "Working" },
        };
      case "finish-task":
        return { tool: "TaskUpdate", input: { taskId: "1", status: "completed" } };
      case "delegate":
        return {
          tool: "Agent",
          input: {
            ...{ description: "Helper", prompt: action.prompt, subagent_type: "general-purpose" },
            run_in_background: false,
          },
        };
      case "tool":
        return action;
      default:
        return undefined;
    }
  },
};
