// A machine of your own that invokes the machines of Readback: no asker, no runtime, only XState.
import { askMachine, createAsk, createTask, verifyMachine } from "@readback/core";
import { createActor, sendTo, setup } from "xstate";
import { connectPerson } from "./person.mjs";
import { connectWork } from "./work.mjs";

const question = { id: "region", question: "Release where?", options: ["Europe", "Asia"] };

const release = setup({ actors: { ask: askMachine, run: verifyMachine } }).createMachine({
  id: "release",
  initial: "asking",
  states: {
    asking: {
      invoke: {
        id: "ask",
        src: "ask",
        input: () => createAsk({ questions: [question], maxRetries: 1 }),
        onDone: [
          { guard: ({ event }) => event.output.outcome === "answered", target: "releasing" },
          // Not shown, not answered, refused: nobody has said yes.
          { target: "postponed" },
        ],
      },
    },
    releasing: {
      entry: sendTo("run", { type: "START" }),
      invoke: {
        id: "run",
        src: "run",
        input: () => createTask({ id: "release", name: "Release it" }, { maxAttempts: 2 }),
        onDone: [
          { guard: ({ event }) => event.output.status === "done", target: "released" },
          { target: "postponed" },
        ],
      },
    },
    released: { type: "final" },
    postponed: { type: "final" },
  },
});

const actor = createActor(release, {
  inspect: {
    next({ type, actorRef }) {
      if (type !== "@xstate.actor") return;
      if (actorRef.logic === askMachine) connectPerson(actorRef);
      if (actorRef.logic === verifyMachine) connectWork(actorRef);
    },
  },
});
actor.subscribe(({ value }) => console.log(`release | ${value}`));
actor.start();
