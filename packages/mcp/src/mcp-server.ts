/**
 * What is needed of an `McpServer`: the one of `@modelcontextprotocol/server` 2.x and the one of
 * `@modelcontextprotocol/sdk` 1.x both have it. `never`, because the two differ in what they take.
 */
export interface McpServerLike {
  registerTool(name: string, config: never, callback: never): unknown;
  registerResource?(name: string, uri: never, config: never, callback: never): unknown;
  readonly server: {
    getClientCapabilities(): object | undefined;
    getClientVersion(): { readonly name: string; readonly title?: string | undefined } | undefined;
    /** Called when the client has said who it is. */
    oninitialized?: (() => void) | undefined;
  };
}

/** The result of a tool call, as both SDKs take it. */
export interface ToolResult {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Asks the client for input instead of giving a result (protocol 2026-07-28). */
export interface InputRequired {
  [key: string]: unknown;
  resultType: "input_required";
  inputRequests: Record<string, { method: "elicitation/create"; params: Record<string, unknown> }>;
  requestState: string;
}

/** A tool as {@link registerTool} takes it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: Readonly<Record<string, boolean>>;
  /** In place of what the tools for models say. */
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Claude Code shows a model no more than the name of most tools. */
const _meta = { "anthropic/alwaysLoad": true };

/** A registered tool, as far as it is used. */
interface RegisteredTool {
  enable(): void;
  disable(): void;
}

/** Offers a tool only to clients that say they need it, once they have said who they are. */
export function offerOnlyTo(
  server: McpServerLike,
  tool: RegisteredTool,
  isMeant: (client: string) => boolean,
): void {
  tool.disable();
  const { oninitialized } = server.server;
  server.server.oninitialized = () => {
    oninitialized?.();
    if (isMeant(server.server.getClientVersion()?.name ?? "")) tool.enable();
  };
}

/** Registers a tool on either kind of server. */
export function registerTool(
  server: McpServerLike,
  { name, ...config }: ToolDefinition,
  call: (args: unknown, context: unknown) => Promise<ToolResult | InputRequired>,
): RegisteredTool {
  return server.registerTool(
    name,
    { ...config, _meta: config._meta ?? _meta } as never,
    call as never,
  ) as RegisteredTool;
}

/** A result that says what is wrong with a call. */
export function toolError(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}
