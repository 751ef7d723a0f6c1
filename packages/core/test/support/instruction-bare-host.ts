import { createInstruction } from "../../src/instruction-ack/instruction.js";
import {
  type InstructionEmitted,
  instructionMachine,
  nextText,
} from "../../src/instruction-ack/machine.js";
import type { InstructionQueue } from "../../src/instruction-ack/queue.js";
import { createBareHost } from "./bare-host.js";
import type { Life } from "./lives.js";

type Bare = Omit<
  InstructionQueue,
  "runtime" | "stats" | "start" | "next" | "take" | "isIdle" | "wasHandedOver" | "dispose"
>;

/** As `createInstructionQueue`, around the bare machine: lists of what the instances said, no rule. */
export function createBareQueue(
  life: Life,
  limits: { maxFailed: number; expiresAfter: number; newId: () => string },
): Bare {
  const { live, start, send, ...host } = createBareHost(instructionMachine, life, act);
  let queue: { text: string; id: string | null }[] = [];
  let failed: string[] = [];
  const ids = new Map<string, string>();

  function act(emitted: InstructionEmitted, id: string): void {
    if (emitted.type === "instruction.queue") {
      failed = failed.filter((one) => one !== id);
      ids.set(emitted.content, id);
      queue.push({ text: emitted.text, id });
    } else if (emitted.type === "instruction.withdraw") {
      failed = failed.filter((one) => one !== id);
      if (ids.get(emitted.content) === id) ids.delete(emitted.content);
      queue = queue.filter((one) => one.id !== id);
    } else if (emitted.type === "instruction.failed") {
      failed.push(id);
      tidy();
    }
  }
  function tidy(): void {
    const tooMany = failed.slice(0, Math.max(0, failed.length - limits.maxFailed));
    for (const id of tooMany) send(id, { type: "DISCARD", by: "policy" });
  }

  return {
    queueInstruction: (text) => void queue.push({ text, id: null }),
    queueInstructionWithAck(content, options) {
      const { expiresAfter, newId } = limits;
      const whenFailed = "wait";
      const made = createInstruction(content, { ...options, expiresAfter, whenFailed });
      const known = ids.get(content);
      if (known !== undefined) return known;
      const input = { ...made, id: newId(), queuedAt: life.clock.now() };
      start(input.id, input);
      return input.id;
    },
    dispatch() {
      const item = queue.shift();
      if (item?.id) send(item.id, { type: "DISPATCHED" });
      return item?.text;
    },
    tick() {
      const idle = queue.length === 0;
      for (const id of [...live.keys()]) send(id, { type: "TICK", idle });
      return idle ? queue.length : 0;
    },
    sawToolCall: (call) =>
      [...live.keys()].filter((id) => send(id, { type: "TOOL_SEEN", ...call })),
    acknowledgeInstruction: (id) => send(id, { type: "ACKNOWLEDGE" }),
    getFailedInstructions: () => failed as never,
    redrive(id) {
      const content = live.get(id)?.snapshot.context.instruction.content;
      const trackedAs = ids.get(content ?? "") ?? null;
      return send(id, { type: "REDRIVE", trackedAs }) ? (trackedAs ?? id) : undefined;
    },
    discard: (id) => send(id, { type: "DISCARD", by: "human" }),
    recover() {
      host.recover();
      for (const [id, { snapshot }] of live) {
        if (snapshot.matches("tracked")) ids.set(snapshot.context.instruction.content, id);
        else failed.push(id);
        if (snapshot.matches({ tracked: "queued" })) {
          queue.push({ text: nextText(snapshot.context), id });
        }
      }
      tidy();
      host.due();
      return ids.size;
    },
  };
}
