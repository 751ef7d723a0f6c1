import { join } from "node:path";
import {
  nameOf,
  object,
  sessionOf,
  sharedSessionOf,
  text,
  todosIn,
  toolUseIdOf,
} from "../fields.js";
import { fitting, type HookCall, type HookInput, type Host, json, PASS } from "../hook-call.js";
import { resultOf } from "../tool-result.js";
import { writtenName } from "../written-task.js";

/** What a task of the Task tools is known by: its id, for its subject may change. */
const taskId = (id: string): string => nameOf(`Task #${id}`);

/** What Claude Code itself has written down of a task. */
function subjectOnDisk(input: HookInput, id: string): string {
  const { CLAUDE_CONFIG_DIR, CLAUDE_CODE_TASK_LIST_ID, HOME = "" } = process.env;
  const list = CLAUDE_CODE_TASK_LIST_ID || text(input, "session_id");
  const root = join(CLAUDE_CONFIG_DIR || join(HOME, ".claude"), "tasks");
  return writtenName({ root, list }, id, "subject");
}

/** Claude Code: `TodoWrite`, the Task tools, `Stop`, `SubagentStop`, `SessionStart`. */
export const claudeCode: Host = {
  name: "claude-code",
  deadline: 600_000,
  afterTool: "PostToolUse",
  carriers: ["PostToolUse", "UserPromptSubmit", "SessionStart"],
  read(input) {
    const session = sessionOf(input);
    switch (text(input, "hook_event_name")) {
      case "PreToolUse":
        return readTool(input, session);
      case "PostToolUse":
        return text(input, "tool_name") === "TaskCreate"
          ? readCreated(input)
          : resultOf(readTool(input, session), input);
      case "TaskCompleted": {
        const id = text(input, "task_id", "taskId");
        if (!id) return { kind: "other" };
        const todo = nameOf(text(input, "task_subject")) || taskId(id);
        return { kind: "task-completed", session: sharedSessionOf(input), todo, id: taskId(id) };
      }
      case "Stop":
      case "SubagentStop":
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
        if (hookEventName.endsWith("top")) return json({ decision: "block", reason });
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

/** A new task: from now on its id stands for its subject. */
function readCreated(input: HookInput): HookCall {
  const task = object(object(input, "tool_response"), "task");
  const id = text(task, "id");
  const content = nameOf(text(task, "subject") || text(object(input, "tool_input"), "subject"));
  if (!id || !content) return { kind: "other" };
  const todos = [{ content, status: "pending", id: taskId(id) }];
  return { kind: "named", session: sharedSessionOf(input), todos };
}

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
      const content = nameOf(text(tool, "subject")) || subjectOnDisk(input, id) || taskId(id);
      const todos = [{ content, status, id: taskId(id) }];
      // An agent and its sub-agents have one list of tasks.
      return { kind: "write", session: sharedSessionOf(input), toolUseId, todos };
    }
    default:
      return { kind: "other" };
  }
}
