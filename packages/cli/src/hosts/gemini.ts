import { broken, ok } from "../doctor/check.js";
import { effective } from "../doctor/host-settings.js";
import type { CodingAgent } from "./coding-agent.js";

export const agent: CodingAgent = {
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
  probe: (project, todo) => ({
    env: { GEMINI_PROJECT_DIR: project },
    input: {
      hook_event_name: "BeforeTool",
      tool_name: "write_todos",
      tool_input: { todos: [{ description: todo, status: "completed" }] },
    },
  }),
  isTurnedOff: (found) => effective(found, "hooksConfig", "enabled") === false,
  checkTools: (found) =>
    effective(found, "useWriteTodos") === false
      ? broken(
          "Tools",
          "write_todos is turned off",
          'Take "useWriteTodos": false out of the settings',
        )
      : ok("Tools", "write_todos is not turned off"),
};
