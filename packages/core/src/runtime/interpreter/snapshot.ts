import { type AnyStateMachine, type EventObject, matchesState, type StateValue } from "xstate";
import { choose } from "./guards.js";
import type { Loose, State } from "./states.js";

const NOTHING = Object.freeze({});

/** A snapshot as XState's, which leaves to its state what all snapshots in that state share. */
export class InterpretedSnapshot {
  constructor(
    readonly state: State,
    readonly context: Loose,
    readonly output: unknown,
  ) {}

  get error() {
    return undefined;
  }
  get machine(): AnyStateMachine {
    return this.state.machine;
  }
  get status(): "active" | "done" {
    return this.state.isFinal ? "done" : "active";
  }
  get value(): StateValue {
    return this.state.value;
  }
  get tags(): ReadonlySet<string> {
    return this.state.tags;
  }
  get children() {
    return NOTHING;
  }
  get historyValue() {
    return NOTHING;
  }
  matches(value: Loose) {
    return matchesState(value, this.value);
  }
  hasTag(tag: string) {
    return this.tags.has(tag);
  }
  can(event: EventObject): boolean {
    const chosen = choose(this.state.transitionsOn(event.type), this.machine, this.context, event);
    return chosen !== undefined && (chosen.target !== undefined || chosen.actions.length > 0);
  }
  getMeta() {
    const all = this.state.chain.map(({ id, config }) => [id, config.meta]);
    return Object.fromEntries(all.filter(([, meta]) => meta !== undefined));
  }
  toJSON() {
    const { status, output, error, context, value, children, historyValue, tags } = this;
    return { status, output, error, context, value, children, historyValue, tags: [...tags] };
  }
}
