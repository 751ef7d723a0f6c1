import type { QuestionBridge, SimulatedClock } from "@readback/core";
import type { Beat } from "./beat.js";

/** Whom a decision is up to. */
export type Role = "person" | "check" | "agent";

/** What a scripted person does with a question: choose one of its values, or write. */
export type Cue = { readonly choose: string } | { readonly write: string };

/** What can go wrong with a question, whatever the stage. */
export const TROUBLES = ["hidden", "away"] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Where the stories are played: the page, or the terminal. */
export interface Stage {
  /** Where questions come up. */
  readonly bridge: QuestionBridge;
  /** The time of every machine; the story moves it on. */
  readonly clock: Pick<SimulatedClock, "now" | "setTimeout" | "clearTimeout" | "advance">;
  /** How long a question may take to appear, in milliseconds. */
  readonly renderTimeout: number;
  /** How long the person has to answer, in milliseconds. */
  readonly responseTimeout: number;
  /** The roles that are asked here; the script decides for the others. */
  readonly plays: readonly Role[];
  /** Shows a beat; settles when there was time to take it in. */
  show(beat: Beat): Promise<void>;
  /** Tells what a scripted person does with the next question; `null`: nothing more. */
  cue(cue: Cue | null): void;
  /** Makes something go wrong, or right again. */
  turn(name: Trouble, on: boolean): void;
}

/** Says that something goes wrong, or right again. */
export function turned(name: Trouble, on: boolean): Beat {
  const [wrong, right] = {
    hidden: ["the screen stays blank: no question appears", "the screen works again"],
    away: ["the person is away: nobody answers", "the person is back"],
  }[name] as [string, string];
  return { kind: "says", who: "system", text: on ? wrong : right };
}

/** Whoever waits for it does not go on. An error would look like a failure to the machine that runs. */
export const never = (): Promise<never> => new Promise(() => {});
