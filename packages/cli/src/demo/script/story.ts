import type { AskInput, AskResult, Clock, Journal } from "@readback/core";
import type { Ending, Voice } from "../beat.js";
import type { Cue, Role, Trouble } from "../stage.js";

/** What one of the machines is for, told in scenes. */
export interface Story {
  readonly title: string;
  /** The problem in a few words, for a menu. */
  readonly about: string;
  /** What goes wrong without the machine. */
  readonly problem: string;
  /** What the machine does about it. */
  readonly promise: string;
  readonly scenes: readonly Scene[];
  /** The scene in which the person plays everybody and decides how it ends. */
  readonly open: Scene;
}

/** One run of a machine. */
export interface Scene {
  readonly ending: Ending;
  readonly title: string;
  play(on: Telling): Promise<void>;
}

/** What a scene is told with. Each promise settles when its part has been shown. */
export interface Telling {
  /** What a machine runs on: its transitions are shown. */
  readonly host: { readonly clock: Clock; readonly journal: Journal };
  /** Aborted when the scene is stopped. */
  readonly signal: AbortSignal;
  says(who: Voice, text: string): Promise<void>;
  /** Shows a text as it stands, line by line. */
  quotes(who: Voice, lines: readonly string[]): Promise<void>;
  /** Shows some fields of a result, without the empty ones. */
  shows<T extends object>(who: Voice, result: T, names: readonly FieldOf<T>[]): Promise<void>;
  /** Lets time pass. */
  later(ms: number): Promise<void>;
  /** The agent asks the person, once; `trouble` is what goes wrong meanwhile. */
  ask(input: AskInput, cue: Cue, trouble?: Trouble): Promise<AskResult>;
  /** Leaves a decision to somebody; `null` when nobody decides. */
  decide(decision: Decision): Promise<string | null>;
  /** Disposes of a handle when the scene is over. */
  uses<T extends { dispose(): void }>(handle: T): T;
}

/** A field of any member of a union. */
type FieldOf<T> = T extends unknown ? keyof T & string : never;

/** A question that the story asks. */
interface Decision {
  /** Whom it is up to. */
  readonly role: Role;
  readonly title?: string;
  readonly question: AskInput["questions"][number];
  /** What is decided when nobody is there to decide. */
  readonly cue: Cue;
}

/** A story whose scenes are one course of events with different particulars. */
export function defineStory<T extends Pick<Scene, "ending" | "title">>(
  story: Pick<Story, "title" | "about" | "problem" | "promise"> & {
    readonly scenes: readonly T[];
    /** The number of the open scene. */
    readonly open: number;
    play(on: Telling, scene: T): Promise<void>;
  },
): Story {
  const { play, open, ...about } = story;
  const scenes = story.scenes.map((scene) => ({
    ending: scene.ending,
    title: scene.title,
    play: (on: Telling) => play(on, scene),
  }));
  return { ...about, scenes, open: scenes[open] as Scene };
}
