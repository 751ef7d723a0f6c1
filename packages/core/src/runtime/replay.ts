import type { AnyStateMachine } from "xstate";
import { CHECKPOINT_EVENT, type JournalEntry, type Mark, markOf } from "../journal/entry.js";
import { stateName } from "../journal/state-name.js";
import { type Upcast, upcastOf } from "../journal/upcast.js";
import { mustBeMachines } from "../must-be-machine.js";
import { type Applied, createHost, type Host } from "./host.js";
import { type Instance, Instances } from "./instances.js";

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
  /** The name of an instance of the journal in this fold: an upcaster may have given it another one. */
  nameOf(instance: string): string;
}

/** A fold that also gives the effects of an entry, for the process whose entry it is. */
export interface Fold extends Replay {
  /** Applies one entry; `undefined` when it was ignored. */
  step(entry: JournalEntry): Applied | undefined;
  /** How much of its instance's history the latest entry completed. */
  readonly latest: Mark;
  /** The entries that the latest one was understood as: itself, unless an upcaster translated it. */
  readonly understood: readonly JournalEntry[];
}

/**
 * Starts a fold. Feed it entries in the order of the journal, all at once or as they come. Entries
 * of earlier versions of a machine go through its upcaster first.
 * @example
 * const replay = createReplay([askMachine]);
 * for (const entry of journal.read()) replay.apply(entry);
 */
export function createReplay(machines: readonly AnyStateMachine[]): Fold {
  mustBeMachines(machines);
  return createFold(new Map(machines.map((machine) => [machine.id, createHost(machine)])));
}

/** As {@link createReplay}, with hosts that are there already. */
export function createFold(hosts: ReadonlyMap<string, Host>): Fold {
  const instances = new Instances();
  const report: ReplayReport = { applied: 0, ignored: 0, diverged: 0 };
  const upcasts = new Map([...hosts].map(([id, { machine }]) => [id, upcastOf(machine)]));
  const known = (instance: string) => instances.get(instance)?.snapshot;
  const names = new Map<string, string>();
  let latest: Mark = { born: 0, moves: 0 };
  let understood: ReturnType<Upcast>;

  /** A journal may have been damaged, or written by a machine that was another then: one entry must not cost all. */
  function stepIfSound(entry: JournalEntry): Applied | undefined {
    try {
      return stepOf(entry);
    } catch {
      return undefined;
    }
  }

  function stepOf(written: JournalEntry): Applied | undefined {
    understood = undefined;
    const host = written.v === 1 ? hosts.get(written.machine) : undefined;
    if (!host) return undefined;
    const upcast = upcasts.get(written.machine);
    const entries = upcast ? upcast(written, known) : written;
    understood = entries;
    if (entries === written) return applyTo(host, written, true);
    let last: Applied | undefined;
    for (const entry of [entries ?? []].flat()) {
      if (entry.instance !== written.instance) names.set(written.instance, entry.instance);
      last = applyTo(host, entry, entry === written);
    }
    return last;
  }

  /** An entry that was translated need not name the state it leads to now. */
  function applyTo(host: Host, entry: JournalEntry, isAsWritten: boolean): Applied | undefined {
    const { instance: id, event, to } = entry;
    const instance = instances.get(id);
    if (instance && instance.host !== host && event !== CHECKPOINT_EVENT) return undefined;
    if (instance && event === CHECKPOINT_EVENT && isKnown(instance, entry)) return undefined;
    const made = host.apply(instance, entry);
    if (!made) return undefined;
    latest = instances.commit(id, host, made.state, entry);
    if (isAsWritten && stateName(made.state.snapshot.value) !== to) report.diverged += 1;
    return made;
  }

  function step(entry: JournalEntry): Applied | undefined {
    const made = stepIfSound(entry);
    if (made) report.applied += 1;
    else report.ignored += 1;
    return made;
  }

  const nameOf = (instance: string) => names.get(instance) ?? instance;

  return {
    instances,
    report,
    step,
    apply: (entry) => step(entry) !== undefined,
    nameOf,
    get latest() {
      return latest;
    },
    get understood() {
      return [understood ?? []].flat();
    },
  };
}

/**
 * Of several checkpoints of one life the first counts: two processes wrote a lost journal again, and
 * whoever knows more adds what it knows. Of two lives the older one counts.
 */
function isKnown({ mark }: Instance, checkpoint: JournalEntry): boolean {
  const told = markOf(checkpoint);
  return told !== undefined && told.born >= mark.born;
}
