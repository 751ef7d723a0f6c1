// A machine's definition as a graph: what both kinds of diagram are drawn from.

/** The state that stands for all of them, for transitions of the machine as a whole. */
export const ANY_STATE = "any state";

/**
 * Reads a machine as `{ id, states, edges }`. A state knows its children; an edge has one line for
 * each way from its source to its target.
 */
export function graphOf(machine) {
  const states = childrenOf(machine.root);
  const steps = [machine.root, ...descendants(machine.root)].flatMap(stepsOf);
  const edges = new Map();
  for (const step of lifted(steps, states)) {
    const key = `${step.from} → ${step.to}`;
    const edge = edges.get(key) ?? { from: step.from, to: step.to, steps: [] };
    edge.steps.push(step);
    edges.set(key, edge);
  }
  if ([...edges.values()].some(({ from }) => from === ANY_STATE)) {
    states.push({ id: ANY_STATE, name: ANY_STATE, isAny: true, children: [] });
  }
  return {
    id: machine.id,
    initial: nameOf(machine.root.initial.target[0]),
    states,
    edges: [...edges.values()].map(({ from, to, steps }) => ({ from, to, lines: linesOf(steps) })),
  };
}

/** The graph without states that are alone in theirs: drawn, such a pair is one state. */
export function flattened(graph) {
  const alone = new Map();
  const visit = (state) => {
    const [only, ...others] = state.children;
    if (!only || others.length > 0 || only.children.length > 0) {
      return { ...state, children: state.children.map(visit) };
    }
    alone.set(only.id, state.id);
    return { ...state, initial: undefined, children: [] };
  };
  const states = graph.states.map(visit);
  const edges = new Map();
  for (const { from, to, lines } of graph.edges) {
    const [source, target] = [from, to].map((id) => alone.get(id) ?? id);
    const key = `${source} → ${target}`;
    const known = edges.get(key)?.lines ?? [];
    edges.set(key, { from: source, to: target, lines: [...known, ...lines] });
  }
  return { ...graph, states, edges: [...edges.values()] };
}

function childrenOf(node) {
  return Object.values(node.states).map((child) => ({
    id: nameOf(child),
    name: child.key,
    description: child.description,
    isFinal: child.type === "final",
    initial: child.type === "compound" ? nameOf(child.initial.target[0]) : undefined,
    children: childrenOf(child),
  }));
}

function descendants(node) {
  return Object.values(node.states).flatMap((child) => [child, ...descendants(child)]);
}

/** Every transition of a state, in the order of the machine. */
function stepsOf(node) {
  const from = node.parent ? nameOf(node) : ANY_STATE;
  const candidates = [...node.transitions.values(), node.always ?? []];
  return candidates.flatMap((transitions) =>
    transitions.map(({ eventType, delay, guard, target, actions }, index) => ({
      from,
      to: target ? nameOf(target[0]) : from,
      trigger: delay === undefined ? eventType : `after ${delay}`,
      isEvent: delay === undefined && eventType !== "",
      guard: guard ? guardName(guard) : index > 0 ? "else" : "",
      isForbidden: !target && actions.length === 0,
    })),
  );
}

function guardName(guard) {
  if (typeof guard === "string") return guard;
  if (guard.guards === undefined) return guard.type ?? guard.name;
  const names = guard.guards.map(guardName);
  return guard.name === "not" ? `not ${names[0]}` : names.join(` ${guard.name} `);
}

const nameOf = (node) => node.path.join(".");

/**
 * Draws once, from the state around them, what all states inside (or most of them) have in common.
 * The label says where it holds, since each of them has a clock of its own.
 */
function lifted(steps, states) {
  let result = steps;
  for (const state of [...states, ...states.flatMap(inside)]) {
    const own = new Set(state.children.map(({ id }) => id));
    const groups = new Map();
    for (const step of result) {
      if (!own.has(step.from) || isWithin(step.to, state.id)) continue;
      const key = JSON.stringify([step.trigger, step.guard, step.to]);
      groups.set(key, [...(groups.get(key) ?? []), step]);
    }
    for (const group of groups.values()) {
      const isShared = group.length >= 3 || (group.length === own.size && own.size > 1);
      if (!isShared) continue;
      const [first, ...rest] = group;
      const others = state.children.filter(({ id }) => !group.some(({ from }) => from === id));
      const except = others.map(({ name }) => name).join(", ");
      const where = except ? `in each but ${except}` : "in each";
      result = result
        .filter((step) => !rest.includes(step))
        .map((step) => (step === first ? { ...step, from: state.id, where } : step));
    }
  }
  return result;
}

const inside = (state) => [...state.children, ...state.children.flatMap(inside)];
const isWithin = (id, ancestor) => id === ancestor || id.startsWith(`${ancestor}.`);

/** One line for each way; events that share a guard share a line, and so do guards of one event. */
function linesOf(steps) {
  const lines = [];
  for (const { trigger, guard, isEvent, isForbidden, where = "" } of steps) {
    const sameGuard = lines.find(
      (line) => line.isEvent && isEvent && line.guard === guard && line.isForbidden === isForbidden,
    );
    const sameTrigger = lines.find(
      (line) => line.trigger === trigger && isSimple(line.guard) && isSimple(guard),
    );
    if (sameGuard) sameGuard.trigger += `, ${trigger}`;
    else if (sameTrigger) sameTrigger.guard += ` or ${guard}`;
    else lines.push({ trigger, guard, where, isEvent, isForbidden });
  }
  return lines.map(({ trigger, guard, where, isForbidden }) => ({
    trigger: isForbidden ? `${trigger} ignored` : trigger || (guard ? "" : "always"),
    guard: guard === "" ? "" : `[${guard}]`,
    where: where === "" ? "" : `(${where})`,
  }));
}

const isSimple = (guard) => guard !== "" && guard !== "else" && !guard.includes(" and ");
