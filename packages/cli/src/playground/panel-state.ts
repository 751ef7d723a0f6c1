import type { Beat } from "../demo/beat.js";
import type { ChapterName } from "../demo/chapter-names.js";

// What the server and the panel on the page tell each other: plain data.

export const SWITCHES = ["hidden", "away"] as const;
export type SwitchName = (typeof SWITCHES)[number];

/** How a scripted person answers the question that is open. */
export type Scripted =
  | { readonly choose: string }
  /** The own answer of a choice. */
  | { readonly write: string };

/** How things stand, for the panel to draw. */
export interface PanelState {
  readonly machines: readonly {
    readonly name: ChapterName;
    readonly title: string;
    readonly problem: string;
  }[];
  /** The machine that is being played. */
  readonly playing: ChapterName | null;
  readonly switches: Readonly<Record<SwitchName, boolean>>;
  /** What happened, oldest first, each with its number. */
  readonly beats: readonly { readonly nth: number; readonly beat: Beat }[];
  /** Set while the page plays by itself: what its person does with the open question. */
  readonly scripted: Scripted | null;
}

/** What the panel asks for. */
export type PanelWish =
  | { readonly type: "play"; readonly machine: ChapterName }
  | { readonly type: "stop" }
  | { readonly type: "switch"; readonly name: SwitchName; readonly on: boolean };
