import { createRuntime } from "@readback/core";
import { messageOf } from "@readback/core/host";
import { createFileJournal } from "@readback/node";
import { journalsIn } from "@readback/node/follow";
import type { AnyStateMachine, EventObject } from "xstate";
import { canTake, judged } from "../../model/candidates.js";
import type { InstanceSummary } from "../../model/instance.js";
import type { Store } from "../../model/store.js";
import type { ActionTaken } from "../../source/action.js";
import type { Control } from "../../source/local-source.js";
import { DEEDS, type Deed } from "./deeds.js";

const LONGEST_TEXT = 10_000;

/**
 * Lets a person act on the instances of the journals in a folder. What is possible is what the machine would
 * take now; what is done is one event, sent through a runtime on the journal, as every other process does it.
 */
export function createControl(folder: string, store: Store): Control {
  const machineOf = (id: string) => [...DEEDS.keys()].find((machine) => machine.id === id);

  function possible({ key, machine }: InstanceSummary): readonly Deed[] {
    const track = machineOf(machine) && store.track(key);
    const state = track?.state(track.length - 1);
    if (!track || !state || state.snapshot.status !== "active") return [];
    const deeds = DEEDS.get(track.machine) ?? [];
    return deeds.filter((deed) => {
      const event = deed.event(state.snapshot.context, "text");
      return canTake(judged(track.machine, state, event, Date.now()));
    });
  }

  return {
    offers: (instance) =>
      possible(instance).map(({ name, label, what, asksFor }) => ({
        name,
        label,
        what,
        ...(asksFor === undefined ? {} : { asksFor }),
      })),
    async act(key, action, text = "") {
      if (typeof text !== "string") throw new TypeError("text: must be a string");
      const instance = store.get(key);
      const deed = instance && possible(instance).find(({ name }) => name === action);
      const machine = instance && machineOf(instance.machine);
      if (!deed || !machine) return refused(`${action} is not possible here any more`);
      if (deed.asksFor && text.trim() === "") return refused(`${deed.asksFor}: write something`);
      if (text.length > LONGEST_TEXT)
        return refused(`At most ${LONGEST_TEXT} characters are possible`);
      try {
        return sendTo(folder, machine, instance.instance, (context) => deed.event(context, text))
          ? { isDone: true, message: deed.done }
          : refused("Nothing changed: it has moved on meanwhile. Look at where it is now");
      } catch (error) {
        return refused(`It could not be written: ${messageOf(error)}`);
      }
    },
  };
}

const refused = (message: string): ActionTaken => ({ isDone: false, message });

/** Sends an event to an instance in whichever journal knows it. False when nothing changed. */
function sendTo(
  folder: string,
  machine: AnyStateMachine,
  instance: string,
  event: (context: Readonly<Record<string, unknown>>) => EventObject,
): boolean {
  for (const path of journalsIn(folder)) {
    const journal = createFileJournal({ folder: path, onProblem() {} });
    const runtime = createRuntime([machine], { journal, onError() {} });
    try {
      runtime.recover((entry) => entry.machine === machine.id);
      const snapshot = runtime.snapshot(instance);
      if (snapshot) return runtime.send(instance, event(snapshot.context) as never);
    } finally {
      runtime.stop();
      journal.close();
    }
  }
  return false;
}
