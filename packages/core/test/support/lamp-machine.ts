import { assign, emit, enqueueActions, setup } from "xstate";
import type { Bounded } from "../../src/bounded.js";

interface LampInput {
  /** How long it shines. */
  readonly shines?: number;
  /** How long it is kept when nobody needs it. */
  readonly kept?: number;
}

/** A small machine for tests of what surrounds machines: a lamp that is turned on and goes off. */
export const lampMachine = setup({
  types: {
    context: {} as Bounded & { readonly shines: number; readonly kept: number },
    input: {} as LampInput,
    events: {} as
      | { type: "TURN_ON"; by?: string }
      | { type: "TURN_OFF" }
      | { type: "POKE" }
      | { type: "BREAK" },
    emitted: {} as
      | { type: "lamp.on"; attempt: number }
      | { type: "lamp.off" }
      | { type: "lamp.broken" },
    tags: {} as "idle",
  },
  delays: {
    shines: ({ context }) => context.shines,
    kept: ({ context }) => context.kept,
  },
  actions: {
    /** For `provide`. */
    look: () => {},
    count: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
}).createMachine({
  id: "lamp",
  context: ({ input: { shines = 100, kept = 1_000 } }) => ({
    attempt: 0,
    bound: 1_000_000,
    cause: null,
    shines,
    kept,
  }),
  initial: "off",
  states: {
    off: {
      tags: "idle",
      after: { kept: "broken" },
      on: { TURN_ON: { target: "on", actions: ["count", "look"] } },
    },
    on: {
      entry: enqueueActions(({ context, enqueue }) => {
        enqueue.emit({ type: "lamp.on", attempt: context.attempt });
      }),
      exit: emit({ type: "lamp.off" }),
      after: { shines: { target: "off", actions: assign({ cause: "timer" }) } },
      on: {
        TURN_OFF: { target: "off", actions: assign({ cause: "human" }) },
        POKE: { target: "on", reenter: true },
      },
    },
    broken: { type: "final", entry: emit({ type: "lamp.broken" }) },
  },
  on: { BREAK: { target: ".broken", actions: assign({ cause: "human" }) } },
});
