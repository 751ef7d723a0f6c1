import type { Beat } from "./beat.js";

/** One thing a person can choose. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string;
}

/** What a person is asked to choose from. */
export interface Decision<T extends string> {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  /** What the scripted person takes, and where the cursor starts. */
  readonly scripted: T;
}

/** What a person is asked to write. */
export interface Wording {
  readonly question: string;
  /** What the scripted person writes, and what is suggested to a real one. */
  readonly scripted: string;
}

/** The person of the story: whoever sits at the terminal, or a script. */
export interface Person {
  choose<T extends string>(decision: Decision<T>): Promise<T>;
  /** `undefined` when the person would rather choose something else. */
  write(wording: Wording): Promise<string | undefined>;
  /** Waits until the person has read so far. */
  goOn(): Promise<void>;
}

/** A person who does what the script says. */
export function createScriptedPerson(show: (beat: Beat) => Promise<void>): Person {
  return {
    async choose({ choices, scripted }) {
      const chosen = choices.find(({ value }) => value === scripted);
      await show({ kind: "says", who: "person", text: chosen?.label ?? scripted });
      return scripted;
    },
    async write({ scripted }) {
      await show({ kind: "says", who: "person", text: scripted });
      return scripted;
    },
    async goOn() {},
  };
}
