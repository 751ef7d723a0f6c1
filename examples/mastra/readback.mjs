// The machines in Mastra's words: a tool, hooks and a step. Copy this file.
import { createTool } from "@mastra/core/tools";
import { approve } from "@readback/core";
import { instructionBlock } from "@readback/core/formats";
import { toolCallSeen } from "@readback/core/host";
import { askUserTool } from "@readback/core/tools";
import { z } from "zod";

/** The id of a call stands in two places: of a tool's context, and of a hook's. */
function callOf({ agent, toolCallId = agent?.toolCallId, abortSignal: signal }) {
  return { callId: toolCallId, signal };
}

/** `ask_user` as a tool. The id of the call is its key: a run that is repeated does not ask again. */
export function askUser(asker) {
  const { name: id, description, call } = askUserTool(asker);
  // No transforms and no defaults: what is wrong with a question is told to the model by `call`.
  const inputSchema = z.object({ questions: z.array(z.any()), title: z.string().optional() });
  return createTool({
    id,
    description,
    inputSchema,
    execute: (input, context) => call(input, callOf(context)),
  });
}

/**
 * Hooks: a yes of a person before each call of `tools`, and the guard before each list of todos. What they give back
 * goes to the model instead of the tool's result.
 */
export function readbackHooks({ asker, tools, guard, session }) {
  return {
    async beforeToolCall({ toolName: tool, input, context }) {
      const { callId, signal } = callOf(context);
      if (tools.includes(tool)) {
        const approval = await approve(asker, { tool, input, callId }, { session, signal });
        if (!approval.approved) return { proceed: false, output: `Not done. ${approval.reason}` };
      }
      if (tool === "write_todos") {
        const list = { session, toolUseId: callId, todos: input.todos, signal };
        const { decision, reason } = await guard.checkList(list);
        if (decision === "block") return { proceed: false, output: reason };
      }
    },
    afterToolCall({ toolName, input, context, error }) {
      if (toolName !== "write_todos" || error) return;
      guard.confirm({ session, toolUseId: callOf(context).callId });
      guard.observe({ session, todos: input.todos });
    },
  };
}

/** Hands queued instructions to the model before each step, and sees which were taken up. */
export function instructions(queue) {
  return {
    prepareStep({ messages, steps }) {
      for (const { toolName: tool, input } of steps.at(-1)?.toolCalls ?? []) {
        queue.sawToolCall(toolCallSeen(tool, input));
      }
      const waiting = queue.next();
      if (waiting.length === 0) return undefined;
      const content = waiting.map(instructionBlock).join("\n\n");
      return { messages: [...messages, { role: "user", content }] };
    },
  };
}
