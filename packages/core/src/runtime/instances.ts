import type { AnyMachineSnapshot, EventObject } from "xstate";
import { type Deadline, Deadlines } from "./deadlines.js";
import type { Step, Stepper } from "./step.js";

/** One live instance of a machine: a snapshot and the moments at which it is due. */
export interface Instance {
  readonly id: string;
  readonly stepper: Stepper;
  readonly snapshot: AnyMachineSnapshot;
  readonly deadlines: readonly Deadline[];
}

interface MutableInstance extends Instance {
  snapshot: AnyMachineSnapshot;
  deadlines: readonly Deadline[];
  /** The number of its latest move. */
  moved: number;
}

/** A deadline as it is written in a checkpoint. */
export interface KeptDeadline {
  readonly id: string;
  readonly at: number;
  readonly event: EventObject;
}

const NONE: readonly never[] = [];

/** The live instances and their deadlines. Finished ones are let go of. */
export class Instances {
  readonly deadlines = new Deadlines<Deadline>();
  readonly #live = new Map<string, MutableInstance>();
  #awake = 0;
  #moves = 0;

  /** Whether somebody waits for a deadline; idle instances (tag `idle`) do not count. */
  get someoneWaits(): boolean {
    return this.#awake > 0;
  }

  get(id: string): Instance | undefined {
    return this.#live.get(id);
  }

  /** All of them, the one that moved last at the end. A replay gives the same order. */
  all(): readonly Instance[] {
    return [...this.#live.values()].sort((a, b) => a.moved - b.moved);
  }

  /** Takes over the step an event of type `cause` made at `time`; delays become absolute deadlines. */
  commit(id: string, stepper: Stepper, step: Step, time: number, cause: string): void {
    const { snapshot, timers } = step;
    const known = this.#live.get(id);
    const wasAwake = known !== undefined && isAwake(known);
    const instance = known ?? { id, stepper, snapshot, deadlines: NONE, moved: 0 };
    instance.snapshot = snapshot;
    instance.moved = this.#moves++;
    // XState names a delayed event after its timer: one that has come is no longer due.
    this.#cancel(instance, cause);
    for (const timer of timers) {
      if (typeof timer === "string") this.#cancel(instance, timer);
      else this.#schedule(instance, timer.id, time + timer.delay, timer.event);
    }
    if (snapshot.status === "active") {
      if (!known) this.#live.set(id, instance);
      this.#awake += Number(isAwake(instance)) - Number(wasAwake);
      return;
    }
    for (const deadline of instance.deadlines) this.deadlines.drop(deadline);
    this.#live.delete(id);
    this.#awake -= Number(wasAwake);
  }

  /** Puts an instance back as a checkpoint describes it. */
  restore(
    id: string,
    stepper: Stepper,
    snapshot: AnyMachineSnapshot,
    deadlines: readonly KeptDeadline[],
  ): void {
    this.forget(id);
    const moved = this.#moves++;
    const instance: MutableInstance = { id, stepper, snapshot, deadlines: NONE, moved };
    for (const { id: timer, at, event } of deadlines) this.#schedule(instance, timer, at, event);
    this.#live.set(id, instance);
    this.#awake += Number(isAwake(instance));
  }

  forget(id: string): void {
    const instance = this.#live.get(id);
    if (!instance) return;
    for (const deadline of instance.deadlines) this.deadlines.drop(deadline);
    this.#live.delete(id);
    this.#awake -= Number(isAwake(instance));
  }

  #schedule(instance: MutableInstance, id: string, at: number, event: EventObject): void {
    this.#cancel(instance, id);
    const deadline: Deadline = { at, instance: instance.id, id, event, index: -1 };
    this.deadlines.add(deadline);
    const { deadlines } = instance;
    // Not a spread: V8 would keep room for 16 more.
    instance.deadlines = deadlines.length > 0 ? deadlines.concat(deadline) : [deadline];
  }

  #cancel(instance: MutableInstance, id: string): void {
    const deadline = instance.deadlines.find((one) => one.id === id);
    if (!deadline) return;
    this.deadlines.drop(deadline);
    instance.deadlines =
      instance.deadlines.length === 1 ? NONE : instance.deadlines.filter((one) => one !== deadline);
  }
}

function isAwake({ snapshot, deadlines }: Instance): boolean {
  return deadlines.length > 0 && !snapshot.hasTag("idle");
}
