import type { StateValue } from "xstate";

/** One string per state, however many entries name it. */
const names = new Map<string, string>();
const nameByValue = new WeakMap<object, string>();

/** A state value as one name: `presenting.rendering`. */
export function stateName(value: StateValue): string {
  if (typeof value === "string") return value;
  const known = nameByValue.get(value);
  if (known !== undefined) return known;
  const made = nameOf(value);
  const name = names.get(made) ?? made;
  names.set(name, name);
  nameByValue.set(value, name);
  return name;
}

function nameOf(value: Exclude<StateValue, string>): string {
  return Object.entries(value)
    .map(([parent, child]) => (child ? `${parent}.${stateName(child)}` : parent))
    .join("+");
}
