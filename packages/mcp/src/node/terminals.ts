import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Processes } from "@readback/core/host";
import type { LocalSurface } from "../surfaces.js";

/** How often to look whether the note is still there, in milliseconds: the state folder may be deleted. */
const LOOK_EVERY = 250;

/** The terminals in which a person answers the questions of a project: each `readback answer` is one. */
export interface Terminals {
  /** This process is one of them, until the returned function is called. */
  attach(): () => void;
  /** Whether there is one now. */
  isAttached(): boolean;
}

/**
 * Knows the terminals of a project. Each leaves a note under the name of its process, which tells
 * whether the process still lives: a note that was left by a killed one says nothing.
 */
export function openTerminals(folder: string, processes: Processes): Terminals {
  const notes = join(folder, "terminals");
  return {
    attach() {
      const note = join(notes, processes.self);
      leaveNote(note);
      const looking = setInterval(() => {
        // Whoever cannot write now tries again.
        if (!existsSync(note)) leaveNoteIfPossible(note);
      }, LOOK_EVERY);
      looking.unref();
      return () => {
        clearInterval(looking);
        rmSync(note, { force: true });
      };
    },
    isAttached() {
      let isAttached = false;
      for (const name of namesIn(notes)) {
        if (processes.isGone(name)) rmSync(join(notes, name), { force: true, recursive: true });
        else isAttached = true;
      }
      return isAttached;
    },
  };
}

function leaveNote(note: string): void {
  mkdirSync(dirname(note), { recursive: true, mode: 0o700 });
  writeFileSync(note, "", { mode: 0o600 });
}

function leaveNoteIfPossible(note: string): void {
  try {
    leaveNote(note);
  } catch {}
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** A surface that is reachable through terminals, too: they hear of every question through the journal. */
export function withTerminals(surface: LocalSurface, terminals: Terminals): LocalSurface {
  return {
    name: surface.name,
    bridge: surface.bridge,
    isReachable: () => terminals.isAttached() || surface.isReachable(),
    get link() {
      return surface.link;
    },
    get hint() {
      return `${surface.hint} ${HOW_TO_ATTACH()}`;
    },
  };
}

/** What a person can do to see questions in a terminal. */
export const HOW_TO_ATTACH = () =>
  `To answer in a terminal, run "npx readback answer" in ${process.cwd()}, then ask again.`;
