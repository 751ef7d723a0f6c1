import type { Transition } from "./transitions.js";

/** Who speaks, or where something is seen. */
export type Voice = "agent" | "person" | "system" | "screen" | "check" | "told" | "result";

/** How a scene ends. */
export type Ending = "success" | "retry" | "exhaustion" | "silence";

/** One thing to show. How it looks is not decided here. */
export type Beat =
  | { readonly kind: "story"; readonly heading: Heading }
  | { readonly kind: "scene"; readonly ending: Ending; readonly title: string }
  | { readonly kind: "says"; readonly who: Voice; readonly text: string }
  /** Text as it stands, line by line. */
  | { readonly kind: "quote"; readonly who: Voice; readonly lines: readonly string[] }
  /** Some fields of a real result. */
  | { readonly kind: "fields"; readonly who: Voice; readonly fields: readonly Field[] }
  | { readonly kind: "transition"; readonly transition: Transition }
  | { readonly kind: "later"; readonly ms: number };

/** What stands at the start of a story. */
export interface Heading {
  readonly number: number;
  readonly of: number;
  readonly title: string;
  /** What goes wrong without the machine. */
  readonly problem: string;
  /** What the machine does about it. */
  readonly promise: string;
}

export type Field = readonly [name: string, value: unknown];

/** A duration in words: seconds up to two minutes, then minutes. */
export const inWords = (ms: number): string =>
  ms < 120_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`;
