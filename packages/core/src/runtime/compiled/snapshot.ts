import { type AnyStateMachine, type EventObject, matchesState } from "xstate";
import { select } from "./guards.js";
import type { Loose, State } from "./states.js";

const NOTHING = Object.freeze({});

/** A snapshot as XState's, which leaves to its state what all snapshots in that state share. */
export class CompiledSnapshot {
  readonly error = undefined;

  constructor(
    readonly machine: AnyStateMachine,
    readonly state: State,
    readonly context: Loose,
    readonly status: "active" | "done",
    readonly output: unknown,
  ) {}

  get value() {
    return this.state.value;
  }
  get tags() {
    return this.state.tags;
  }
  get _nodes() {
    return this.state.chain;
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
  can(event: EventObject) {
    const { target, actions } = select(this, this.state, this.context, event) ?? NOTHING;
    return target !== undefined || actions?.length > 0;
  }
  getMeta() {
    const withMeta = this._nodes.filter(({ meta }) => meta !== undefined);
    return Object.fromEntries(withMeta.map(({ id, meta }) => [id, meta]));
  }
  toJSON() {
    const { status, output, error, context, value, children, historyValue, tags } = this;
    return { status, output, error, context, value, children, historyValue, tags: [...tags] };
  }
}
