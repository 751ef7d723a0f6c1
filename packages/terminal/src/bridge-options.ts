import type { QuestionBridge } from "@readback/core";
import type { Draft } from "./dialog/state.js";
import type { Found } from "./tty/streams.js";

/** Where typed text is kept that was not sent, by ask. */
export interface DraftStore {
  get(askId: string): Draft | undefined;
  set(askId: string, draft: Draft): void;
  delete(askId: string): void;
}

/** Settings of `createTerminalBridge`. */
export interface TerminalBridgeOptions {
  /** Finds the terminal, each time a question is to be shown and none is. Default: standard input and output. */
  readonly find?: () => Found;
  /** A second question while one is open: shown after it, or refused at once. Default `queue`. */
  readonly concurrency?: "queue" | "reject";
  /** Keep a list of what waits on the screen, from which the person chooses. Default: each question opens by itself. */
  readonly list?: ListOptions;
  /** Keeps what was typed and not sent. Default: in memory. */
  readonly drafts?: DraftStore;
  /** How long a question rests before a key can decide anything, in milliseconds; one that comes sooner puts that off. Default 250. */
  readonly rest?: number;
  /**
   * How long the person has to stop typing before keys count again, when a dialog goes from under their
   * hands, in milliseconds. Default 1,000.
   */
  readonly pause?: number;
  /** Default: what NO_COLOR, FORCE_COLOR and TERM say. */
  readonly color?: boolean;
  /** Default: what the locale says. */
  readonly unicode?: boolean;
  /** What Ctrl-C does. Default: the process and all others in the foreground of the terminal get a SIGINT. */
  readonly onInterrupt?: () => void;
}

/** Settings of the list of what waits. */
export interface ListOptions {
  /** What stands above it. */
  readonly title: string;
  /** The person leaves the list, or the terminal is gone; `why` is for whoever reads the log. */
  readonly onLeave: (why: string | null) => void;
}

/** A user interface in a terminal. */
export interface TerminalBridge extends QuestionBridge {
  /** Why there is no terminal to show a question on, or `null`. */
  missing(): string | null;
  /** Shows the list of what waits, if there is to be one. Throws `NoSurfaceError` without a terminal. */
  open(): void;
  /** Tells the person something that no question says: it stands in the list of what waits, if there is one. */
  tell(notice: string): void;
  /** Gives the terminal back. What was typed is kept in the drafts. */
  dispose(): void;
}
