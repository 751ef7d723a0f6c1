import {
  createInstructionQueue,
  type InstructionQueue,
  type InstructionQueueOptions,
  type InstructionStats,
  instructionMachine,
} from "@readback/core";
import { statsOf } from "@readback/core/host";
import * as restate from "@restatedev/restate-sdk";
import { createEngineTurns, PLACE } from "../engine-turn.js";
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

/** A text that nobody tracks, and what had been queued before it. */
interface Plain {
  readonly text: string;
  readonly place: number;
}

interface Tracked {
  readonly text: string;
  readonly id: string;
}

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
    const plain = (await context.get<readonly Plain[]>(PLAIN)) ?? [];
    const place = (await context.get<number>(PLACE)) ?? 0;
    const counts = (await context.get<Counts>(COUNTS)) ?? NO_COUNTS;
    const { result, left, total, tracks } = await turns.take(context, (queue, { placeOf }) => {
      const start = queue.stats();
      let left = plain;
      const isBefore = ({ place }: Plain, id: string) => place < (placeOf(id) ?? Infinity);
      /** Whether the queue is idle is also a matter of what nobody tracks. */
      const withPlain = <R>(ask: (queue: InstructionQueue) => R): R => {
        for (const { text } of left) queue.queueInstruction(text);
        return ask(queue);
      };
      const ordered: InstructionQueue = {
        ...queue,
        queueInstruction(text) {
          queue.queueInstruction(text);
          if (left.length >= MOST_PLAIN) throw forbiddenSize(MOST_PLAIN);
          left = [...left, { text, place }];
        },
        take() {
          const [first] = left;
          const next = waitingIn(queue)[0];
          if (!first || (next !== undefined && !isBefore(first, next))) return queue.take();
          left = left.slice(1);
          return { text: first.text, id: null };
        },
        next() {
          const taken = withPlain((all) => all.next());
          const untracked = left;
          left = [];
          return inOrder(untracked, taken.filter(hasId), isBefore);
        },
        isIdle: () => withPlain((all) => all.isIdle()),
        tick: () => withPlain((all) => all.tick()),
        stats: () => statsOf(added(counts, start, queue.stats())),
      };
      const result = act(ordered);
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

const hasId = (item: { readonly text: string; readonly id: string | null }): item is Tracked =>
  item.id !== null;

/** What is tracked and waits to be handed over, in the order of the queue. */
function waitingIn({ runtime }: InstructionQueue): readonly string[] {
  return [...runtime.live()].flatMap(([id, snapshot]) =>
    snapshot.matches({ tracked: "queued" }) ? id : [],
  );
}

/** Both in the order in which they were queued. */
function inOrder(
  plain: readonly Plain[],
  tracked: readonly Tracked[],
  isBefore: (one: Plain, id: string) => boolean,
) {
  const left = [...plain];
  const all: { readonly text: string; readonly id: string | null }[] = [];
  for (const item of tracked) {
    for (let first = left[0]; first && isBefore(first, item.id); first = left[0]) {
      all.push({ text: first.text, id: null });
      left.shift();
    }
    all.push(item);
  }
  return [...all, ...left.map(({ text }) => ({ text, id: null }))];
}
