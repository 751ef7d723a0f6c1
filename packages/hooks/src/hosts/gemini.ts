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
import { writtenName } from "../written-task.js";

/** What a task of the tracker is known by: its id, for its title may change. */
const taskId = (id: string): string => nameOf(`Task ${id}`);

/** What the tracker itself has written down of a task: it keeps them beside the chats of the project, by session. */
function titleOnDisk(input: HookInput, id: string): string {
  const [, root = ""] = /^(.+)[\\/]chats[\\/]/.exec(text(input, "transcript_path")) ?? [];
  return writtenName({ root, list: text(input, "session_id"), below: "tracker" }, id, "title");
}

/** Gemini CLI: `write_todos`, its task tracker, `AfterAgent` (which plays Stop's part) and `SessionStart`. */
export const gemini: Host = {
  name: "gemini",
  deadline: 60_000,
  afterTool: "AfterTool",
  carriers: ["AfterTool", "BeforeAgent", "SessionStart"],
  read(input) {
    const session = sessionOf(input);
    const event = text(input, "hook_event_name");
    if (event === "AfterAgent") {
      return { kind: "stop", session, wasBlocked: input.stop_hook_active === true };
    }
    if (event === "SessionStart") return { kind: "session-start", session };
    if (event === "AfterTool" && text(input, "tool_name") === "tracker_create_task") {
      return readCreated(input, session);
    }
    const isTool = event === "BeforeTool" || event === "AfterTool";
    const todos = isTool ? todosOf(input) : undefined;
    if (!todos) return { kind: "other" };
    const call: HookCall = { kind: "write", session, toolUseId: toolUseIdOf(input), todos };
    return event === "BeforeTool" ? call : resultOf(call, input);
  },
  write(answer, input) {
    switch (answer.kind) {
      case "pass":
        return PASS;
      case "remark":
        return json({ systemMessage: fitting(answer.text) });
      case "context": {
        const hookEventName = text(input, "hook_event_name");
        return json({
          hookSpecificOutput: { hookEventName, additionalContext: fitting(answer.text) },
        });
      }
      case "block":
        return json({ decision: "deny", reason: fitting(answer.reason) });
    }
  },
};

/** The tracker says of a new task: "Created task d1ff36: Add the login form". */
function readCreated(input: HookInput, session: string): HookCall {
  const said = text(object(input, "tool_response"), "llmContent");
  const [, id = ""] = /^Created task (\S+):/.exec(said) ?? [];
  const content = nameOf(text(object(input, "tool_input"), "title"));
  if (!id || !content) return { kind: "other" };
  return { kind: "named", session, todos: [{ content, status: "pending", id: taskId(id) }] };
}

function todosOf(input: HookInput): readonly TodoItem[] | undefined {
  const tool = object(input, "tool_input");
  switch (text(input, "tool_name")) {
    case "write_todos":
      return todosIn(tool, "todos", "description", "content");
    case "tracker_update_task": {
      const id = text(tool, "id");
      const status = text(tool, "status");
      if (!id || !status) return undefined;
      const content = nameOf(text(tool, "title")) || titleOnDisk(input, id) || taskId(id);
      // Its words for "pending" and "completed" are its own.
      const known = { open: "pending", closed: "completed" }[status] ?? status;
      return [{ content, status: known, id: taskId(id) }];
    }
    default:
      return undefined;
  }
}
