import type { AnyMachineSnapshot } from "xstate";
import { CHECKPOINT_EVENT, type JournalEntry, type Mark, markOf } from "../journal/entry.js";
import { Deadlines, type Due } from "./deadlines.js";
import type { Host, HostState } from "./host.js";
import { NO_DEADLINES, type Timetable } from "./timetable.js";

/** One live instance of a machine: a snapshot and the moments at which it is due. */
export interface Instance extends HostState {
  readonly id: string;
  readonly host: Host;
  /** How much of its history this is. */
  readonly mark: Mark;
}

/** Many may be live: what an instance knows of its deadlines stands in its timetable alone. */
class LiveInstance implements Instance, Due {
  deadlines: Timetable = NO_DEADLINES;
  index = -1;
  order = 0;
  /** The number of its latest move, among all instances. */
  moved = 0;
  moves = 0;
  born = 0;

  constructor(
    readonly id: string,
    readonly host: Host,
    public snapshot: AnyMachineSnapshot,
  ) {}

  get mark(): Mark {
    return { born: this.born, moves: this.moves };
  }

  /** When its next deadline passes. */
  get at(): number {
    return this.deadlines[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** Whether somebody waits for its deadlines. */
  get isAwake(): boolean {
    return this.deadlines.length > 0 && !this.snapshot.hasTag("idle");
  }
}

/** The live instances and when they are due. Finished ones are let go of. */
export class Instances {
  readonly #due = new Deadlines<LiveInstance>();
  readonly #live = new Map<string, LiveInstance>();
  #awake = 0;
  #moves = 0;

  /** The instance whose deadline is the next to pass. */
  get next(): (Instance & { readonly at: number }) | undefined {
    return this.#due.first;
  }

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

  /** Takes over the state that an entry leads to; returns how much of the history it holds. */
  commit(id: string, host: Host, state: HostState, entry: JournalEntry): Mark {
    const known = this.#live.get(id);
    const told = entry.event === CHECKPOINT_EVENT ? markOf(entry) : undefined;
    const born = told?.born ?? known?.born ?? entry.time;
    const moves = told?.moves ?? (known?.moves ?? 0) + 1;
    return this.put(id, host, state, { born, moves });
  }

  /** Puts an instance where it is: in a state, with so much of its history. */
  put(id: string, host: Host, { snapshot, deadlines }: HostState, mark: Mark): Mark {
    const known = this.#live.get(id);
    if (snapshot.status !== "active") {
      if (known) this.#forget(known);
      return mark;
    }
    const instance = known?.host === host ? known : this.#begin(id, host, snapshot);
    instance.born = mark.born;
    instance.moves = mark.moves;
    this.#awake -= Number(instance.isAwake);
    const isDueAsBefore = instance.deadlines[0] === deadlines[0];
    if (!isDueAsBefore) this.#due.drop(instance);
    instance.snapshot = snapshot;
    instance.deadlines = deadlines;
    instance.moved = this.#moves++;
    if (!isDueAsBefore && deadlines.length > 0) this.#due.add(instance);
    this.#awake += Number(instance.isAwake);
    return mark;
  }

  /** Lets go of an instance. */
  drop(id: string): void {
    const known = this.#live.get(id);
    if (known) this.#forget(known);
  }

  #begin(id: string, host: Host, snapshot: AnyMachineSnapshot): LiveInstance {
    const earlier = this.#live.get(id);
    if (earlier) this.#forget(earlier);
    const instance = new LiveInstance(id, host, snapshot);
    this.#live.set(id, instance);
    return instance;
  }

  #forget(instance: LiveInstance): void {
    this.#due.drop(instance);
    this.#live.delete(instance.id);
    this.#awake -= Number(instance.isAwake);
  }
}
