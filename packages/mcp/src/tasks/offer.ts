import * as z from "zod";
import type { McpServerLike } from "../mcp-server.js";
import { TASKS_EXTENSION, type ToolCall, toolCallOf } from "../tool-call.js";
import { missingCapability, type Tasks } from "./tasks.js";

/** The part of a 2.x server that is used. */
interface ServerV2 {
  registerCapabilities(capabilities: object): void;
  setRequestHandler(
    method: string,
    schemas: { readonly params: z.ZodType },
    handler: (params: { readonly taskId: string }, context: Context) => Promise<object>,
  ): void;
}

interface Context {
  readonly mcpReq: { readonly inputResponses?: Readonly<Record<string, unknown>> };
}

const paramsSchema = z.looseObject({ taskId: z.string().max(1_000) });

/** Serves the tasks of a 2.x server. Servers of 1.x speak no protocol that has them. */
export function offerTasks(host: McpServerLike, tasks: Tasks): void {
  const { server } = host;
  if (!("getNegotiatedProtocolVersion" in server)) return;
  const v2 = server as unknown as ServerV2;
  v2.registerCapabilities({ extensions: { [TASKS_EXTENSION]: {} } });

  function serve(
    method: string,
    answer: (taskId: string, call: ToolCall, context: Context) => Promise<object | undefined>,
  ): void {
    v2.setRequestHandler(method, { params: paramsSchema }, async ({ taskId }, context) => {
      const call = toolCallOf(host, context);
      if (!call.tasks) throw missingCapability(TASKS_EXTENSION);
      return { ...(await answer(taskId, call, context)) };
    });
  }

  serve("tasks/get", (taskId, call) => tasks.get(taskId, call));
  serve("tasks/update", async (taskId, call, { mcpReq }) => {
    await tasks.update(taskId, mcpReq.inputResponses ?? {}, call);
    return undefined;
  });
  serve("tasks/cancel", async (taskId, call) => {
    await tasks.cancel(taskId, call);
    return undefined;
  });
}
