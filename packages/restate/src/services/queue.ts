import {
  createInstructionQueue,
  type InstructionQueue,
  type InstructionQueueOptions,
  type InstructionStats,
  instructionMachine,
} from "@readback/core";
import { statsOf } from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import { createEngineTurns } from "../engine-turn.js";
import { type QueueCall, type QueueObject, SERVICES, type Wake } from "../names.js";
import type { Common } from "../options.js";
import { forbiddenSize } from "../refusals.js";
import { exclusive, internal } from "./handler-options.js";
import { INPUTS } from "./inputs.js";

/** Settings of the instruction queues of a cluster: those of `createInstructionQueue`. */
export type QueueServiceOptions = Omit<
  InstructionQueueOptions,
  "clock" | "journal" | "redact" | "onError" | "newId"
>;

const COUNTS = "counts";
const PLAIN = "plain";
const TICKING = "ticking";
const MOST_PLAIN = 1_000;

type Counts = Omit<InstructionStats, "retryRate">;
const NO_COUNTS: Counts = { sent: 0, acknowledged: 0, retried: 0, failed: 0 };

/** One queue for each key: core's own, for the length of a call. */
export function queueObject(options: QueueServiceOptions, { journaling }: Common) {
  const { tickInterval = 60_000 } = options;
  createInstructionQueue(options).dispose();
  const turns = createEngineTurns(instructionMachine, SERVICES.queue, journaling, (host, context) =>
    createInstructionQueue({ ...options, ...host, newId: () => context.rand.uuidv4() }),
  );

  /** Runs one method, with the texts nobody tracks and the counts that outlive a step. */
  async function run(
    context: restate.ObjectContext,
    act: (queue: InstructionQueue) => unknown,
  ): Promise<unknown> {
    const plain = (await context.get<readonly string[]>(PLAIN)) ?? [];
    const counts = (await context.get<Counts>(COUNTS)) ?? NO_COUNTS;
    const { result, left, total, tracks } = await turns.take(context, (queue) => {
      const start = queue.stats();
      let left = [...plain];
      for (const text of plain) queue.queueInstruction(text);
      const watched: InstructionQueue = {
        ...queue,
        queueInstruction(text) {
          queue.queueInstruction(text);
          if (left.length >= MOST_PLAIN) throw forbiddenSize(MOST_PLAIN);
          left.push(text);
        },
        take() {
          const taken = queue.take();
          if (taken?.id === null) left = left.slice(1);
          return taken;
        },
        next() {
          const taken = queue.next();
          left = left.slice(taken.filter(({ id }) => id === null).length);
          return taken;
        },
        stats: () => statsOf(added(counts, start, queue.stats())),
      };
      const result = act(watched);
      const total = added(counts, start, queue.stats());
      const tracks = [...queue.runtime.live()].length > 0;
      return { result: result ?? null, left, total, tracks };
    });
    if (left.length > 0) context.set(PLAIN, left);
    else if (plain.length > 0) context.clear(PLAIN);
    context.set(COUNTS, total);
    await tickLater(context, tracks);
    return result;
  }

  /** Ticks as long as something is tracked. */
  async function tickLater(context: restate.ObjectContext, tracks: boolean): Promise<void> {
    const isTicking = (await context.get<boolean>(TICKING)) ?? false;
    if (isTicking || !tracks) return;
    context.set(TICKING, true);
    const delay = restate.rpc.sendOpts({ delay: tickInterval });
    context.objectSendClient(SERVICES.queue, context.key).ticked(delay as never);
  }

  return restate.object({
    name: "ReadbackQueue",
    handlers: {
      call: exclusive(
        INPUTS.queue.call,
        (context: restate.ObjectContext, { method, args }: QueueCall) =>
          run(context, (queue) => (queue[method] as (...given: unknown[]) => unknown)(...args)),
      ),
      ticked: internal(null, async (context: restate.ObjectContext) => {
        context.clear(TICKING);
        await run(context, (queue) => queue.tick());
      }),
      wake: internal(INPUTS.queue.wake, (context: restate.ObjectContext, wake: Wake) =>
        turns.wake(context, wake),
      ),
    } satisfies Partial<Record<keyof QueueObject, unknown>>,
  });
}

function added(counts: Counts, start: Counts, end: Counts): Counts {
  return {
    sent: counts.sent + end.sent - start.sent,
    acknowledged: counts.acknowledged + end.acknowledged - start.acknowledged,
    retried: counts.retried + end.retried - start.retried,
    failed: counts.failed + end.failed - start.failed,
  };
}
