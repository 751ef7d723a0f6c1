import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, StateValue } from "xstate";

/** An action, a guard or a transition of XState, which publishes no useful type for them. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Loose = any;

/** A state the machine can rest in, with all that its snapshots have in common. */
export interface State {
  readonly leaf: AnyStateNode;
  /** The leaf and its ancestors, the root last. */
  readonly chain: readonly AnyStateNode[];
  readonly value: AnyMachineSnapshot["value"];
  readonly tags: ReadonlySet<string>;
  readonly hasAlways: boolean;
  readonly moves: Map<Loose, Move>;
}

/** What taking a transition in a state does: worked out once, XState does it every time. */
export interface Move {
  readonly actions: readonly Loose[];
  readonly next: State;
}

/** The states of a machine. */
export interface States {
  readonly initial: Move;
  of(leaf: AnyStateNode): State;
  /** The state a value names, if there is one. */
  at(value: StateValue): State | undefined;
  move(from: State, transition: Loose): Move;
}

/** `undefined` when a machine has what is not worked out here: parallel states, history, invoke, wildcards. */
export function statesOf(machine: AnyStateMachine): States | undefined {
  const root = machine.root as AnyStateNode;
  const states = new Map<AnyStateNode, State>();

  function isSimple(node: AnyStateNode): boolean {
    if (node.type === "parallel" || node.type === "history" || node.invoke.length > 0) return false;
    if (node.type === "final" && node.parent !== root) return false;
    if (Object.keys(node.config.on ?? {}).some((type) => type.includes("*"))) return false;
    return Object.values(node.states).every(isSimple);
  }
  if (root.type !== "compound" || !isSimple(root)) return undefined;

  function of(leaf: AnyStateNode): State {
    const known = states.get(leaf);
    if (known) return known;
    const made = stateOf(leaf);
    states.set(leaf, made);
    return made;
  }

  function enter(target: AnyStateNode, domain: AnyStateNode | undefined): Move {
    const path = chainOf(target);
    const entered = path.slice(0, domain ? path.indexOf(domain) : path.length).reverse();
    const actions: Loose[] = entered.flatMap(({ entry }) => entry);
    let leaf = target;
    while (leaf.type === "compound") {
      if (leaf !== domain) actions.push(...leaf.initial.actions);
      leaf = leaf.initial.target[0] as AnyStateNode;
      actions.push(...leaf.entry);
    }
    return { actions, next: of(leaf) };
  }

  function workOut(from: State, transition: Loose): Move {
    const target: AnyStateNode | undefined = transition.target?.[0];
    if (!target) return { actions: transition.actions, next: from };
    const domain = domainOf(transition, target);
    const left = domain ? from.chain.slice(0, from.chain.indexOf(domain)) : from.chain;
    const { actions, next } = enter(target, domain);
    return {
      actions: [...left.flatMap(({ exit }) => exit), ...transition.actions, ...actions],
      next,
    };
  }

  function at(value: StateValue): State | undefined {
    let node: AnyStateNode | undefined = root;
    let rest: StateValue | undefined = value;
    while (node && rest !== undefined) {
      const keys: string[] = typeof rest === "string" ? [rest] : Object.keys(rest);
      const [key, ...others] = keys;
      if (key === undefined || others.length > 0) return undefined;
      node = Object.hasOwn(node.states, key) ? node.states[key] : undefined;
      rest = typeof rest === "string" ? undefined : rest[key];
    }
    return node && node.type !== "compound" ? of(node) : undefined;
  }

  return {
    initial: enter(root, undefined),
    of,
    at,
    move(from, transition) {
      const known = from.moves.get(transition);
      if (known) return known;
      const move = workOut(from, transition);
      from.moves.set(transition, move);
      return move;
    },
  };
}

/** The state that stays while everything below it is left: SCXML's transition domain. */
function domainOf({ source, reenter }: Loose, target: AnyStateNode): AnyStateNode | undefined {
  if (!reenter && chainOf(target).includes(source)) return source;
  const above = chainOf(source).slice(1);
  const common = chainOf(target)
    .slice(1)
    .find((node) => above.includes(node));
  return common ?? (reenter ? undefined : source.machine.root);
}

function stateOf(leaf: AnyStateNode): State {
  const chain = chainOf(leaf);
  return {
    leaf,
    chain,
    value: leaf.path.reduceRight<Loose>((below, key) => (below ? { [key]: below } : key), null),
    tags: new Set(chain.flatMap(({ tags }) => tags)),
    hasAlways: chain.some(({ always }) => always !== undefined),
    moves: new Map(),
  };
}

function chainOf(node: AnyStateNode): AnyStateNode[] {
  return node.parent ? [node, ...chainOf(node.parent)] : [node];
}
