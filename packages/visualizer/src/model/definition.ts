import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from "xstate";

/** The name of a state as the journal writes it; the machine itself has its id. */
export function nameOf(node: AnyStateNode): string {
  return node.path.length > 0 ? node.path.join(".") : node.id;
}

/** The states a machine is in, outer ones first. */
export function activeNodes(machine: AnyStateMachine, value: StateValue): readonly AnyStateNode[] {
  const nodes: AnyStateNode[] = [machine.root];
  const walk = (node: AnyStateNode, within: StateValue): void => {
    const keys = typeof within === "string" ? [within] : Object.keys(within);
    for (const key of keys) {
      const child = node.states[key];
      if (!child) continue;
      nodes.push(child);
      const next = typeof within === "string" ? undefined : within[key];
      if (next !== undefined) walk(child, next);
    }
  };
  walk(machine.root, value);
  return nodes;
}

/** Every state of a machine, outer ones first. */
export function allNodes(machine: AnyStateMachine): readonly AnyStateNode[] {
  const nodes: AnyStateNode[] = [];
  const walk = (node: AnyStateNode): void => {
    nodes.push(node);
    for (const child of Object.values(node.states)) walk(child as AnyStateNode);
  };
  walk(machine.root);
  return nodes;
}

/** A transition of the definition, with a name that is the same in every process. */
export interface DefinedTransition {
  /** `state event index`, such as `open.presenting RENDERED 0`; for `always` the event is empty. */
  readonly id: string;
  readonly node: AnyStateNode;
  readonly event: string;
  readonly definition: AnyTransitionDefinition;
}

/** The transitions of a state itself, in the order in which they are tried. */
export function transitionsOf(node: AnyStateNode): readonly DefinedTransition[] {
  const named = (event: string, list: readonly AnyTransitionDefinition[]) =>
    list.map((definition, index) => ({
      id: `${nameOf(node)} ${event} ${index}`,
      node,
      event,
      definition,
    }));
  const onEvents = [...node.transitions].flatMap(([event, list]) => named(event, list));
  return [...onEvents, ...named("", node.always ?? [])];
}

/** The transitions of a state that an event may take: for its own name first, then for the longest pattern. */
export function transitionsFor(node: AnyStateNode, type: string): readonly DefinedTransition[] {
  const rank = ({ event }: DefinedTransition) => (event === type ? Infinity : event.length);
  return transitionsOf(node)
    .filter(({ event }) => event !== "" && matches(type, event))
    .sort((a, b) => rank(b) - rank(a) || 0);
}

/** Whether an event of this type is meant by a key of `on`: itself, `a.*` or `*`. */
function matches(type: string, descriptor: string): boolean {
  if (descriptor === type || descriptor === "*") return true;
  if (!descriptor.endsWith(".*")) return false;
  const wanted = descriptor.slice(0, -2).split(".");
  const given = type.split(".");
  // A star in the middle of a pattern means nothing to XState.
  return wanted.every((token, index) => token !== "*" && token === given[index]);
}

/** The names of the states a transition leads to; none when it stays where it is. */
export function targetsOf(definition: AnyTransitionDefinition): readonly string[] {
  return (definition.target ?? []).map(nameOf);
}

/** The names of a transition's actions. */
export function actionsOf({ actions }: AnyTransitionDefinition): readonly string[] {
  return actions.map((action: unknown) => {
    if (typeof action === "string") return action;
    const { type, name } = action as { readonly type?: string; readonly name?: string };
    return type ?? name ?? "(inline)";
  });
}
