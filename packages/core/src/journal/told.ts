import type { EventObject } from "xstate";

/** What one caller was told. */
export interface Told {
  /** Id of the caller. */
  readonly to: string;
  /** What the caller was told, in one word. */
  readonly outcome: string;
}

/** What callers are told by a transition: everything it emits that is addressed (`to`) to somebody. */
export function toldBy(emitted: readonly EventObject[]): readonly Told[] | undefined {
  let told: Told[] | undefined;
  for (const event of emitted) {
    const { to, type, result, outcome } = event as Addressed;
    if (typeof to !== "string") continue;
    told ??= [];
    told.push({ to, outcome: textIn(result?.outcome) ?? textIn(outcome) ?? type });
  }
  return told;
}

interface Addressed extends EventObject {
  readonly to?: unknown;
  readonly result?: { readonly outcome?: unknown } | null;
  readonly outcome?: unknown;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
