// As much of XState as the guard machine is made of, in place of the whole of it: a hook is started
// with every tool call, and loading XState would take a third of its time. What a machine means is
// still for XState to say: `test/xstate.test.ts` compares the two step by step.

// biome-ignore lint/suspicious/noExplicitAny: what XState keeps in its nodes has no useful type
type Loose = any;

const made = (type: string, fields: object) => ({ type, ...fields, resolve: (): Loose => {} });
const combined = (check: object) => (guards: Loose) =>
  Object.assign(() => {}, { check, guards: [guards].flat() });

export const and = combined({});
export const or = combined({});
export const not = combined({});
export const assign = (assignment: Loose) => made("xstate.assign", { assignment });
export const emit = (event: Loose) => made("xstate.emit", { event });
export const enqueueActions = (collect: Loose) => made("xstate.enqueueActions", { collect });

/** A delayed event; its delay is a number, or the name of one. */
export const raise = (event: Loose, { id, delay }: Loose) => ({
  type: "xstate.raise",
  resolve(_: Loose, { machine, context }: Loose, args: Loose) {
    const found = machine.implementations.delays[delay] ?? delay;
    const ms = typeof found === "function" ? found({ ...args, context }) : found;
    return [undefined, { event, id, delay: ms }];
  },
});

export const cancel = (sendId: string) => ({
  type: "xstate.cancel",
  resolve: () => [undefined, { sendId }],
});

/** The part of an actor that a host asks for. */
export const createEmptyActor = () => ({ system: undefined });

export function matchesState(wanted: Loose, value: Loose): boolean {
  if (typeof wanted === "string")
    return typeof value === "string" ? wanted === value : wanted in value;
  if (typeof value === "string") return false;
  return Object.keys(wanted).every((key) => key in value && matchesState(wanted[key], value[key]));
}

export function setup({ guards = {}, actions = {}, delays = {} }: Loose) {
  const implementations = { guards, actions, delays };
  return {
    createMachine(config: Loose) {
      const machine: Loose = { id: config.id, config, implementations };
      machine.root = new StateNode(machine, config, undefined, config.id);
      return machine;
    },
  };
}

const list = (value: Loose): Loose[] => (value === undefined ? [] : [value].flat());

/** A state of the machine. Most of it is made when it is asked for: one decision visits few. */
class StateNode {
  readonly type: "atomic" | "compound" | "final";
  readonly path: readonly string[];
  readonly id: string;
  readonly states: { readonly [key: string]: StateNode } = {};
  readonly invoke: readonly never[] = [];
  #transitions: Map<string, Transition[]> | undefined;
  #always: Transition[] | undefined;

  constructor(
    readonly machine: Loose,
    readonly config: Loose,
    readonly parent: StateNode | undefined,
    key: string,
  ) {
    this.path = parent ? [...parent.path, key] : [];
    this.id = [machine.id, ...this.path].join(".");
    this.type = config.type ?? (config.initial ? "compound" : "atomic");
    for (const name of Object.keys(config.states ?? {})) {
      (this.states as Loose)[name] = new StateNode(machine, config.states[name], this, name);
    }
  }

  get tags(): string[] {
    return list(this.config.tags);
  }
  get meta() {
    return this.config.meta;
  }
  get output() {
    return this.config.output;
  }
  get initial() {
    return { target: [this.states[this.config.initial]], actions: [] };
  }
  get entry(): Loose[] {
    const timers = this.#delays().map(([delay, type]) => raise({ type }, { id: type, delay }));
    return [...list(this.config.entry), ...timers];
  }
  get exit(): Loose[] {
    return [...list(this.config.exit), ...this.#delays().map(([, type]) => cancel(type))];
  }
  get always(): Transition[] | undefined {
    const { always } = this.config;
    if (always) this.#always ??= this.#made(always);
    return this.#always;
  }
  get transitions(): Map<string, Transition[]> {
    if (this.#transitions) return this.#transitions;
    const { on = {}, after = {} } = this.config;
    this.#transitions = new Map();
    for (const type of Object.keys(on)) this.#transitions.set(type, this.#made(on[type] ?? {}));
    for (const [delay, type] of this.#delays()) {
      this.#transitions.set(type, this.#made(after[delay]));
    }
    return this.#transitions;
  }

  /** The delays after which something happens here, and the events that say so. */
  #delays(): (readonly [delay: string, type: string])[] {
    const { after = {} } = this.config;
    return Object.keys(after).map((delay) => [delay, `xstate.after.${delay}.${this.id}`] as const);
  }

  #made(config: Loose): Transition[] {
    return list(config).map((one) => new Transition(this, one));
  }
}

class Transition {
  readonly guard: Loose;
  readonly actions: Loose[];
  readonly reenter: boolean;
  readonly #target: string | undefined;

  constructor(
    readonly source: StateNode,
    config: Loose,
  ) {
    const { target, guard, actions, reenter = false } = config;
    this.#target = typeof config === "string" ? config : target;
    this.guard = guard;
    this.actions = list(actions);
    this.reenter = reenter;
  }

  /** None: stays. `#machine.path` from the root, `.path` from here, otherwise from the parent. */
  get target(): StateNode[] | undefined {
    if (this.#target === undefined) return undefined;
    const [first = "", ...rest] = this.#target.split(".");
    const { source } = this;
    let node: Loose = source;
    if (first.startsWith("#")) node = source.machine.root;
    else if (first !== "") node = source.parent?.states[first];
    for (const key of rest) node = node.states[key];
    return [node];
  }
}
