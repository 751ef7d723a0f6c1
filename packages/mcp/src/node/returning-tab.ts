import type { PageLike } from "../page-surface.js";
import type { LocalSurface } from "../surfaces.js";
import type { PageNote } from "./page-note.js";

/** A tab looks for its server at least this often, in milliseconds. */
export const COMES_BACK = 7_000;
const LOOK_EVERY = 50;

/** How long the next process takes at most to have the page, and to say what it knows of its tabs. */
const TAKEN_OVER_WITHIN = 3_000;

/**
 * Waits, just after a start, for a tab that was open before it: it is used again, not opened a second
 * time. Whether there was one stands in a note, so that nobody waits in vain.
 */
export function withReturningTab(
  surface: LocalSurface,
  page: Pick<PageLike, "tabs">,
  notes: Pick<PageNote, "tab" | "noteTab">,
  self: string,
): LocalSurface {
  const until = performance.now() + COMES_BACK;
  let isNoted = notes.tab() !== undefined;
  let isExpected = isNoted;

  function note(isOpen: boolean): void {
    isExpected = false;
    if (isOpen === isNoted) return;
    isNoted = isOpen;
    notes.noteTab(isOpen ? self : null);
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
export async function whileTabIsExpected(
  notes: Pick<PageNote, "tab">,
  host: () => string | undefined,
) {
  const until = performance.now() + COMES_BACK + TAKEN_OVER_WITHIN;
  while (performance.now() < until) {
    const by = notes.tab();
    if (by === undefined || by === host()) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
  }
}
