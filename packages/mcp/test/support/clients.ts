import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type ElicitResult,
} from "@modelcontextprotocol/sdk/types.js";
import type { AskUserToolResult } from "../../src/index.js";

/** What a tool call came to, as a test looks at it. */
interface Came {
  readonly text: string;
  readonly texts: readonly string[];
  readonly isError: boolean;
  readonly result: AskUserToolResult & { readonly answersByHeader?: Record<string, string> };
}

interface CallOptions {
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
  listTools(): Promise<readonly Listed[]>;
  close(): Promise<void>;
}

export const CLIENT_KINDS = ["v1", "v2", "v2 2026-07-28"] as const;
export type ClientKind = (typeof CLIENT_KINDS)[number];

export interface ClientSettings {
  readonly name?: string;
  /** Answers forms; its presence declares the capability. */
  readonly elicit?: (params: Record<string, unknown>, signal: AbortSignal) => Promise<ElicitResult>;
}

/** Connects a client; `transport` is one that fits it. */
export async function connectClient(
  kind: ClientKind,
  transport: unknown,
  { name = "test-client", elicit }: ClientSettings = {},
): Promise<TestClient> {
  const info = { name, title: `The ${name}`, version: "1.0.0" };
  const capabilities = elicit ? { elicitation: {} } : {};
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
      listTools: async () => (await client.listTools()).tools,
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
    listTools: async () => (await client.listTools()).tools,
    close: () => client.close(),
  };
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
