import { VIEW_TOOL, viewPage } from "@readback/web/view";
import * as z from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { registerTool, type ToolResult, toolError } from "../mcp-server.js";
import { CLIENT_CAPABILITIES, showsViews, toolCallOf, VIEW_TYPE } from "../tool-call.js";
import { atTransport, type ConnectableServer, type Message, recordOf } from "../transport.js";
import type { Views } from "./views.js";

/** Where hosts find the view. */
const VIEW_URI = "ui://readback/question";
const UI = { ui: { resourceUri: VIEW_URI } };

/** A result that names its view, for hosts that look for it there alone. */
export function namingView(result: ToolResult): ToolResult {
  return { ...result, _meta: UI };
}

/** What a model is told that calls the view's tool all the same. */
const NOT_A_VIEW =
  "This tool belongs to the view in which a person answers, and its key was not given: nothing was changed. To ask the person, call ask_user.";

/** Checked where it is used; the arguments are the view's own. */
const inputSchema = z.looseObject({});

/**
 * Offers the view to clients that say that they show views, and to nobody else: the tool that it calls, its
 * HTML, and the word on `tools` that they have it.
 */
export function offerViews(
  server: ConnectableServer,
  views: Views,
  tools: readonly string[],
): void {
  registerTool(
    server,
    {
      name: VIEW_TOOL,
      title: "The view's own tool",
      description: "Of the view that ask_user shows to the person. Not for you: call ask_user.",
      inputSchema,
      outputSchema: undefined,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      _meta: { ui: { visibility: ["app"] } },
    },
    async (args, context): Promise<ToolResult> => {
      const call = toolCallOf(server, context);
      const told = call.apps ? await views.take(args, call) : undefined;
      if (!told) return toolError(NOT_A_VIEW);
      return { content: [{ type: "text", text: "" }], structuredContent: { ...told } };
    },
  );
  server.registerResource?.(
    "readback-question",
    VIEW_URI as never,
    {
      title: "A question",
      description: "Shows a question and takes the answer",
      mimeType: VIEW_TYPE,
    } as never,
    (async (_uri: unknown, context: unknown) => {
      const call = toolCallOf(server, context);
      if (!call.apps) throw new Error(`${VIEW_URI}: only for clients that declare MCP Apps`);
      const text = viewPage(await views.keyFor(call), packageJson.version);
      const _meta = { ui: { prefersBorder: false } };
      return { contents: [{ uri: VIEW_URI, mimeType: VIEW_TYPE, text, _meta }] };
    }) as never,
  );
  onlyForApps(server, tools);
}

/** What is listed depends on who asks. With protocol 2026-07-28 each request says so itself. */
function onlyForApps(server: ConnectableServer, tools: readonly string[]): void {
  let isApps = false;
  const lists = new Map<unknown, boolean>();

  function seen({ id, method, params }: Message): void {
    if (method === "initialize") isApps = showsViews(params?.capabilities);
    if (method !== "tools/list" && method !== "resources/list") return;
    const told = recordOf(params?._meta)[CLIENT_CAPABILITIES];
    lists.set(id, told === undefined ? isApps : showsViews(told));
  }

  function sending(message: Message): Message {
    const isForApps = message.method === undefined ? lists.get(message.id) : undefined;
    if (isForApps === undefined) return message;
    lists.delete(message.id);
    const { result } = message;
    if (!result) return message;
    return { ...message, result: isForApps ? withView(result) : withoutView(result) };
  }

  function withView(result: Readonly<Record<string, unknown>>) {
    if (!Array.isArray(result.tools)) return result;
    const listed = result.tools.map((tool) =>
      tools.includes(tool.name) ? { ...tool, _meta: { ...tool._meta, ...UI } } : tool,
    );
    return { ...result, tools: listed };
  }

  atTransport(server, { seen, sending });
}

function withoutView(result: Readonly<Record<string, unknown>>) {
  const { tools, resources } = result;
  return {
    ...result,
    ...(Array.isArray(tools) && { tools: tools.filter(({ name }) => name !== VIEW_TOOL) }),
    ...(Array.isArray(resources) && { resources: resources.filter(({ uri }) => uri !== VIEW_URI) }),
  };
}
