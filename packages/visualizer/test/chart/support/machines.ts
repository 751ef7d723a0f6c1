import { askMachine, guardMachine, instructionMachine, verifyMachine } from "@readback/core";
import { and, assign, createMachine, fromPromise, not, or, setup } from "xstate";

export const ourMachines = [askMachine, guardMachine, instructionMachine, verifyMachine];

/** Somebody else's machine, with everything that ours do without. */
export const playerMachine = setup({
  types: {
    context: {} as { tries: number },
    events: {} as { type: "LOAD" | "PLAY" | "PAUSE" | "MUTE" | "UNMUTE" | "EJECT" | "BACK" },
  },
  actors: { fetchTrack: fromPromise(async () => "track") },
  delays: { bufferTime: 2_000, backOff: ({ context }) => context.tries * 1_000 },
  guards: {
    isReady: () => true,
    isLocked: () => false,
    isFasterThan: (_, params: { speed: number }) => params.speed > 1,
  },
  actions: { spin: () => {}, stop: () => {} },
}).createMachine({
  id: "player",
  context: { tries: 0 },
  initial: "empty",
  on: { "*": { actions: "spin" } },
  states: {
    empty: { on: { LOAD: "loading" } },
    loading: {
      meta: { waitsFor: "network" },
      invoke: {
        id: "fetch",
        src: "fetchTrack",
        onDone: { target: "playing", actions: assign({ tries: 0 }) },
        onError: "broken",
      },
    },
    playing: {
      type: "parallel",
      entry: "spin",
      exit: ["stop", () => {}],
      on: {
        EJECT: { target: "empty", guard: or([and(["isReady", not("isLocked")]), "isLocked"]) },
      },
      onDone: "empty",
      states: {
        motor: {
          initial: "running",
          states: {
            running: {
              on: {
                PAUSE: { target: "paused", guard: { type: "isFasterThan", params: { speed: 2 } } },
              },
              after: { 500: { actions: "spin" } },
            },
            paused: {
              tags: "quiet",
              on: { PLAY: "running" },
              after: { bufferTime: "over", backOff: { target: "running", guard: () => true } },
            },
            over: { type: "final" },
          },
        },
        sound: {
          initial: "on",
          states: {
            on: { on: { MUTE: "off" } },
            off: { on: { UNMUTE: "on" } },
            last: { type: "history" },
            // A key that looks like a path.
            "very.quiet": { type: "final" },
          },
        },
        everything: { type: "history", history: "deep" },
      },
    },
    broken: {
      always: { target: "empty", guard: "isLocked" },
      on: {
        BACK: "playing.sound.last",
        PLAY: { target: ["playing.motor.running", "playing.sound.off"], reenter: true },
        LOAD: undefined,
      },
    },
  },
});

/** Names that a page must not believe. */
export const hostileMachine = createMachine({
  id: `</title><script>alert("1")</script>`,
  initial: `"><img src=x onerror=alert(1)>`,
  states: {
    [`"><img src=x onerror=alert(1)>`]: {
      description: "]]></style>\u0000\u001b[31m & <b>bold</b> --> [*]",
      on: {
        [`'</text><a href="javascript:alert(1)">`]: "a\nb: c --> d",
        ["x".repeat(300)]: "toString",
      },
    },
    "a\nb: c --> d": { on: { "%%{init: {}}%%": "constructor" } },
    toString: { type: "final" as const },
    constructor: { type: "final" as const },
  },
});
