import { type Clock, type InstructionQueue, systemClock } from "@readback/core";
import { instructionBlock } from "@readback/core/formats";
import { toolCallSeen } from "@readback/core/host";
import { object, sharedSessionOf, text } from "./fields.js";
import type { HookAnswer, HookInput, Host } from "./hook-call.js";
import { carrying, isCarrier, mayCarry, notHandedOver } from "./instructions.js";

/** What a hook asks of an instruction queue on another machine: each method may answer at once or later. */
export interface HookQueue {
  sawToolCall(call: Parameters<InstructionQueue["sawToolCall"]>[0]): unknown;
  take(): ReturnType<InstructionQueue["take"]> | Promise<ReturnType<InstructionQueue["take"]>>;
}

/** How long the queue may take, in milliseconds: a host that gives a hook 30 seconds may have waited for the guard, too. */
const PATIENCE = 5_000;

/** What the instructions of another machine ride with. */
interface Ride {
  /** The queue of a session. */
  readonly queue: (session: string) => HookQueue;
  readonly clock?: Clock | undefined;
  /** Whether the answer carries an instruction already: one at a time. */
  readonly isLaden: boolean;
}

/** The same as `withInstructions`, for a queue on another machine, which repeats by itself what got lost on its way. */
export async function withInstructionsElsewhere(
  answer: HookAnswer,
  host: Host,
  input: HookInput,
  { queue, clock = systemClock, isLaden }: Ride,
): Promise<HookAnswer> {
  if (!isCarrier(host, input)) return answer;
  let timer: unknown;
  const late = new Promise<never>((_, reject) => {
    const why = `their queue did not answer within ${PATIENCE / 1_000} seconds`;
    timer = clock.setTimeout(() => reject(new Error(why)), PATIENCE);
  });
  const asking = async () => {
    // Sub-agents work for the same session.
    const mine = queue(sharedSessionOf(input));
    if (host.afterTool === text(input, "hook_event_name")) {
      await mine.sawToolCall(toolCallSeen(text(input, "tool_name"), object(input, "tool_input")));
    }
    return isLaden || !mayCarry(answer) ? undefined : mine.take();
  };
  try {
    const taken = await Promise.race([asking(), late]);
    return taken ? carrying(answer, instructionBlock(taken)) : answer;
  } catch (error) {
    return notHandedOver(answer, "of the session", error);
  } finally {
    clock.clearTimeout(timer);
  }
}
