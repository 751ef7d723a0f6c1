/** Readback for the Claude Agent SDK. */

import { ASK_OUTCOMES, type Asker, type TodoGuard } from "@readback/core";
import { fromClaudeCode, toClaudeCode } from "@readback/core/converters";
import { type AskUserCall, askUserTool, type JsonSchema } from "@readback/core/tools";
import type * as z from "zod";
import { advertised } from "./advertised.js";
import { type ApprovalOptions, needsApproval, refusalOf } from "./approval.js";
import { type ClaudeHooks, guardHooks } from "./claude-todos.js";
import { createDelivery, type DeliveringQueue } from "./instructions.js";
import { checkGiven, checkOptions } from "./options.js";
import type { GuardTodosOptions } from "./todo-guard.js";

export type { ApprovalOptions } from "./approval.js";
export type { ClaudeHooks } from "./claude-todos.js";

/** What `createSdkMcpServer` takes. */
export interface AskUserServer {
  name: string;
  version: string;
  alwaysLoad: true;
  tools: {
    name: string;
    description: string;
    inputSchema: { questions: z.ZodType; title: z.ZodType };
    handler(input: unknown, extra: unknown): Promise<{ content: { type: "text"; text: string }[] }>;
  }[];
}

/**
 * `ask_user` as an MCP server inside the program, which the model sees without looking for it. The SDK does not say
 * which call it is, so a question that is asked again after its answer is shown again.
 * @example
 * query({ prompt, options: { mcpServers: { readback: createSdkMcpServer(askUserServer(asker)) } } });
 */
export function askUserServer(
  asker: Pick<Asker, "ask">,
  usual?: Omit<AskUserCall, "callId" | "signal">,
): AskUserServer {
  const { name, description, inputSchema, call } = askUserTool(asker, usual);
  const { questions, title } = inputSchema.properties as Record<"questions" | "title", JsonSchema>;
  return {
    name: "readback",
    version: "1",
    // Else the model has to search for the tool first.
    alwaysLoad: true,
    tools: [
      {
        name,
        description,
        inputSchema: { questions: advertised(questions), title: advertised(title).optional() },
        async handler(input, extra) {
          const { signal } = (extra ?? {}) as { readonly signal?: AbortSignal };
          const text = JSON.stringify(await call(input, { signal }));
          return { content: [{ type: "text", text }] };
        },
      },
    ],
  };
}

type Permission =
  | { behavior: "allow"; updatedInput: Record<string, unknown> }
  | { behavior: "deny"; message: string };

/** Asks a person whether a tool may run: `canUseTool` of the SDK. */
export type CanUseTool = (
  tool: string,
  input: Record<string, unknown>,
  call: { readonly signal: AbortSignal; readonly toolUseID: string },
) => Promise<Permission>;

/**
 * Asks a person for every permission the agent needs, and shows its `AskUserQuestion`, which does not exist without
 * `canUseTool`.
 * @example
 * query({ prompt, options: { canUseTool: askPerson(asker) } });
 */
export function askPerson(
  asker: Pick<Asker, "ask">,
  options: Omit<ApprovalOptions, "signal"> = {},
): CanUseTool {
  checkGiven("askPerson", { asker });
  checkOptions("approval", "askPerson", options);
  const { session, from, patience } = options;
  return async (tool, input, { signal, toolUseID: callId }) => {
    if (tool === "AskUserQuestion") {
      const ask = fromClaudeCode(input);
      const call = { session, from, patience, signal, key: callId, retry: "host" } as const;
      const result = await asker.ask(ask, call);
      if (!result.answered) {
        const { outcome, error, retryReason } = result;
        return {
          behavior: "deny",
          message: `There is no answer: ${error ?? retryReason ?? ASK_OUTCOMES[outcome].meaning}`,
        };
      }
      return {
        behavior: "allow",
        updatedInput: { ...input, answers: toClaudeCode(ask.questions, result) },
      };
    }
    const message = needsApproval(options, { tool, input })
      ? await refusalOf(asker, { tool, input, callId }, { session, from, patience, signal })
      : undefined;
    return message === undefined
      ? { behavior: "allow", updatedInput: input }
      : { behavior: "deny", message };
  };
}

/** What {@link readbackHooks} connects. */
export interface ReadbackHooks extends Omit<GuardTodosOptions, "todos"> {
  /** Guards the agent's todos: of `TodoWrite`, and of its tasks. Make it with `rememberCompleted: true`. */
  readonly guard?: TodoGuard | undefined;
  /** Delivers these instructions with the results of tools and with prompts. */
  readonly queue?: DeliveringQueue | undefined;
}

/**
 * Hooks that guard the agent's todos and deliver instructions. Claude Code has todo tools when
 * `CLAUDE_CODE_ENABLE_TODO_TOOLS=1` stands in `env`.
 * @example
 * query({ prompt, options: { hooks: readbackHooks({ guard, queue }), env } });
 */
export function readbackHooks(connected: ReadbackHooks): ClaudeHooks {
  checkOptions("hooks", "readbackHooks", connected);
  const { guard, queue, ...options } = connected;
  checkGiven("readbackHooks", {
    ...(guard !== undefined && { guard }),
    ...(queue !== undefined && { queue }),
  });
  const delivering = queue ? deliveringHooks(queue) : {};
  const guarding = guard ? guardHooks(guard, options) : {};
  const hooks: ClaudeHooks = {};
  for (const event of ["PreToolUse", "PostToolUse", "UserPromptSubmit"] as const) {
    const all = [...(guarding[event] ?? []), ...(delivering[event] ?? [])];
    if (all.length > 0) hooks[event] = all;
  }
  return hooks;
}

function deliveringHooks(queue: DeliveringQueue): ClaudeHooks {
  const delivery = createDelivery(queue);
  const deliver = async (input: object) => {
    const { hook_event_name: hookEventName, ...call } = input as {
      readonly hook_event_name: "PostToolUse" | "UserPromptSubmit";
      readonly tool_name?: string;
      readonly tool_input?: unknown;
      readonly tool_use_id?: string;
    };
    const { tool_name: tool, tool_use_id: id = "", tool_input } = call;
    if (tool !== undefined) delivery.saw([{ id, tool, input: tool_input }]);
    const additionalContext = delivery.text();
    if (additionalContext === undefined) return {};
    return { hookSpecificOutput: { hookEventName, additionalContext } };
  };
  return { PostToolUse: [{ hooks: [deliver] }], UserPromptSubmit: [{ hooks: [deliver] }] };
}
