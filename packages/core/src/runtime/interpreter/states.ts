import type { AnyStateMachine, StateValue } from "xstate";

/** A part of a machine's config: XState publishes no useful type for what is inside. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

export interface Transition {
  readonly guard: Loose;
  readonly actions: readonly Loose[];
  /** None: the state stays. */
  readonly target: State | undefined;
  readonly source: State;
  readonly reenter: boolean;
}

/** What taking a transition in a state does: worked out once, XState does it every time. */
export interface Move {
  /** Of the states that are left, of the transition, and of those that are entered. */
  readonly actions: readonly Loose[];
  readonly next: State;
}

export const list = (value: Loose): Loose[] => (value === undefined ? [] : [value].flat());

/** A state of a machine. What is about transitions is worked out when it is asked for: one event visits few. */
export class State {
  readonly id: string;
  /** The state itself and those around it, the root last. */
  readonly chain: readonly State[];
  readonly value: StateValue;
  readonly tags: ReadonlySet<string>;
  readonly isFinal: boolean;
  readonly states = new Map<string, State>();
  readonly #transitions = new Map<string, readonly Transition[]>();
  readonly #moves = new Map<Transition, Move>();
  #always: readonly Transition[] | undefined;

  constructor(
    readonly machine: AnyStateMachine,
    readonly config: Loose,
    readonly parent?: State,
    path: readonly string[] = [],
  ) {
    this.id = config.id ?? [machine.id, ...path].join(".");
    this.chain = parent ? [this, ...parent.chain] : [this];
    this.value = path.reduceRight<Loose>((below, key) => (below ? { [key]: below } : key), "");
    this.tags = new Set(this.chain.flatMap((state) => list(state.config.tags)));
    this.isFinal = config.type === "final";
    for (const key of Object.keys(config.states ?? {})) {
      this.states.set(key, new State(machine, config.states[key], this, [...path, key]));
    }
  }

  /** The transitions for an event, the innermost first. */
  transitionsOn(type: string): readonly Transition[] {
    const known = this.#transitions.get(type);
    if (known) return known;
    const made = [...this.#made(this.#configOf(type)), ...(this.parent?.transitionsOn(type) ?? [])];
    // Anybody may send any name: only those that mean something are kept.
    if (made.length > 0) this.#transitions.set(type, made);
    return made;
  }
  /** The transitions that are taken without an event. */
  get always(): readonly Transition[] {
    this.#always ??= this.chain.flatMap((state) => state.#made(state.config.always));
    return this.#always;
  }

  /** The state in which the machine comes to rest when this one is entered. */
  get resting(): State {
    const { initial } = this;
    return initial ? initial.target.resting : this;
  }
  get initial(): { readonly target: State; readonly actions: readonly Loose[] } | undefined {
    const { initial } = this.config;
    const target = this.states.get(initial?.target ?? initial);
    return target && { target, actions: list(initial.actions) };
  }

  /** What taking a transition from here does. */
  move(transition: Transition): Move {
    const known = this.#moves.get(transition);
    if (known) return known;
    const { target, actions } = transition;
    const made = target ? this.#moveTo(target, transition) : { actions, next: this };
    this.#moves.set(transition, made);
    return made;
  }

  /** What entering this state does, from a state around it; from nothing when the machine starts. */
  enter(from: State | undefined): Move {
    const entered = from ? this.chain.slice(0, this.chain.indexOf(from)) : this.chain;
    const actions = [...entered].reverse().flatMap((state) => state.#entry());
    let state: State = this;
    for (let { initial } = state; initial; { initial } = state) {
      if (state !== from) actions.push(...initial.actions);
      state = initial.target;
      actions.push(...state.#entry());
    }
    return { actions, next: state };
  }

  /** What leaving this state does. */
  get exit(): Loose[] {
    const cancels = this.#delays().map(({ type }) => ({ type: "xstate.cancel", sendId: type }));
    return [...list(this.config.exit), ...cancels];
  }

  #entry(): Loose[] {
    const timers = this.#delays().map(({ type, delay }) => ({
      type: "xstate.raise",
      event: { type },
      id: type,
      delay,
    }));
    return [...list(this.config.entry), ...timers];
  }

  #moveTo(target: State, transition: Transition): Move {
    const around = stayOf(transition, target);
    const left = around ? this.chain.slice(0, this.chain.indexOf(around)) : this.chain;
    const { actions, next } = target.enter(around);
    return {
      actions: [...left.flatMap(({ exit }) => exit), ...transition.actions, ...actions],
      next,
    };
  }

  #configOf(type: string): Loose {
    const { on = {}, after } = this.config;
    // `undefined` forbids an event that a state around this one knows.
    if (Object.hasOwn(on, type)) return on[type] ?? {};
    const passed = this.#delays().find((one) => one.type === type);
    return passed && after[passed.key];
  }

  /** The delays after which something happens here, and the events that say so. */
  #delays(): { readonly key: string; readonly delay: string | number; readonly type: string }[] {
    return Object.keys(this.config.after ?? {}).map((key) => {
      const delay = Number.isNaN(Number(key)) ? key : Number(key);
      return { key, delay, type: `xstate.after.${delay}.${this.id}` };
    });
  }

  #made(configs: Loose): Transition[] {
    return list(configs).map((one) => {
      const config = typeof one === "string" ? { target: one } : one;
      const [to] = list(config.target);
      return {
        guard: config.guard,
        actions: list(config.actions),
        target: to === undefined ? undefined : this.#find(to),
        source: this,
        reenter: config.reenter ?? false,
      };
    });
  }

  /** `#id.path` from the state with that id, `.path` from here, otherwise from the parent. */
  #find(target: string): State {
    const [first = "", ...rest] = target.split(".");
    const root = this.chain.at(-1) as State;
    let found: State | undefined = this;
    if (first.startsWith("#")) found = root.#withId(first.slice(1));
    else if (first !== "") found = this.parent?.states.get(first);
    for (const key of rest) found = found?.states.get(key);
    if (!found) throw new Error(`"${target}" is no state, seen from "${this.id}"`);
    return found;
  }

  #withId(id: string): State | undefined {
    if (this.id === id) return this;
    for (const child of this.states.values()) {
      const found = child.#withId(id);
      if (found) return found;
    }
    return undefined;
  }
}

/** The state that stays while everything in it is left: SCXML's transition domain. None: all is left. */
function stayOf({ source, reenter }: Transition, target: State): State | undefined {
  if (!reenter && target.chain.includes(source)) return source;
  const around = source.chain.slice(1);
  const common = target.chain.slice(1).find((state) => around.includes(state));
  return common ?? (reenter ? undefined : source.chain.at(-1));
}
