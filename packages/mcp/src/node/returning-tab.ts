import { existsSync, rmSync, writeFileSync } from "node:fs";
import { readPlainFile } from "@readback/node";
import type { PageLike } from "../page-surface.js";
import type { LocalSurface } from "../surfaces.js";

/** A tab looks for its server at least this often, in milliseconds. */
export const COMES_BACK = 7_000;
const LOOK_EVERY = 50;

/** How long the next process takes at most to have the page, and to say what it knows of its tabs. */
const TAKEN_OVER_WITHIN = 3_000;

/**
 * Waits, just after a start, for a tab that was open before it: it is used again, not opened a second
 * time. Whether there was one stands in a file, so that nobody waits in vain.
 */
export function withReturningTab(
  surface: LocalSurface,
  page: Pick<PageLike, "tabs">,
  path: string,
  self: string,
): LocalSurface {
  const until = performance.now() + COMES_BACK;
  let isNoted = existsSync(path);
  let isExpected = isNoted;

  function note(isOpen: boolean): void {
    isExpected = false;
    if (isOpen === isNoted) return;
    isNoted = isOpen;
    noteTab(path, isOpen ? self : null);
  }

  async function wait(): Promise<boolean> {
    while (isExpected && page.tabs === 0 && performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    note(page.tabs > 0);
    return surface.isReachable();
  }

  return {
    name: surface.name,
    bridge: surface.bridge,
    get hint() {
      return surface.hint;
    },
    get link() {
      return surface.link;
    },
    isReachable() {
      if (page.tabs === 0) return wait();
      note(true);
      return surface.isReachable();
    },
  };
}

/**
 * Waits while nobody can know whether a tab is open: the process that noted one no longer has the page, and its tab
 * may be on the way to the next one.
 */
export async function whileTabIsExpected(path: string, host: () => string | undefined) {
  const until = performance.now() + COMES_BACK + TAKEN_OVER_WITHIN;
  while (performance.now() < until) {
    const by = tabNotedBy(path);
    if (by === undefined || by === host()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}

/** The process that saw a tab open, while one is open as far as it knows. */
export function tabNotedBy(path: string): string | undefined {
  try {
    return readPlainFile(path)?.text;
  } catch {
    return undefined;
  }
}

/** Remembers which process has a tab open, for the others and the next. Where that fails, a question is worth more. */
export function noteTab(path: string, by: string | null): void {
  try {
    if (by === null) rmSync(path, { force: true });
    else if (tabNotedBy(path) !== by) writeFileSync(path, by, { mode: 0o600 });
  } catch {}
}
