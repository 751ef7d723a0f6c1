import type { AnyMachineSnapshot } from "xstate";
import type { JournalEntry } from "../../src/journal/entry.js";
import { type Clock, createSimulatedClock } from "../../src/runtime/clock.js";
import { mortal } from "../support/crash.js";
import { createDisk, type ProcessJournal } from "./disk.js";
import { createRandom } from "./random.js";
import { createTruth } from "./truth.js";

/** What a process shows of itself. */
interface View {
  snapshot(instance: string): AnyMachineSnapshot | undefined;
  live(): Iterable<readonly [instance: string, snapshot: AnyMachineSnapshot]>;
  catchUp(): void;
}

/** One process. After its death nothing it does counts. */
export interface Process {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: ProcessJournal;
  /** What it makes of the journal, and of which machine; none when it does not say. */
  view?: { readonly machine: string; readonly runtime: View };
  isDead: boolean;
}

export type World = ReturnType<typeof createWorld>;

/** A clock, a disk with a journal, and processes that come and go. */
export function createWorld(seed: number) {
  const random = createRandom(seed);
  const clock = createSimulatedClock(1_000_000_000);
  /** What happened, and what was written meanwhile. */
  const log: (string | JournalEntry)[] = [];
  const processes = new Set<Process>();
  const mourners: ((process: Process) => void)[] = [];
  const refusals: ((entry: JournalEntry) => void)[] = [];
  let born = 0;

  let broken: Error | undefined;
  const check = (isTrue: boolean, promise: string) => {
    if (isTrue) return;
    // Where nobody hears it, in a promise or in a listener, it is not forgotten.
    broken ??= new Error(`seed ${seed}: ${promise}\n${asText(log)}`);
    throw broken;
  };
  const truth = createTruth(check);
  const disk = createDisk({
    clock,
    random,
    onEntry(entry) {
      log.push(entry);
      truth.take(entry);
    },
    onRefusal(entry) {
      for (const told of refusals) told(entry);
    },
    onDeath(name) {
      for (const one of [...processes]) if (name === undefined || one.name === name) kill(one);
    },
    beforeSync() {
      for (const { view } of [...processes]) {
        try {
          view?.runtime.catchUp();
        } catch {
          // The one that writes cannot read meanwhile.
        }
      }
    },
    onLoss(left) {
      truth.forget();
      for (const entry of left) truth.take(entry);
    },
  });

  function kill(process: Process & { die?: () => void }): void {
    for (const told of mourners) told(process);
    log.push(`${process.name} is killed`);
    process.isDead = true;
    process.die?.();
    processes.delete(process);
    disk.bury(process.name);
  }

  return {
    seed,
    random,
    clock,
    disk,
    truth,
    log,
    check,
    processes,
    kill,
    /** Tells of each process that is killed, just before it is. */
    beforeDeath(told: (process: Process) => void) {
      mourners.push(told);
    },
    /** Tells of each entry that there was no room for. */
    onRefusal(told: (entry: JournalEntry) => void) {
      refusals.push(told);
    },
    /** Whether what some process knows may not be in the journal: it was deleted, and that one has not written it again yet. */
    isInGap: () => [...processes].some(({ journal }) => !journal.hasRestored()),
    /** Starts a process. */
    start(what: string): Process {
      born += 1;
      const name = `${what}${born}`;
      const { clock: own, die } = mortal(clock);
      const process = { name, clock: own, journal: disk.open(name), isDead: false, die };
      processes.add(process);
      log.push(`${name} starts`);
      return process;
    },
    /** A process ends in good order. */
    end(process: Process & { die?: () => void }): void {
      if (process.isDead) return;
      process.isDead = true;
      process.die?.();
      processes.delete(process);
      disk.bury(process.name);
      log.push(`${process.name} ends`);
    },
    /** Throws when a promise was broken before. */
    mustBeWhole(): void {
      if (broken) throw broken;
    },
    /** Every process that has read the whole journal sees in it what is there. */
    compareViews(): void {
      for (const { name, journal, view } of processes) {
        // What a deleted journal has lost may wait for room on the disk.
        if (view && journal.isUpToDate() && journal.hasRestored())
          truth.compare(name, view.machine, view.runtime);
      }
    },
  };
}

/** Lets promises that are settled be heard. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
}

/** A story as people read it. */
export function asText(log: readonly (string | JournalEntry)[]): string {
  return log.map((one) => (typeof one === "string" ? one : `    ${entryText(one)}`)).join("\n");
}

function entryText({ instance, event, from, to, attempt, payload }: JournalEntry): string {
  const { value: _, context: __, deadlines: ___, input: ____, ...rest } = payload ?? {};
  return `${instance.slice(0, 20)} ${event}: ${from} to ${to}, ${attempt} ${JSON.stringify(rest)}`;
}
