import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { AskUserToolResult } from "../../src/index.js";

/** What a tool call came to, as a test looks at it. */
export interface Came {
  readonly text: string;
  readonly texts: readonly string[];
  readonly isError: boolean;
  readonly result: AskUserToolResult & { readonly answersByHeader?: Record<string, string> };
}

export interface CallOptions {
  /** Of the request. */
  readonly meta?: Record<string, unknown>;
  readonly timeout?: number;
  readonly signal?: AbortSignal;
  readonly resetTimeoutOnProgress?: boolean;
  readonly onprogress?: (progress: { progress: number; message?: string }) => void;
}

interface Listed {
  readonly name: string;
  readonly inputSchema: object;
  readonly outputSchema?: object | undefined;
  readonly _meta?: object | undefined;
}

/** A client of either SDK. */
export interface TestClient {
  readonly kind: ClientKind;
  call(name: string, args: object, options?: CallOptions): Promise<Came>;
  /** Calls a tool and returns its result as it came. */
  callRaw(name: string, args: object): Promise<object>;
  listTools(): Promise<readonly Listed[]>;
  listResources(): Promise<readonly { readonly uri: string }[]>;
  /** The text of a resource. */
  readResource(uri: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT_KINDS = ["v1", "v2", "v2 2026-07-28"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface ClientSettings {
  readonly name?: string;
  /** Declares that it shows views. */
  readonly apps?: boolean;
  /** Answers forms; its presence declares the capability. */
  readonly elicit?: (params: Record<string, unknown>, signal: AbortSignal) => Promise<ElicitResult>;
}

/** Connects a client; `transport` is one that fits it. */
export async function connectClient(
  kind: ClientKind,
  transport: unknown,
  { name = "test-client", elicit, apps = false }: ClientSettings = {},
): Promise<TestClient> {
  const info = { name, title: `The ${name}`, version: "1.0.0" };
  const ui = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
  const capabilities = { ...(elicit && { elicitation: {} }), ...(apps && { extensions: ui }) };
  if (kind === "v1") {
    const client = new ClientV1(info, { capabilities });
    if (elicit) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) =>
        elicit(params as Record<string, unknown>, signal),
      );
    }
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return {
      kind,
      call: async (tool, args, options = {}) => {
        const params = { name: tool, arguments: { ...args }, _meta: options.meta };
        return came(await client.callTool(params, CallToolResultSchema, options as object));
      },
      callRaw: (tool, args) =>
        client.callTool({ name: tool, arguments: { ...args } }, CallToolResultSchema),
      listTools: async () => (await client.listTools()).tools,
      listResources: async () => (await client.listResources()).resources,
      readResource: async (uri) => textOf(await client.readResource({ uri })),
      close: () => client.close(),
    };
  }
  const mode = kind === "v2" ? "legacy" : { pin: "2026-07-28" };
  const client = new ClientV2(info, { capabilities, versionNegotiation: { mode } as never });
  if (elicit) {
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) =>
      elicit(params as Record<string, unknown>, mcpReq.signal),
    );
  }
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    kind,
    call: async (tool, args, options = {}) =>
      came(
        await client.callTool(
          { name: tool, arguments: { ...args }, ...(options.meta && { _meta: options.meta }) },
          options as object,
        ),
      ),
    callRaw: (tool, args) => client.callTool({ name: tool, arguments: { ...args } }),
    listTools: async () => (await client.listTools()).tools,
    listResources: async () => (await client.listResources()).resources,
    readResource: async (uri) => textOf(await client.readResource({ uri })),
    close: () => client.close(),
  };
}

function textOf({ contents }: object & { contents?: unknown }): string {
  const [first] = contents as { text?: string }[];
  return first?.text ?? "";
}

function came(result: object): Came {
  const { content, structuredContent, isError } = result as {
    content: { type: string; text: string }[];
    structuredContent?: unknown;
    isError?: boolean;
  };
  const texts = content.map(({ text }) => text);
  return {
    texts,
    text: texts[0] ?? "",
    isError: isError ?? false,
    result: structuredContent as Came["result"],
  };
}
