import type { Problem, Store } from "@readback/visualizer";
import { printable } from "../terminal/text.js";

/** What could not be shown, a line for each kind. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ kind, count, examples }) => {
    const [first] = examples;
    const example = first ? `, such as: ${printable(first.what)}` : "";
    return `${count} × ${printable(kind)}${example}`;
  });
}

/** What there was no room for; nothing, when there was. */
export function forgottenLines({ forgotten }: Pick<Store, "forgotten">): readonly string[] {
  const { instances, entries } = forgotten;
  if (entries === 0) return [];
  return [
    `There was no room for ${entries} entries, among them ${instances} whole instances: name fewer journals, or give Node more memory (NODE_OPTIONS=--max-old-space-size=…)`,
  ];
}
