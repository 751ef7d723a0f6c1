import { askMachine } from "@readback/core";
import { createEmptyActor } from "xstate";
import { timedBlocks } from "../../lib/journal-blocks.mjs";

/** The least a fold can do: JSON.parse, the machine's own transition, and a Map of snapshots. */
export function create({ folder }) {
  const self = createEmptyActor();
  const nothing = () => {};
  const scope = {
    self,
    system: self.system,
    id: askMachine.id,
    sessionId: askMachine.id,
    logger: nothing,
    defer: nothing,
    emit: nothing,
    stopChild: nothing,
    actionExecutor: nothing,
  };
  const snapshots = new Map();

  function apply(line) {
    const { instance, event, payload, time } = JSON.parse(line);
    const after =
      event === "readback.start"
        ? askMachine.getInitialSnapshot(scope, payload.input)
        : askMachine.transition(
            snapshots.get(instance),
            { ...payload, type: event, at: time },
            scope,
          );
    if (after.status === "active") snapshots.set(instance, after);
    else snapshots.delete(instance);
  }

  return timedBlocks(folder, apply, () => ({ live: snapshots.size }));
}
