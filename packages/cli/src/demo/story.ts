import type { Journal, SimulatedClock } from "@readback/core";
import type { Beat, Ending, Heading, Voice } from "./beat.js";
import type { Decision, Person, Wording } from "./person.js";
import { createTransitions } from "./transitions.js";

/** Tells what happens, one thing after another. Each promise settles when it has been shown. */
export interface Story {
  chapter(heading: Heading): Promise<void>;
  scene(ending: Ending, title: string): Promise<void>;
  says(who: Voice, text: string): Promise<void>;
  /** Shows a text as it stands, line by line. */
  quotes(who: Voice, lines: readonly string[]): Promise<void>;
  /** Shows some fields of a result. */
  shows<T extends object>(who: Voice, result: T, names: readonly FieldOf<T>[]): Promise<void>;
  /** Lets simulated time pass. */
  later(ms: number): Promise<void>;
  choose<T extends string>(decision: Decision<T>): Promise<T>;
  write(wording: Wording): Promise<string | undefined>;
  /** Waits until the person has read so far. */
  goOn(): Promise<void>;
  /** Settles when everything so far has been shown, the latest of the journal included. */
  shown(): Promise<void>;
}

/** A field of any member of a union. */
type FieldOf<T> = T extends unknown ? keyof T & string : never;

export interface StoryParts {
  readonly clock: SimulatedClock;
  readonly journal: Journal;
  readonly person: Person;
  show(beat: Beat): Promise<void>;
}

/**
 * Makes a story. Everything goes through one queue, and so does every entry of the journal: what is
 * seen is in the order in which it happened.
 */
export function createStory({ clock, journal, person, show }: StoryParts): Story {
  let last: Promise<unknown> = Promise.resolve();
  let isFirstScene = true;

  function next<T>(act: () => Promise<T>): Promise<T> {
    const done = last.then(act);
    last = done;
    return done;
  }
  const tell = (beat: Beat) => next(() => show(beat));

  const transitionOf = createTransitions();
  journal.subscribe((entry) => {
    tell({ kind: "transition", transition: transitionOf(entry) });
  });

  return {
    async chapter(heading) {
      isFirstScene = true;
      await tell({ kind: "chapter", heading });
    },
    async scene(ending, title) {
      if (!isFirstScene) await next(() => person.goOn());
      isFirstScene = false;
      await tell({ kind: "scene", ending, title });
    },
    says: (who, text) => tell({ kind: "says", who, text }),
    quotes: (who, lines) => tell({ kind: "quote", who, lines }),
    shows(who, result, names) {
      const fields = names.map((name) => [name, result[name as keyof typeof result]] as const);
      return tell({ kind: "fields", who, fields });
    },
    async later(ms) {
      await tell({ kind: "later", ms });
      clock.advance(ms);
    },
    choose: (decision) => next(() => person.choose(decision)),
    write: (wording) => next(() => person.write(wording)),
    goOn: () => next(() => person.goOn()),
    shown: () => next(async () => {}),
  };
}
