import { type ChartState, withInner } from "./chart.js";
import type { Step } from "./steps.js";

/**
 * Draws once, from the state around them, what all states inside (or most of them) have in common.
 * The label says where it holds, since each of them has a clock of its own.
 */
export function lifted(steps: readonly Step[], root: ChartState): readonly Step[] {
  let result = steps;
  for (const state of withInner(root)) {
    if (state.id === "" || state.kind !== "compound") continue;
    const own = new Set(state.children.map(({ id }) => id));
    const groups = new Map<string, Step[]>();
    for (const step of result) {
      if (!own.has(step.from) || isWithin(step.to, state.id)) continue;
      const key = JSON.stringify([step.trigger, step.guard, step.to]);
      groups.set(key, [...(groups.get(key) ?? []), step]);
    }
    for (const group of groups.values()) result = withTogether(result, group, state);
  }
  return result;
}

function withTogether(
  steps: readonly Step[],
  group: readonly Step[],
  { id, children }: ChartState,
): readonly Step[] {
  const isShared = group.length >= 3 || (group.length === children.length && children.length > 1);
  const [first, ...rest] = group;
  if (!isShared || !first) return steps;
  const others = children.filter((child) => !group.some(({ from }) => from === child.id));
  const except = others.map(({ name }) => name).join(", ");
  const together: Step = {
    ...first,
    transitions: group.flatMap(({ transitions }) => transitions),
    from: id,
    where: except ? `in each but ${except}` : "in each",
  };
  return steps.flatMap((step) => (step === first ? [together] : rest.includes(step) ? [] : [step]));
}

const isWithin = (id: string, ancestor: string) => id === ancestor || id.startsWith(`${ancestor}.`);
