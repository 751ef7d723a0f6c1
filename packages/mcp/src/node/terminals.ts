import { mkdirSync } from "node:fs";
import type { Processes } from "@readback/core/host";
import { ownNotes } from "@readback/node";
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

const PREFIX = "terminal.";

/**
 * Knows the terminals of a project. Each leaves a note under the name of its process, which tells
 * whether the process still lives: a note that was left by a killed one says nothing.
 */
export function openTerminals(folder: string, processes: Processes): Terminals {
  const notes = ownNotes(folder);
  const own = PREFIX + processes.self;

  function leaveNote(): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    notes.write(own, "");
  }

  return {
    attach() {
      leaveNote();
      const looking = setInterval(() => {
        if (notes.read(own) !== undefined) return;
        try {
          leaveNote();
        } catch {
          // Whoever cannot write now tries again.
        }
      }, LOOK_EVERY);
      looking.unref();
      return () => {
        clearInterval(looking);
        notes.remove(own);
      };
    },
    isAttached() {
      let isAttached = false;
      for (const name of notes.names(PREFIX)) {
        if (processes.isGone(name.slice(PREFIX.length))) notes.remove(name);
        else isAttached = true;
      }
      return isAttached;
    },
  };
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
