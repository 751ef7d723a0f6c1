import type { JournalEntry } from "@readback/core";

/** Something in a journal that cannot be shown, or not in full. */
export interface FollowProblem {
  /**
   * `torn`: a line that is no record; `unproven`: a record or a file that nobody here can be shown to have
   * written; `newer`: a record of a later version; `lost`: a journal that was deleted, cut off or compacted
   * away before it was read; `unreadable`: a file or folder that cannot be read.
   */
  readonly kind: "torn" | "unproven" | "newer" | "lost" | "unreadable";
  /** The file or the folder. */
  readonly path: string;
  /** What is wrong and, where something can be done, what to do. */
  readonly what: string;
}

/** How far reading has come, in bytes. */
export interface FollowProgress {
  readonly read: number;
  readonly of: number;
}

/** What a follower tells. Nothing here may throw. */
export interface FollowOptions {
  /** Every entry, in the order of its journal, and how many bytes its record has. */
  readonly onEntry: (entry: JournalEntry, path: string, bytes: number) => void;
  readonly onProblem: (problem: FollowProblem) => void;
  /** Called after each piece that was read. */
  readonly onProgress?: (progress: FollowProgress) => void;
}

/** A reader that goes on until it is closed. It keeps no process alive. */
export interface Follow {
  /** Reads what is there now, and returns when that is done. Others call this when something may be new. */
  look(): Promise<void>;
  /** How far it has come. */
  readonly progress: FollowProgress;
  close(): void;
}
