import type { Beat } from "../beat.js";
import type { Cue, Trouble } from "../stage.js";
import type { StoryName } from "../story-names.js";

// What the server and the panel on the page tell each other: plain data.

/** How things stand, for the panel to draw. */
export interface PanelState {
  readonly machines: readonly {
    readonly name: StoryName;
    readonly title: string;
    readonly problem: string;
  }[];
  /** The machine that is being played. */
  readonly playing: StoryName | null;
  readonly switches: Readonly<Record<Trouble, boolean>>;
  /** What happened, oldest first, each with its number. */
  readonly beats: readonly { readonly nth: number; readonly beat: Beat }[];
  /** What the person is called. */
  readonly person: "you" | "person";
  /** Set while the page plays by itself: what its person does with the open question. */
  readonly cue: Cue | null;
}

/** What the panel asks for. */
export type PanelWish =
  | { readonly type: "play"; readonly machine: StoryName }
  | { readonly type: "stop" }
  /** Open the visualizer, in a tab of its own. */
  | { readonly type: "look" }
  | { readonly type: "switch"; readonly name: Trouble; readonly on: boolean };
