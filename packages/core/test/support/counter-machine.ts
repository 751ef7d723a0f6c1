import { assign, emit, enqueueActions, raise, setup } from "xstate";
import type { Bounded } from "../../src/bounded.js";

interface Waiting {
  readonly caller: string;
  readonly since: number;
}

/**
 * A small machine for tests of what surrounds machines: a counter where callers wait to be served.
 * Each has a patience of its own, a delayed event whose id is the caller's.
 */
export const counterMachine = setup({
  types: {
    context: {} as Bounded & { readonly waiting: readonly Waiting[] },
    events: {} as
      | { type: "COME"; caller: string; patience?: number; at?: number }
      | { type: "LEAVE"; caller: string }
      | { type: "PATIENCE"; caller: string }
      | { type: "NUDGE" }
      | { type: "SERVE" }
      | { type: "CLOSE" },
    emitted: {} as
      | { type: "counter.served"; to: string; result: { outcome: "served" } }
      | { type: "counter.gone"; to: string; outcome: "gave_up" }
      | { type: "counter.closing"; to: string }
      | { type: "counter.reminder" },
  },
  guards: {
    isNew: ({ context, event }) =>
      event.type === "COME" && !context.waiting.some(({ caller }) => caller === event.caller),
    isWaiting: ({ context, event }) =>
      "caller" in event && context.waiting.some(({ caller }) => caller === event.caller),
    hasSomebody: ({ context }) => context.waiting.length > 0,
  },
  actions: {
    queue: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== "COME") return;
      const { caller, patience = 100, at = 0 } = event;
      enqueue.assign({ waiting: [...context.waiting, { caller, since: at }] });
      enqueue.raise({ type: "PATIENCE", caller }, { id: `patience.${caller}`, delay: patience });
    }),
    forget: enqueueActions(({ context, event, enqueue }) => {
      if (!("caller" in event)) return;
      enqueue.assign({ waiting: context.waiting.filter(({ caller }) => caller !== event.caller) });
      enqueue.cancel(`patience.${event.caller}`);
    }),
    giveUp: emit(({ event }) => ({
      type: "counter.gone" as const,
      to: (event as { caller: string }).caller,
      outcome: "gave_up" as const,
    })),
    serve: enqueueActions(({ context, enqueue }) => {
      for (const { caller } of context.waiting) {
        enqueue.cancel(`patience.${caller}`);
        enqueue.emit({ type: "counter.served", to: caller, result: { outcome: "served" } });
      }
      enqueue.assign({ attempt: context.attempt + 1, waiting: [] });
    }),
    sendAway: enqueueActions(({ context, enqueue }) => {
      for (const { caller } of context.waiting) {
        enqueue.emit({ type: "counter.closing", to: caller });
      }
    }),
  },
}).createMachine({
  id: "counter",
  context: { attempt: 0, bound: 3, cause: null, waiting: [] },
  initial: "open",
  states: {
    open: {
      after: {
        100: { actions: [assign({ cause: "timer" }), emit({ type: "counter.reminder" })] },
        1000: "closed",
      },
      on: {
        COME: { guard: "isNew", actions: "queue" },
        LEAVE: { guard: "isWaiting", actions: "forget" },
        PATIENCE: { guard: "isWaiting", actions: ["giveUp", "forget"] },
        // Delayed events without an id: as many as there were nudges.
        NUDGE: { actions: raise({ type: "SERVE" }, { delay: 50 }) },
        SERVE: { guard: "hasSomebody", actions: "serve" },
        CLOSE: "closed",
      },
    },
    closed: { type: "final", entry: ["sendAway", assign({ cause: "policy" })] },
  },
});
