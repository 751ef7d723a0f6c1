import type { Problem } from "@readback/visualizer";
import { printable } from "../terminal/text.js";

/** What could not be shown, a line for each kind. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  return problems.map(({ kind, count, examples }) => {
    const [first] = examples;
    const example = first ? `, such as: ${printable(first.what)}` : "";
    return `${count} × ${printable(kind)}${example}`;
  });
}
