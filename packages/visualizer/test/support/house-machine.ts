import { assign, fromPromise, setup, stateIn } from "xstate";

/** Somebody else's machine: parallel states, history, an invoked actor, delays, wildcards, `stateIn`. */
export const houseMachine = setup({
  types: {
    context: {} as { rings: number; parcel: string | null },
    events: {} as
      | { type: "LEAVE" }
      | { type: "RETURN" }
      | { type: "DIM" }
      | { type: "RING" }
      | { type: "FETCH" }
      | { type: "note.paper" }
      | { type: "note.voice" },
  },
  actors: {
    courier: fromPromise<string>(async () => {
      throw new Error("nobody may start this");
    }),
  },
  guards: { isLoud: ({ context }) => context.rings >= 2 },
  actions: { count: assign({ rings: ({ context }) => context.rings + 1 }) },
}).createMachine({
  id: "house",
  context: { rings: 0, parcel: null },
  initial: "home",
  on: { "note.*": { actions: "count" } },
  states: {
    home: {
      type: "parallel",
      on: { LEAVE: "away", DIM: { actions: "count" } },
      states: {
        light: {
          initial: "bright",
          states: {
            bright: { on: { DIM: "dimmed" }, after: { 1000: "dimmed" } },
            dimmed: { on: { DIM: "bright" } },
            last: { type: "history", history: "deep" },
          },
        },
        door: {
          initial: "closed",
          states: {
            closed: {
              on: {
                RING: [
                  { guard: "isLoud", target: "open" },
                  { guard: stateIn({ home: { light: "bright" } }), actions: "count" },
                ],
                FETCH: "fetching",
              },
            },
            open: { after: { 500: "closed" } },
            fetching: {
              invoke: {
                src: "courier",
                id: "courier",
                onDone: {
                  target: "closed",
                  actions: assign({ parcel: ({ event }) => event.output }),
                },
                onError: "closed",
              },
            },
          },
        },
      },
    },
    away: { on: { RETURN: "home.light.last", DIM: undefined } },
  },
});
