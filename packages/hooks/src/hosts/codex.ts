import { nameOf, object, sessionOf, text, todosIn, toolUseIdOf } from "../fields.js";
import {
  fitting,
  type HookCall,
  type HookInput,
  type Host,
  json,
  PASS,
  type TodoItem,
} from "../hook-call.js";
import { resultOf } from "../tool-result.js";

/** A thread has one goal, and its tool does not repeat it. */
const GOAL = "The goal of this session";

/** Codex: its plan tool, its goal tools, `Stop`, `SubagentStop` and `SessionStart`. */
export const codex: Host = {
  name: "codex",
  deadline: 600_000,
  afterTool: "PostToolUse",
  carriers: ["PostToolUse", "UserPromptSubmit", "SessionStart"],
  read(input) {
    const session = sessionOf(input);
    const event = text(input, "hook_event_name");
    if (event === "Stop" || event === "SubagentStop") {
      return { kind: "stop", session, wasBlocked: input.stop_hook_active === true };
    }
    if (event === "SessionStart") return { kind: "session-start", session };
    const isTool = event === "PreToolUse" || event === "PostToolUse";
    const todos = isTool ? todosOf(input) : undefined;
    if (!todos) return { kind: "other" };
    if (event === "PostToolUse" && text(input, "tool_name") === "create_goal") {
      return { kind: "named", session, todos };
    }
    const call: HookCall = { kind: "write", session, toolUseId: toolUseIdOf(input), todos };
    return event === "PreToolUse" ? call : resultOf(call, input);
  },
  write(answer, input) {
    const hookEventName = text(input, "hook_event_name");
    switch (answer.kind) {
      case "pass":
        return PASS;
      case "remark":
        return json({ systemMessage: fitting(answer.text) });
      case "context":
        return json({
          hookSpecificOutput: { hookEventName, additionalContext: fitting(answer.text) },
        });
      case "block": {
        const reason = fitting(answer.reason);
        if (hookEventName.endsWith("top")) return json({ decision: "block", reason });
        return json({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            // Codex goes on with ". Tool: …".
            permissionDecisionReason: reason.replace(/\.$/, ""),
          },
        });
      }
    }
  },
};

function todosOf(input: HookInput): readonly TodoItem[] | undefined {
  const tool = object(input, "tool_input");
  switch (text(input, "tool_name")) {
    case "update_plan":
      return todosIn(tool, "plan", "step", "content");
    case "create_goal":
      return [
        { content: nameOf(text(tool, "objective")) || GOAL, status: "in_progress", id: GOAL },
      ];
    case "update_goal":
      return text(tool, "status") === "complete"
        ? [{ content: GOAL, status: "completed", id: GOAL }]
        : undefined;
    default:
      return undefined;
  }
}
