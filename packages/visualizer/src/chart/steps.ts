import type { Chart, ChartTransition, Trigger } from "./chart.js";
import { durationText } from "./duration-text.js";
import { mustBe } from "./must-be.js";
import { guardNames, guardText } from "./names.js";

/** One way from a state to a state, and what is written at it. */
export interface Step {
  readonly transitions: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly trigger: string;
  readonly kind: Trigger["kind"];
  /** The guard in words, "else" after guarded ones, or "". */
  readonly guard: string;
  /** The guard asks whether attempts are left. */
  readonly isBound: boolean;
  readonly manner: "goes" | "stays" | "restarts" | "ignores";
  /** In which of the states inside it holds, when it is drawn at the state around them. */
  readonly where: string;
}

/** What guards are called that ask whether the bound is reached. */
const BOUND = "hasAttemptsLeft";

/** Every transition as a step; one into several regions at once is several. */
export function stepsOf({ transitions }: Chart): readonly Step[] {
  return transitions.flatMap((transition) => {
    const { id, source, targets, trigger, guard } = transition;
    const step = {
      transitions: [id],
      from: source,
      trigger: triggerText(trigger),
      kind: trigger.kind,
      guard: guard ? guardText(guard) : transition.index > 0 ? "else" : "",
      isBound: guardNames(guard).includes(BOUND),
      manner: mannerOf(transition),
      where: "",
    };
    return (targets.length > 0 ? targets : [source]).map((to) => ({ ...step, to }));
  });
}

function mannerOf({ source, targets, isReentering, isForbidden }: ChartTransition): Step["manner"] {
  if (isForbidden) return "ignores";
  if (targets.some((target) => target !== source)) return "goes";
  return isReentering ? "restarts" : "stays";
}

/** What sets a transition off, in words; "" for what needs no event. */
export function triggerText(trigger: Trigger): string {
  mustBe(typeof trigger?.kind === "string", "a trigger: give the trigger of a transition");
  switch (trigger.kind) {
    case "event":
      return trigger.name === "*" ? "any other event" : trigger.name;
    case "delay":
      return `after ${delayText(trigger)}`;
    case "always":
      return "";
    case "done":
      return trigger.actor === undefined ? "done" : `done: ${trigger.actor}`;
    case "error":
      return `error: ${trigger.actor}`;
    case "snapshot":
      return `update: ${trigger.actor}`;
  }
}

function delayText({ name, ms }: { readonly name?: string; readonly ms?: number }): string {
  if (ms === undefined) return name ?? "a while";
  return name === undefined ? durationText(ms) : `${name} (${durationText(ms)})`;
}
