import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Clock, instructionMachine, systemClock } from "@readback/core";
import { instructionBlock } from "@readback/core/formats";
import { createInstructionEngine, toolCallSeen } from "@readback/core/host";
import { journalFolder, openFileJournal } from "@readback/node";
import { object, text } from "./fields.js";
import type { HookAnswer, HookInput, Host } from "./hook-call.js";

const MINUTE = 60_000;
const SETTINGS = { tickInterval: MINUTE, expiresAfter: 24 * 60 * MINUTE, maxFailed: 1_000 };

/** What queued instructions ride with. */
interface Ride {
  /** The state folder, such as `.readback`. */
  readonly folder: string;
  readonly clock?: Clock | undefined;
}

/** Whether instructions may ride on the answer to this call, if there are any. */
export function isCarrier(host: Host, input: HookInput): boolean {
  return host.carriers.includes(text(input, "hook_event_name"));
}

/**
 * Tells the instructions of the project what the agent did, and lets the next one that waits ride on the answer.
 * An answer that blocks, or has a remark for the person, takes none along: another one comes soon.
 */
export function withInstructions(
  answer: HookAnswer,
  host: Host,
  input: HookInput,
  { folder, clock = systemClock }: Ride,
): HookAnswer {
  const path = journalFolder(join(folder, "instructions"));
  // The usual case, and this runs with every tool call.
  if (!existsSync(path)) return answer;
  try {
    const isAfterTool = host.afterTool === text(input, "hook_event_name");
    const block = take(path, isAfterTool ? input : undefined, answer, clock);
    if (block === undefined) return answer;
    return carrying(answer, block);
  } catch (error) {
    return notHandedOver(answer, "of this project", error);
  }
}

/** Whether an instruction may ride on an answer. */
export const mayCarry = ({ kind }: HookAnswer): boolean => kind === "pass" || kind === "context";

/** The answer with an instruction. */
export function carrying(answer: HookAnswer, block: string): HookAnswer {
  const texts = answer.kind === "context" ? [answer.text, block] : [block];
  return { kind: "context", text: texts.join("\n\n") };
}

/** The answer, with a remark about instructions that could not be had where there is nothing else to say. */
export function notHandedOver(answer: HookAnswer, whose: string, error: unknown): HookAnswer {
  const problem = error instanceof Error ? error.message : String(error);
  const remark = `Instructions ${whose} could not be handed over: ${problem}`;
  return answer.kind === "pass" ? { kind: "remark", text: remark } : answer;
}

function take(
  folder: string,
  toolCall: HookInput | undefined,
  answer: HookAnswer,
  clock: Clock,
): string | undefined {
  const journal = openFileJournal({ folder, machines: [instructionMachine], durable: false });
  // This process is gone before any deadline.
  const timeless = { ...clock, setTimeout: () => ({}) };
  const engine = createInstructionEngine(SETTINGS, { journal, clock: timeless, onError() {} });
  try {
    engine.recover();
    if (toolCall) {
      engine.sawToolCall(toolCallSeen(text(toolCall, "tool_name"), object(toolCall, "tool_input")));
    }
    if (!mayCarry(answer)) return undefined;
    engine.tick(MINUTE);
    const taken = engine.take();
    return taken && instructionBlock(taken);
  } finally {
    engine.dispose();
    journal.close();
  }
}
