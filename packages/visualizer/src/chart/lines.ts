import type { Step } from "./steps.js";

/** Something written at an edge or in a box, in pieces that look different. */
export interface Line {
  readonly segments: readonly Segment[];
  /** The transitions it tells of. */
  readonly transitions: readonly string[];
}

/** A part of a line of text, and what it tells. */
export interface Segment {
  readonly text: string;
  readonly role: "event" | "delay" | "guard" | "bound" | "note";
}

/** A line that tells of no transition. */
export const noteLine = (text: string): Line => ({
  segments: [{ text, role: "note" }],
  transitions: [],
});

/** One line for each way; events that share a guard share a line, and so do guards of one event. */
export function linesOf(steps: readonly Step[]): readonly Line[] {
  const merged: Step[] = [];
  for (const step of steps) {
    const index = merged.findIndex(
      (other) => hasSameGuard(other, step) || hasSameTrigger(other, step),
    );
    const other = merged[index];
    if (other) merged[index] = together(other, step);
    else merged.push(step);
  }
  return merged.map(lineOf);
}

const isAlike = (a: Step, b: Step) => a.manner === b.manner && a.where === b.where;

const hasSameGuard = (a: Step, b: Step) =>
  isAlike(a, b) && a.kind === "event" && b.kind === "event" && a.guard === b.guard;

const hasSameTrigger = (a: Step, b: Step) =>
  isAlike(a, b) && a.trigger === b.trigger && isSimple(a.guard) && isSimple(b.guard);

const isSimple = (guard: string) => guard !== "" && guard !== "else" && !guard.includes(" and ");

function together(a: Step, b: Step): Step {
  const transitions = [...a.transitions, ...b.transitions];
  const isBound = a.isBound || b.isBound;
  if (a.guard === b.guard) return { ...a, transitions, trigger: `${a.trigger}, ${b.trigger}` };
  return { ...a, transitions, isBound, guard: `${a.guard} or ${b.guard}` };
}

function lineOf({ trigger, kind, guard, isBound, manner, where, transitions }: Step): Line {
  const words = trigger || (guard === "" ? "always" : "");
  const manners: Segment[] = manner === "goes" ? [] : [{ text: manner, role: "note" }];
  const triggers: Segment[] = words
    ? [{ text: words, role: kind === "delay" ? "delay" : "event" }]
    : [];
  const guards: Segment[] = guard
    ? [{ text: `[${guard}]`, role: isBound ? "bound" : "guard" }]
    : [];
  const wheres: Segment[] = where ? [{ text: `(${where})`, role: "note" }] : [];
  return { segments: [...manners, ...triggers, ...guards, ...wheres], transitions };
}
