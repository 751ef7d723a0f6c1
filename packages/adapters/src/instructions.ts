import type { InstructionQueue } from "@readback/core";
import { instructionBlock } from "@readback/core/formats";
import { toolCallSeen } from "@readback/core/host";

/** The part of a queue that delivers. */
export type DeliveringQueue = Pick<InstructionQueue, "next" | "sawToolCall">;

/** A tool call that an agent has made. */
interface MadeCall {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
}

/** How many tool calls are remembered as seen. */
const MOST_SEEN = 1_000;

/**
 * Hands over what a queue holds, as one text for the model. Frameworks show the calls of the whole run each time: a
 * call counts once.
 */
export function createDelivery(queue: DeliveringQueue) {
  const seen = new Set<string>();
  return {
    /** Tells the queue what the agent did. */
    saw(calls: Iterable<MadeCall>): void {
      for (const { id, tool, input } of calls) {
        if (seen.has(id)) continue;
        seen.add(id);
        if (seen.size > MOST_SEEN) seen.delete(seen.values().next().value as string);
        queue.sawToolCall(toolCallSeen(tool, input));
      }
    },
    /** What to tell the model now; `undefined`: nothing. */
    text(): string | undefined {
      const waiting = queue.next();
      return waiting.length === 0 ? undefined : waiting.map(instructionBlock).join("\n\n");
    },
  };
}
