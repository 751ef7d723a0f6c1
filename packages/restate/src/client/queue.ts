import type { InstructionQueue } from "@readback/core";
import { type QueueCall, type QueueMethods, SERVICES } from "../names.js";
import { checkClient } from "./check-client.js";
import type { FromAfar } from "./guard.js";
import { createIngress, type IngressOptions } from "./ingress.js";

/** Settings of {@link connectQueue}. */
export interface ConnectQueueOptions extends IngressOptions {
  /** Name of the queue, such as the agent's session. Default `default`. */
  readonly queue?: string;
}

/** A queue that lives on a cluster. It has the methods of `createInstructionQueue`, and each answers later. The cluster ticks by itself. */
export interface ConnectedQueue
  extends FromAfar<Omit<InstructionQueue, "runtime" | "recover" | "dispose" | "start">> {}

/**
 * Gives an agent instructions through a cluster, and knows which were taken up.
 * @example
 * const queue = connectQueue({ ingress: "http://127.0.0.1:8080", queue: "agent-7" });
 * const id = await queue.queueInstructionWithAck("Check for the OpenSpec CLI");
 */
export function connectQueue(given: ConnectQueueOptions): ConnectedQueue {
  checkClient("connectQueue", given);
  const { queue = "default", ...options } = given;
  const ingress = createIngress(options);

  const method =
    <K extends keyof QueueMethods>(name: K) =>
    (...args: Parameters<QueueMethods[K]>): Promise<ReturnType<QueueMethods[K]>> =>
      ingress.object(SERVICES.queue, queue, "call", { method: name, args } as QueueCall) as Promise<
        ReturnType<QueueMethods[K]>
      >;
  const take = async () => (await method("take")()) ?? undefined;

  return {
    queueInstruction: method("queueInstruction"),
    queueInstructionWithAck: method("queueInstructionWithAck"),
    dispatch: async () => (await take())?.text,
    take,
    next: method("next"),
    isIdle: method("isIdle"),
    tick: method("tick"),
    sawToolCall: method("sawToolCall"),
    wasHandedOver: async (id) => (await method("wasHandedOver")(id)) ?? undefined,
    acknowledgeInstruction: method("acknowledgeInstruction"),
    getFailedInstructions: method("getFailedInstructions"),
    redrive: async (id) => (await method("redrive")(id)) ?? undefined,
    discard: method("discard"),
    stats: method("stats"),
  };
}
