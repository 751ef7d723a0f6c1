import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { Instances, type KeptDeadline } from "../runtime/instances.js";
import { createStepper, type Stepper, stamped, stateName } from "../runtime/step.js";
import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "./entry.js";

/** How much of a journal could be applied. */
export interface ReplayReport {
  applied: number;
  /** Entries of unknown machines, of unknown or finished instances, or that changed nothing. */
  ignored: number;
  /** Entries after which the machine is not in the state the entry names: it has changed since. */
  diverged: number;
}

/** The fold of a journal through the machines. */
export interface Replay {
  readonly instances: Instances;
  readonly report: Readonly<ReplayReport>;
  /** Applies one entry; false when it was ignored. */
  apply(entry: JournalEntry): boolean;
}

/**
 * Starts a fold. Feed it entries in the order of the journal, all at once or as they come.
 * @example
 * const replay = createReplay([askMachine]);
 * for (const entry of journal.read()) replay.apply(entry);
 */
export function createReplay(machines: readonly AnyStateMachine[]): Replay {
  const steppers = new Map(machines.map((machine) => [machine.id, createStepper(machine)]));
  const instances = new Instances();
  const report: ReplayReport = { applied: 0, ignored: 0, diverged: 0 };

  function apply(entry: JournalEntry): boolean {
    const stepper = steppers.get(entry.machine);
    const after = stepper && applyTo(instances, stepper, entry);
    if (!after) {
      report.ignored += 1;
      return false;
    }
    report.applied += 1;
    if (stateName(after.value) !== entry.to) report.diverged += 1;
    return true;
  }

  return { instances, report, apply };
}

function applyTo(
  instances: Instances,
  stepper: Stepper,
  entry: JournalEntry,
): AnyMachineSnapshot | undefined {
  const { instance: id, time, payload } = entry;
  if (entry.event === CHECKPOINT_EVENT) return restore(instances, stepper, entry);
  const known = instances.get(id);
  if (entry.event === START_EVENT) {
    if (known) return undefined;
    const step = stepper.start(payload?.input);
    instances.commit(id, stepper, step, time, entry.event);
    return step.snapshot;
  }
  if (!known || known.stepper !== stepper) return undefined;
  const step = stepper.next(known.snapshot, stamped({ ...payload, type: entry.event }, time));
  if (!step) return undefined;
  instances.commit(id, stepper, step, time, entry.event);
  return step.snapshot;
}

function restore(instances: Instances, stepper: Stepper, entry: JournalEntry): AnyMachineSnapshot {
  const { value, context, deadlines } = entry.payload as {
    value: AnyMachineSnapshot["value"];
    context: unknown;
    deadlines: readonly KeptDeadline[];
  };
  // resolveState cannot know the machine's context type; replay gives back what a checkpoint kept.
  const snapshot = stepper.machine.resolveState({ value, context } as never) as AnyMachineSnapshot;
  instances.restore(entry.instance, stepper, snapshot, deadlines);
  return snapshot;
}
