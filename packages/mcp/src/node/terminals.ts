import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Processes } from "@readback/core/host";
import type { LocalSurface } from "../surfaces.js";

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
      mkdirSync(notes, { recursive: true, mode: 0o700 });
      const note = join(notes, processes.self);
      writeFileSync(note, "", { mode: 0o600 });
      return () => rmSync(note, { force: true });
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
    get name() {
      return terminals.isAttached() ? `${surface.name} or terminal` : surface.name;
    },
    bridge: surface.bridge,
    isReachable: () => terminals.isAttached() || surface.isReachable(),
    get hint() {
      return `${surface.hint} ${HOW_TO_ATTACH()}`;
    },
  };
}

/** What a person can do to see questions in a terminal. */
export const HOW_TO_ATTACH = () =>
  `To answer in a terminal, run "npx readback answer" in ${process.cwd()}, then ask again.`;
