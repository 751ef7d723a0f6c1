import type { Drafts } from "../element/draft.js";
import type { FromTab, ToTab } from "./protocol.js";

/** The tool that the view calls, and nobody else. */
export const VIEW_TOOL = "readback_view";
/** Where the key and the tool's name stand in the view's HTML. */
export const VIEW_SETTINGS = "readback-view";

/** How often a view that shows a question says that it is still there, in milliseconds. */
export const VIEW_PING = 1_000;
/** The same for one that its host keeps out of sight. */
export const HIDDEN_PING = 5_000;

/** The longest that one without a question waits before it looks again. */
export const IDLE_PING = 15_000;

/** What a view knows of the tool call that it was made for. Hosts need not say anything. */
export interface ViewOpening {
  /** The name of the tool. */
  readonly tool?: string;
  /** What the tool was called with. */
  readonly input?: Readonly<Record<string, unknown>>;
}

/** One call of a view. There is one at a time, so what it says arrives in order. */
export interface FromView {
  readonly key: string;
  /** The view's name: a new one for each time it is mounted. */
  readonly view: string;
  readonly open?: ViewOpening;
  readonly say?: readonly FromTab[];
  /** What was typed and not sent; `null`: forget it. */
  readonly drafts?: Readonly<Record<string, Drafts | null>>;
  /** Its host shows it to nobody now: its next call may take long. */
  readonly hidden?: boolean;
  /** It is taken down. */
  readonly leave?: boolean;
}

/** What a view is told. */
export interface ToView {
  readonly events: readonly ToTab[];
  /** What was typed for these questions before, in another view. */
  readonly drafts?: Readonly<Record<string, Drafts>>;
  /** The server does not know this view, as after a restart: open again. */
  readonly again?: boolean;
  /** It knows it from now on: nothing of what it said before. */
  readonly fresh?: boolean;
}
