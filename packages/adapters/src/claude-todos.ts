import type { TodoGuard } from "@readback/core";
import { type GuardTodosOptions, type Todos, todosIn, verdictOn } from "./todo-guard.js";

// biome-ignore-start lint/suspicious/noExplicitAny: the SDK checks what hooks give.

type Hook = (
  input: any,
  toolUseId: string | undefined,
  call: { signal: AbortSignal },
) => Promise<any>;

// biome-ignore-end lint/suspicious/noExplicitAny: see above.

/** Hooks as `query` takes them. */
export interface ClaudeHooks {
  PreToolUse?: { matcher?: string; hooks: Hook[] }[];
  PostToolUse?: { matcher?: string; hooks: Hook[] }[];
  UserPromptSubmit?: { hooks: Hook[] }[];
}

interface ToolUse {
  readonly session_id: string;
  readonly tool_name: string;
  readonly tool_input: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
  readonly tool_response?: unknown;
}

const TOOLS = "TodoWrite|TaskCreate|TaskUpdate";

/** A task is known by its id: its subject may change. */
const taskId = (id: unknown) => `Task #${id}`;

/** What a tool call says of todos; `undefined`: nothing that completes any. */
function todosOf({ tool_name, tool_input }: ToolUse): Todos | undefined {
  if (tool_name === "TodoWrite") return todosIn(tool_input);
  const { taskId: id, status, subject } = tool_input ?? {};
  if (tool_name !== "TaskUpdate" || typeof status !== "string" || status === "deleted")
    return undefined;
  const content = typeof subject === "string" && subject.trim() !== "" ? subject : taskId(id);
  return [{ content, status, id: taskId(id) }];
}

/** Guards what Claude Code's todo tools write. */
export function guardHooks(
  guard: TodoGuard,
  { session: own, patience }: Omit<GuardTodosOptions, "todos">,
): ClaudeHooks {
  const check: Hook = async (input: ToolUse, toolUseId, { signal }) => {
    const todos = todosOf(input);
    if (!todos) return {};
    const session = own ?? input.session_id;
    const id = input.tool_use_id ?? toolUseId ?? "";
    const verdict = await verdictOn(guard, { session, toolUseId: id, todos, signal, patience });
    if (verdict.decision === "allow") return {};
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: verdict.reason,
      },
    };
  };
  const note: Hook = async (input: ToolUse, toolUseId) => {
    const session = own ?? input.session_id;
    if (input.tool_name === "TaskCreate") {
      const created = createdTask(input);
      if (created) guard.observe({ session, todos: [created] });
      return {};
    }
    const todos = todosOf(input);
    if (!todos) return {};
    guard.confirm({ session, toolUseId: input.tool_use_id ?? toolUseId ?? "" });
    guard.observe({ session, todos });
    return {};
  };
  return {
    PreToolUse: [{ matcher: TOOLS, hooks: [check] }],
    PostToolUse: [{ matcher: TOOLS, hooks: [note] }],
  };
}

/** From now on the id of a new task stands for its subject. */
function createdTask({ tool_input, tool_response }: ToolUse): Todos[number] | undefined {
  const { task } = (tool_response ?? {}) as {
    readonly task?: { readonly id?: unknown; readonly subject?: unknown };
  };
  const subject = task?.subject ?? tool_input?.subject;
  if (task?.id === undefined || typeof subject !== "string") return undefined;
  return { content: subject, status: "pending", id: taskId(task.id) };
}
