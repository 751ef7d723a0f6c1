import { type InstructionContext, stateName } from "@readback/core/host";
import type { Style } from "@readback/terminal/style";

/** An instruction as a person sees it. */
export interface Shown {
  readonly id: string;
  readonly state: string;
  readonly content: string;
  readonly until: string | null;
  readonly dispatches: number;
  readonly max_dispatches: number;
  readonly queued_at: string | null;
  readonly last_dispatch_at: string | null;
}

interface Snapshot {
  readonly value: unknown;
  readonly context: unknown;
}

/** What a person sees of an instruction. */
export function shownOf({ value, context }: Snapshot): Shown {
  const { instruction, dispatches, bound, attempt } = context as InstructionContext;
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());
  return {
    id: instruction.id,
    state:
      stateName(value as never)
        .split(".")
        .at(-1) ?? "",
    content: instruction.content,
    until: instruction.until ?? null,
    dispatches: attempt,
    max_dispatches: bound,
    queued_at: iso(instruction.queuedAt),
    last_dispatch_at: iso(dispatches.at(-1)?.at),
  };
}

const WORDS: Readonly<Record<string, string>> = {
  queued: "waits to be sent",
  awaitingAck: "sent, not taken up",
  failed: "failed",
  acknowledged: "taken up",
  discarded: "let go of",
};
const PAINT: Readonly<Record<string, keyof Style>> = {
  queued: "dim",
  failed: "red",
  acknowledged: "green",
  discarded: "dim",
};

/** Columns that the words for any state need. */
export const STATE_WIDTH = 18;

export const wordsFor = (state: string): string => WORDS[state] ?? state;
export const paintFor = (state: string): keyof Style => PAINT[state] ?? "yellow";
