import * as z from "zod";
import type { McpServerLike } from "./mcp-server.js";

/** How the person can be asked through the client of a call. */
export type Elicitation =
  /** By a request to the client, while the call waits. */
  | { readonly kind: "request"; send(form: object, signal: AbortSignal): Promise<unknown> }
  /** By the result of the call; the client then calls again with the reply (protocol 2026-07-28). */
  | { readonly kind: "result"; readonly reply: unknown; readonly state: string | undefined };

/** One call of a tool, whichever SDK and protocol it came through. */
export interface ToolCall {
  /** Aborted when the client cancels the call or is gone. */
  readonly signal: AbortSignal;
  /** What it is called when its client turns out not to have taken its result. */
  readonly names: readonly string[];
  /** The MCP session, over HTTP. */
  readonly sessionId: string | undefined;
  /** Whether it came over HTTP: then its client is not what has started this process. */
  readonly isHttp: boolean;
  /** Who calls, for programs and for people. */
  readonly client: { readonly name: string; readonly title: string } | undefined;
  /** Tells the client how long it has waited; absent when the client wants no progress. */
  readonly progress: ((progress: number, message: string) => Promise<void>) | undefined;
  /** Whether the client says that it shows views (MCP Apps). Whether it does is seen when one calls in. */
  readonly apps: boolean;
  /** Whether the client takes a task in place of a result, and comes back for that (protocol 2026-07-28). */
  readonly tasks: boolean;
  /** Absent when the client cannot show a form. */
  readonly elicitation: Elicitation | undefined;
}

/** The name under which a form travels in `inputRequests` and `inputResponses`. */
export const FORM_KEY = "questions";

// Timers take no longer time. The bound on a person's time is the asker's, not the request's.
const NO_TIMEOUT = 2 ** 31 - 1;

/** The name of a client's request, in its MCP session if it has one. */
export function callName(sessionId: string | undefined, requestId: string | number): string {
  return JSON.stringify([sessionId ?? null, requestId]);
}

interface Notification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}
type Send = (request: Notification, schema: unknown, options: object) => Promise<unknown>;

interface Meta {
  readonly progressToken?: string | number;
  /** Of Codex: `exec` is a run without a person, whose forms it refuses itself. */
  readonly "x-codex-turn-metadata"?: { readonly turn_trigger?: unknown };
}

/** Whether the client says that nobody is there to see its forms. */
function isAlone(meta: Meta | undefined): boolean {
  return meta?.["x-codex-turn-metadata"]?.turn_trigger === "exec";
}

/** The part of a 1.x handler's `extra` that is used. */
interface ExtraV1 {
  readonly signal: AbortSignal;
  readonly requestId?: string | number;
  readonly sessionId?: string;
  readonly requestInfo?: unknown;
  readonly _meta?: Meta;
  sendNotification(notification: Notification): Promise<void>;
  readonly sendRequest: Send;
}

/** The part of a 2.x handler's context that is used. */
interface ContextV2 {
  readonly sessionId?: string;
  readonly http?: {
    readonly authInfo?: { readonly extra?: Readonly<Record<string, unknown>> };
  };
  readonly mcpReq: {
    readonly signal: AbortSignal;
    readonly id?: string | number;
    readonly _meta?: Meta;
    readonly envelope?: Readonly<Record<string, unknown>>;
    readonly inputResponses?: Readonly<Record<string, unknown>>;
    requestState(): unknown;
    notify(notification: Notification): Promise<void>;
    readonly send: Send;
  };
}

const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
const CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
export const CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
// Checked by the asker against the questions; here it only has to be an object.
const replySchema = z.looseObject({ action: z.string() });

/** Reads what a tool's handler gets as its second argument. */
export function toolCallOf(server: McpServerLike, context: unknown): ToolCall {
  return (context as object) && "mcpReq" in (context as object)
    ? fromV2(server, context as ContextV2)
    : fromV1(server, context as ExtraV1);
}

function fromV1({ server }: McpServerLike, extra: ExtraV1): ToolCall {
  const token = extra._meta?.progressToken;
  return {
    signal: extra.signal,
    names: extra.requestId === undefined ? [] : [callName(extra.sessionId, extra.requestId)],
    sessionId: extra.sessionId,
    isHttp: extra.sessionId !== undefined || extra.requestInfo !== undefined,
    client: clientOf(server.getClientVersion()),
    progress:
      token === undefined
        ? undefined
        : (...waited) => extra.sendNotification(progressOf(token, ...waited)),
    apps: showsViews(server.getClientCapabilities()),
    tasks: false,
    elicitation:
      takesForms(server.getClientCapabilities()) && !isAlone(extra._meta)
        ? byRequest((...args) => extra.sendRequest(...args))
        : undefined,
  };
}

function fromV2({ server }: McpServerLike, { sessionId, http, mcpReq }: ContextV2): ToolCall {
  const { envelope, signal, id, _meta } = mcpReq;
  const isModern = envelope?.[PROTOCOL_VERSION] !== undefined;
  const info = isModern ? envelope?.[CLIENT_INFO] : server.getClientVersion();
  const token = _meta?.progressToken;
  return {
    signal,
    names: [
      ...exchangeOf(http),
      // Over HTTP, without a session, every client counts from the same number.
      ...(id === undefined || (http && sessionId === undefined) ? [] : [callName(sessionId, id)]),
    ],
    sessionId,
    isHttp: http !== undefined,
    client: clientOf(info),
    progress:
      token === undefined ? undefined : (...waited) => mcpReq.notify(progressOf(token, ...waited)),
    apps: showsViews(isModern ? envelope?.[CLIENT_CAPABILITIES] : server.getClientCapabilities()),
    tasks: isModern && takesTasks(envelope?.[CLIENT_CAPABILITIES]),
    elicitation: isModern
      ? byResult(mcpReq)
      : takesForms(server.getClientCapabilities()) && !isAlone(_meta)
        ? byRequest((...args) => mcpReq.send(...args))
        : undefined,
  };
}

/** The name that `serveHttp` gave the request and its response. */
function exchangeOf(http: ContextV2["http"]): readonly string[] {
  const exchange = http?.authInfo?.extra?.exchange;
  return typeof exchange === "string" ? [exchange] : [];
}

function byResult(mcpReq: ContextV2["mcpReq"]): Elicitation | undefined {
  if (!takesForms(mcpReq.envelope?.[CLIENT_CAPABILITIES]) || isAlone(mcpReq._meta))
    return undefined;
  const state = mcpReq.requestState() as string | undefined;
  return { kind: "result", reply: mcpReq.inputResponses?.[FORM_KEY], state };
}

function byRequest(send: Send): Elicitation {
  return {
    kind: "request",
    send: (form, signal) =>
      send({ method: "elicitation/create", params: { mode: "form", ...form } }, replySchema, {
        signal,
        timeout: NO_TIMEOUT,
      }),
  };
}

function progressOf(token: string | number, progress: number, message: string): Notification {
  const params = { progressToken: token, progress, message };
  return { method: "notifications/progress", params };
}

function clientOf(info: unknown): ToolCall["client"] {
  const { name, title } = (info ?? {}) as { readonly name?: string; readonly title?: string };
  return name ? { name, title: title || name } : undefined;
}

/** An empty capability means forms, the only kind there was at first. */
function takesForms(capabilities: unknown): boolean {
  const { elicitation } = (capabilities ?? {}) as { readonly elicitation?: object };
  return elicitation !== undefined && ("form" in elicitation || !("url" in elicitation));
}

const UI_EXTENSION = "io.modelcontextprotocol/ui";
/** What a view is. */
export const VIEW_TYPE = "text/html;profile=mcp-app";
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

/** What a client says of an extension; `undefined` when it does not declare it. */
function extensionIn(capabilities: unknown, name: string): object | undefined {
  const { extensions } = (capabilities ?? {}) as { readonly extensions?: Record<string, unknown> };
  const declared = extensions?.[name];
  return typeof declared === "object" && declared !== null ? declared : undefined;
}

/** Whether a client says that it shows views. One that names types has to name ours. */
export function showsViews(capabilities: unknown): boolean {
  const ui: { readonly mimeTypes?: unknown } | undefined = extensionIn(capabilities, UI_EXTENSION);
  return ui !== undefined && (!Array.isArray(ui.mimeTypes) || ui.mimeTypes.includes(VIEW_TYPE));
}

function takesTasks(capabilities: unknown): boolean {
  return extensionIn(capabilities, TASKS_EXTENSION) !== undefined;
}
