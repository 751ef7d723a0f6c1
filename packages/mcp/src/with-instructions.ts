import type { InstructionQueue } from "@readback/core";
import * as z from "zod";
import { type McpServerLike, registerTool, toolError } from "./mcp-server.js";
import { parse } from "./parse.js";

/** Settings of {@link withInstructions}. */
export interface WithInstructionsOptions {
  /** Adds the tool `acknowledge_instruction`, and tells the agent to call it. Default false. */
  readonly acknowledgeTool?: boolean;
  /** How many instructions ride on one result at most. Default 1: one at a time is taken up best. */
  readonly perResult?: number;
  /** Told when the queue cannot hand an instruction over; the result goes out without it. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** A server whose results can be added to: any `McpServer`, of 2.x or 1.x. */
export interface InstructedServer extends McpServerLike {
  readonly server: McpServerLike["server"] & { connect(transport: never): Promise<void> };
}

interface Transport {
  send(message: Message, options?: unknown): Promise<void>;
}

interface Message {
  readonly result?: { readonly content?: unknown };
}

const TOOL_NAME = "acknowledge_instruction";
const settingsSchema = z.object({
  perResult: z.int("must be a whole number").min(1, "must be at least 1").default(1),
});
const inputSchema = z.object({ id: z.string().describe("The id that stands in the instruction") });
const outputSchema = z.object({
  acknowledged: z.boolean().describe("False when no instruction with this id waits"),
});

/**
 * Lets queued instructions ride on the results of a server's tools, whenever those were or will be
 * registered; each dispatch once. Call it before the server connects. The queue's own `start` repeats
 * what was not acknowledged.
 * @example
 * const queue = createInstructionQueue();
 * queue.start();
 * withInstructions(server, queue, { acknowledgeTool: true });
 */
export function withInstructions(
  server: InstructedServer,
  queue: InstructionQueue,
  options: WithInstructionsOptions = {},
): void {
  const { acknowledgeTool = false, onError = (error: unknown) => console.error(error) } = options;
  const { perResult } = parse(settingsSchema, options, "instruction options");
  const connect = server.server.connect.bind(server.server) as (it: Transport) => Promise<void>;

  // At the transport, the one place that every result passes in either SDK.
  const connectLoaded = (transport: Transport): Promise<void> => {
    const send = transport.send.bind(transport);
    transport.send = (message, sendOptions) => send(loaded(message), sendOptions);
    return connect(transport);
  };
  Object.assign(server.server, { connect: connectLoaded });

  function loaded(message: Message): Message {
    const { result } = message;
    if (!Array.isArray(result?.content) || queue.isIdle()) return message;
    const blocks: { type: "text"; text: string }[] = [];
    try {
      while (blocks.length < perResult) {
        const taken = queue.take();
        if (!taken) break;
        blocks.push({ type: "text", text: instructionText(taken, acknowledgeTool) });
      }
    } catch (error) {
      onError(error);
    }
    return { ...message, result: { ...result, content: [...result.content, ...blocks] } };
  }

  if (acknowledgeTool) registerAcknowledge(server, queue);
}

function registerAcknowledge(server: McpServerLike, queue: InstructionQueue): void {
  const definition = {
    name: TOOL_NAME,
    title: "Acknowledge an instruction",
    description:
      "Say that you have taken up an instruction that came with a tool's result. Call it once for each, with its id.",
    inputSchema,
    outputSchema,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  };
  registerTool(server, definition, async (args) => {
    const { id } = args as z.output<typeof inputSchema>;
    try {
      const acknowledged = queue.acknowledgeInstruction(id);
      const text = acknowledged ? "Acknowledged." : "No instruction with this id waits.";
      return { content: [{ type: "text", text }], structuredContent: { acknowledged } };
    } catch (error) {
      return toolError(`The instruction could not be acknowledged: ${String(error)}`);
    }
  });
}

/** Set apart from the tool's own result, which it is no part of. */
function instructionText(
  { text, id }: { readonly text: string; readonly id: string | null },
  acknowledgeTool: boolean,
): string {
  const name = id === null ? "" : ` id="${id}"`;
  const ask =
    acknowledgeTool && id !== null
      ? `\nWhen you have taken it up, call ${TOOL_NAME} with this id.`
      : "";
  // The text cannot end the block it stands in.
  const body = text.replaceAll(/<(?=\/instruction)/gi, "&lt;");
  return `<instruction${name}>\n${body}\n</instruction>${ask}`;
}
