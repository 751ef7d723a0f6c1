import { existsSync, rmSync, writeFileSync } from "node:fs";
import type { PageLike } from "../page-surface.js";
import type { LocalSurface } from "../surfaces.js";

/** A tab looks for its server at least this often, in milliseconds. */
export const COMES_BACK = 7_000;
const LOOK_EVERY = 50;

/**
 * Waits, just after a start, for a tab that was open before it: it is used again, not opened a second
 * time. Whether there was one stands in a file, so that nobody waits in vain.
 */
export function withReturningTab(
  surface: LocalSurface,
  page: Pick<PageLike, "tabs">,
  path: string,
): LocalSurface {
  const until = performance.now() + COMES_BACK;
  let isNoted = existsSync(path);
  let isExpected = isNoted;

  function note(isOpen: boolean): void {
    isExpected = false;
    if (isOpen === isNoted) return;
    isNoted = isOpen;
    noteTab(path, isOpen);
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

/** Remembers whether a tab is open, for the next server. Where that fails, a question is worth more. */
export function noteTab(path: string, isOpen: boolean): void {
  if (isOpen === existsSync(path)) return;
  try {
    if (isOpen) writeFileSync(path, "", { mode: 0o600 });
    else rmSync(path, { force: true });
  } catch {}
}
