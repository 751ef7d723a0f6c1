import { nameOf, object, sessionOf, text, todosIn, toolUseIdOf } from "../fields.js";
import { fitting, type HookCall, type HookInput, type Host, json, PASS } from "../hook-call.js";
import { resultOf } from "../tool-result.js";

/** A task of the Task tools: its id is its identity, for its subject may change. */
const taskTodo = (id: string): string => nameOf(`Task #${id}`);

/** Claude Code: `TodoWrite`, `TaskUpdate`, `TaskCompleted`, `Stop`, `SessionStart`. */
export const claudeCode: Host = {
  name: "claude-code",
  deadline: 600_000,
  read(input) {
    const session = sessionOf(input);
    switch (text(input, "hook_event_name")) {
      case "PreToolUse":
        return readTool(input, session);
      case "PostToolUse":
        return resultOf(readTool(input, session), input);
      case "TaskCompleted": {
        const id = text(input, "task_id", "taskId");
        return id ? { kind: "task-completed", session, todo: taskTodo(id) } : { kind: "other" };
      }
      case "Stop":
        return { kind: "stop", session, wasBlocked: input.stop_hook_active === true };
      case "SessionStart":
        return { kind: "session-start", session };
      default:
        return { kind: "other" };
    }
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
        if (hookEventName === "Stop") return json({ decision: "block", reason });
        // TaskCompleted knows no JSON decision: exit code 2 blocks, and stderr is the reason.
        if (hookEventName === "TaskCompleted")
          return { ...PASS, stderr: `${reason}\n`, exitCode: 2 };
        return json({
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny",
            permissionDecisionReason: reason,
          },
        });
      }
    }
  },
};

function readTool(input: HookInput, session: string): HookCall {
  const tool = object(input, "tool_input");
  const toolUseId = toolUseIdOf(input);
  switch (text(input, "tool_name")) {
    case "TodoWrite":
      return {
        kind: "write",
        session,
        toolUseId,
        todos: todosIn(tool, "todos", "content", "subject"),
      };
    case "TaskUpdate": {
      const id = text(tool, "taskId", "task_id", "id");
      const status = text(tool, "status");
      if (!id || !status || status === "deleted") return { kind: "other" };
      return { kind: "write", session, toolUseId, todos: [{ content: taskTodo(id), status }] };
    }
    default:
      return { kind: "other" };
  }
}
