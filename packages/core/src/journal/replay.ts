import type { AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { type Instance, Instances, type KeptDeadline } from "../runtime/instances.js";
import { createStepper, type Step, type Stepper, stamped, stateName } from "../runtime/step.js";
import { CHECKPOINT_EVENT, type JournalEntry, START_EVENT } from "./entry.js";

/** How much of a journal could be applied. */
export interface ReplayReport {
  applied: number;
  /** Entries of unknown machines, of unknown or finished instances, that changed nothing, or that the machine cannot take. */
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

/** A fold that also gives the effects of an entry, for the host whose entry it is. */
export interface Fold extends Replay {
  /** Applies one entry; `undefined` when it was ignored. */
  step(entry: JournalEntry): Step | undefined;
}

/**
 * Starts a fold. Feed it entries in the order of the journal, all at once or as they come.
 * @example
 * const replay = createReplay([askMachine]);
 * for (const entry of journal.read()) replay.apply(entry);
 */
export function createReplay(machines: readonly AnyStateMachine[]): Replay {
  return createFold(new Map(machines.map((machine) => [machine.id, createStepper(machine)])));
}

/** As {@link createReplay}, with steppers that are there already. */
export function createFold(steppers: ReadonlyMap<string, Stepper>): Fold {
  const instances = new Instances();
  const report: ReplayReport = { applied: 0, ignored: 0, diverged: 0 };

  function step(entry: JournalEntry): Step | undefined {
    const stepper = entry.v === 1 ? steppers.get(entry.machine) : undefined;
    const made = stepper && stepIfSound(instances, stepper, entry);
    if (!made) {
      report.ignored += 1;
      return undefined;
    }
    report.applied += 1;
    if (stateName(made.snapshot.value) !== entry.to) report.diverged += 1;
    return made;
  }

  return { instances, report, step, apply: (entry) => step(entry) !== undefined };
}

/** A journal may have been damaged, or written by a machine that was another then: one entry must not cost all. */
function stepIfSound(
  instances: Instances,
  stepper: Stepper,
  entry: JournalEntry,
): Step | undefined {
  try {
    return stepOf(instances, stepper, entry);
  } catch {
    return undefined;
  }
}

function stepOf(instances: Instances, stepper: Stepper, entry: JournalEntry): Step | undefined {
  const { instance: id, time, payload, event } = entry;
  if (event === CHECKPOINT_EVENT) return restore(instances, stepper, entry);
  const known = instances.get(id);
  if (event === START_EVENT) {
    if (known) return undefined;
    const step = stepper.start(payload?.input);
    // XState does not throw here: what went wrong is in the snapshot.
    if (step.snapshot.status === "error") return undefined;
    instances.commit(id, stepper, step, time, event);
    return step;
  }
  if (!known || known.stepper !== stepper || !isDue(known, entry)) return undefined;
  const step = stepper.next(known.snapshot, stamped({ ...payload, type: event }, time));
  if (step) instances.commit(id, stepper, step, time, event);
  return step;
}

/** Of several processes that host an instance, the first to report a deadline wins. */
function isDue({ deadlines }: Instance, { event, time }: JournalEntry): boolean {
  if (!event.startsWith("xstate.")) return true;
  return deadlines.some(({ id, at }) => id === event && at <= time);
}

function restore(instances: Instances, stepper: Stepper, entry: JournalEntry): Step {
  const { value, context, deadlines } = entry.payload as {
    value: AnyMachineSnapshot["value"];
    context: unknown;
    deadlines: readonly KeptDeadline[];
  };
  const snapshot = stepper.restore(value, context);
  instances.restore(entry.instance, stepper, snapshot, deadlines);
  return { snapshot, timers: [], emitted: [], custom: [] };
}
