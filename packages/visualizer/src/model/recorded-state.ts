import type { JournalEntry } from "@readback/core";
import type { KeptDeadline, KeptState } from "@readback/core/host";
import type { AnyStateMachine } from "xstate";

/**
 * An entry with the state it led to, as whoever watched the run saw it. Of a machine that runs elsewhere only
 * the definition is known, without its functions: its states are taken as they were, and not folded.
 */
export interface RecordedEntry extends JournalEntry {
  readonly recorded: Pick<KeptState, "value" | "context"> & {
    readonly deadlines?: readonly KeptDeadline[];
    /** The steps of which it was made; absent when the app did not tell them. */
    readonly microsteps?: readonly Microstep[];
  };
}

/** A step within a transition: the event's own, then those that followed by themselves. */
export interface Microstep {
  readonly event: string;
  /** The state it led to. */
  readonly to: string;
  readonly transitions: readonly {
    /** Ids of states, with `#`. */
    readonly source: string;
    readonly targets: readonly string[];
    /** As the definition has it; empty for `always`. */
    readonly event: string;
    /** It held. */
    readonly guard: string | null;
  }[];
}

/** The steps of an entry; `undefined` when they were not told. */
export function microstepsIn(entry: JournalEntry): readonly Microstep[] | undefined {
  const steps = (entry as Partial<RecordedEntry>).recorded?.microsteps;
  return Array.isArray(steps) ? steps.filter(isMicrostep) : undefined;
}

/** What is in a file need not be what we wrote. */
function isMicrostep(step: unknown): step is Microstep {
  const { event, to, transitions } = (step ?? {}) as Partial<Microstep>;
  const isTransition = (one: unknown) => {
    const { source, targets, event: type } = (one ?? {}) as Partial<Microstep["transitions"][0]>;
    const isNamed = typeof source === "string" && typeof type === "string";
    return isNamed && Array.isArray(targets) && targets.every((id) => typeof id === "string");
  };
  const isNamed = typeof event === "string" && typeof to === "string";
  return isNamed && Array.isArray(transitions) && transitions.every(isTransition);
}

/** The state an entry says it led to; `undefined` when it has to be folded. */
export function recordedIn(entry: JournalEntry): KeptState | undefined {
  const { recorded } = entry as Partial<RecordedEntry>;
  if (typeof recorded !== "object" || recorded === null) return undefined;
  const { value, context, deadlines } = recorded;
  const isContext = typeof context === "object" && context !== null;
  return { value, context: isContext ? context : {}, deadlines: deadlines ?? [] };
}

/** Whether the states of a machine are recorded: its root says so in its `meta`. */
export function isRecorded({ config }: AnyStateMachine): boolean {
  return (config.meta as { readonly recorded?: unknown } | undefined)?.recorded === true;
}
