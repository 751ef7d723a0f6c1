import { join } from "node:path";
import type { Program } from "./program.js";

export const codex: Program = {
  name: "codex",
  title: "Codex",
  binary: "codex",
  command: (modules) => [process.execPath, join(modules, "@openai/codex/bin/codex.js")],
  configure(world, model) {
    const file = join(world.home, ".codex/config.toml");
    const own = world.read(file);
    const settings = [
      'model = "fake-model"',
      'model_provider = "fake"',
      "[model_providers.fake]",
      'name = "fake"',
      `base_url = "${model}/v1"`,
      'wire_api = "responses"',
      'env_key = "FAKE_KEY"',
      "[tools.update_plan]",
      "enabled = true",
      `[projects."${world.project}"]`,
      'trust_level = "trusted"',
    ].join("\n");
    world.write(file, `${settings}\n${own}`);
  },
  env: () => ({ FAKE_KEY: "dummy" }),
  args: (prompt, _, { isResumed, trustsHooks }) => [
    ...["exec", "--json", "--skip-git-repo-check"],
    "--dangerously-bypass-approvals-and-sandbox",
    ...(trustsHooks ? ["--dangerously-bypass-hook-trust"] : []),
    ...(isResumed ? ["resume", "--last"] : []),
    prompt,
  ],
  idle: { tool: "exec_command", input: { cmd: "sleep 2" } },
  call(action, told) {
    switch (action.kind) {
      case "todos":
        return {
          tool: "update_plan",
          input: { plan: action.todos.map(({ todo, status }) => ({ step: todo, status })) },
        };
      case "create-goal":
        return { tool: "create_goal", input: { objective: action.objective } };
      case "finish-goal":
        return { tool: "update_goal", input: { status: "complete" } };
      case "delegate":
        return {
          tool: "spawn_agent",
          input: { message: action.prompt, agent_type: "worker" },
        };
      case "await-helper": {
        const [id = ""] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(told.join("\n")) ?? [];
        return { tool: "wait_agent", input: { targets: [id], ids: [id], timeout_ms: 60_000 } };
      }
      case "tool":
        return action;
      default:
        return undefined;
    }
  },
};
