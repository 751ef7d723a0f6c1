import type { InstructionContext } from "./machine.js";

/** One dispatch to the agent. */
export interface Dispatch {
  /** Milliseconds since the epoch, as the host's clock says. */
  readonly at: number;
  readonly text: string;
}

interface Ended {
  readonly id: string;
  readonly content: string;
  /** Dispatches used, since the last redrive. */
  readonly attempts: number;
  /** Every dispatch, in order. */
  readonly dispatches: readonly Dispatch[];
}

/** How an instruction ended: the output of the machine. */
export type InstructionOutput = Ended &
  (
    | { readonly outcome: "acknowledged"; readonly cause: "system" }
    | {
        /** Let go of, after it had failed. */
        readonly outcome: "discarded";
        /** `human`: a person let it go. `policy`: there were too many failed ones. */
        readonly cause: "human" | "policy";
        /** The id by which the same text is tracked, when a redrive found that it is; else `null`. */
        readonly trackedAs: string | null;
      }
    | {
        readonly outcome: "failed";
        /** `policy`: never acknowledged. `timer`: too old. */
        readonly cause: "policy" | "timer";
      }
  );

/** How the instruction of a context ended. */
export function endingOf(context: InstructionContext): InstructionOutput {
  const { instruction, attempt, dispatches, cause, trackedAs = null } = context;
  const { id, content } = instruction;
  const ended = { id, content, attempts: attempt, dispatches };
  switch (context.ended) {
    case "acknowledged":
      return { outcome: "acknowledged", cause: "system", ...ended };
    case "discarded": {
      const by = cause === "human" ? "human" : "policy";
      return { outcome: "discarded", cause: by, ...ended, trackedAs };
    }
    default:
      return { outcome: "failed", cause: cause === "timer" ? "timer" : "policy", ...ended };
  }
}
