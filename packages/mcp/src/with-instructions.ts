import type { InstructionQueue } from "@readback/core";
import { instructionBlock } from "@readback/core/formats";
import { functionSchema, mustHave, parse, toolCallSeen } from "@readback/core/host";
import * as z from "zod";
import { type McpServerLike, registerTool, toolError } from "./mcp-server.js";
import { atTransport, type ConnectableServer, type Message, recordOf } from "./transport.js";

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
export type InstructedServer = ConnectableServer;

/** A call that a client makes. */
export interface SeenToolCall {
  /** The name of the tool. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What rides on a server's results. */
export interface RidingInstructions {
  /**
   * Acknowledges an instruction when the agent does what it says: as soon as it was handed over, also before a
   * restart, and a tool call comes for which the predicate holds. Looks until the instruction has ended in any
   * way. Returns how to stop before that.
   */
  acknowledgeWhen(id: string, predicate: (call: SeenToolCall) => boolean): () => void;
}

interface Watch {
  readonly id: string;
  readonly predicate: (call: SeenToolCall) => boolean;
}

/** The field of structured results that instructions are in: some hosts pass nothing else on. */
const FIELD = "instructions";
const FIELD_SCHEMA = {
  type: "array",
  items: { type: "string" },
  description: "Instructions for you that came with this result",
};

const TOOL_NAME = "acknowledge_instruction";
const settingsSchema = z.strictObject({
  acknowledgeTool: z.boolean().optional(),
  onError: functionSchema().optional(),
  perResult: z.int("must be a whole number").min(1, "must be at least 1").default(1),
});
const inputSchema = z.object({ id: z.string().describe("The id that stands in the instruction") });
const outputSchema = z.object({
  acknowledged: z.boolean().describe("False when no instruction with this id waits"),
});

/**
 * Lets queued instructions ride on the results of a server's tools, whenever those were or will be
 * registered; each dispatch once. An instruction is a text block, and for hosts that pass on nothing but
 * structured content it is in the field `instructions` of that as well, which is added to the output schemas.
 * Call it before the server connects. `startRetryTimer` repeats what was not acknowledged.
 * @example
 * const queue = createInstructionQueue();
 * const instructions = withInstructions(server, queue);
 * const id = queue.queueInstructionWithAck("Call list_files on openspec/");
 * instructions.acknowledgeWhen(id, ({ name }) => name === "list_files");
 * startRetryTimer(queue, { everyMs: 60_000 });
 */
export function withInstructions(
  server: InstructedServer,
  queue: InstructionQueue,
  options: WithInstructionsOptions = {},
): RidingInstructions {
  mustHave(server, {
    subject: "server of withInstructions",
    methods: ["registerTool"],
    be: "an McpServer, made and not yet connected",
  });
  mustHave(queue, {
    subject: "queue of withInstructions",
    methods: ["take", "sawToolCall", "wasHandedOver"],
    be: "a queue, which createInstructionQueue makes",
  });
  const { perResult } = parse(settingsSchema, options, "instruction options");
  const { acknowledgeTool = false, onError = (error: unknown) => console.error(error) } = options;
  const watches = new Set<Watch>();

  function seen({ method, params }: Message): void {
    if (method !== "tools/call" || typeof params?.name !== "string") return;
    const call = { name: params.name, arguments: recordOf(params.arguments) };
    try {
      // Instructions may say themselves what acknowledges them.
      queue.sawToolCall(toolCallSeen(call.name, call.arguments));
    } catch (error) {
      onError(error);
    }
    for (const watch of [...watches]) {
      try {
        const wasHandedOver = queue.wasHandedOver(watch.id);
        // A call before that shows nothing.
        if (wasHandedOver === false) continue;
        const isTakenUp = wasHandedOver && watch.predicate(call);
        if (isTakenUp) queue.acknowledgeInstruction(watch.id);
        // It has ended, now or in another way.
        if (isTakenUp !== false) watches.delete(watch);
      } catch (error) {
        onError(error);
      }
    }
  }

  atTransport(server, { seen, sending: loaded });

  function loaded(message: Message): Message {
    const { result } = message;
    if (Array.isArray(result?.tools)) {
      return { ...message, result: { ...result, tools: result.tools.map(withField) } };
    }
    // No model sees what a task begins with.
    const isTask = result?.resultType === "task";
    if (isTask || !Array.isArray(result?.content) || queue.isIdle()) return message;
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
    const { structuredContent } = result;
    const texts = blocks.map(({ text }) => text);
    const isStructured = typeof structuredContent === "object" && structuredContent !== null;
    return {
      ...message,
      result: {
        ...result,
        content: [...result.content, ...blocks],
        ...(isStructured && { structuredContent: { ...structuredContent, [FIELD]: texts } }),
      },
    };
  }

  if (acknowledgeTool) registerAcknowledge(server, queue);
  return {
    acknowledgeWhen(id, predicate) {
      const watch = { id, predicate };
      watches.add(watch);
      return () => watches.delete(watch);
    },
  };
}

/** A tool whose structured results may carry instructions: clients check results against its schema. */
function withField(tool: unknown): unknown {
  const { outputSchema } = recordOf(tool);
  if (typeof outputSchema !== "object" || outputSchema === null) return tool;
  const properties = { ...recordOf(recordOf(outputSchema).properties), [FIELD]: FIELD_SCHEMA };
  return { ...recordOf(tool), outputSchema: { ...outputSchema, properties } };
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

function instructionText(
  taken: { readonly text: string; readonly id: string | null },
  acknowledgeTool: boolean,
): string {
  const ask =
    acknowledgeTool && taken.id !== null
      ? `\nWhen you have taken it up, call ${TOOL_NAME} with this id.`
      : "";
  return instructionBlock(taken) + ask;
}
