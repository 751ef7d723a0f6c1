import { ownNotes } from "@readback/node";
import type { PageLike } from "../page-surface.js";

/** How long a window that was opened may take to come up, in milliseconds: the shortest render time of a tool call. */
const COMES_UP_WITHIN = 10_000;
const LOOK_EVERY = 50;
const NAME = "page-opening";

/** The windows that the processes of a project open. */
export interface Openings {
  /** The page, of which no process opens a second window while one is on its way. */
  once(page: PageLike): PageLike;
  /** A tab is open: the next one that is missing is opened at once. */
  done(): void;
}

/** What one process is doing, or has done. */
interface Opening {
  readonly by: string;
  readonly isOpened: boolean;
}

/**
 * Until a browser has come up and its tab says so, nobody sees that one was opened: on a busy machine that takes
 * seconds. So whoever opens one says so in a note, for the other processes and for the questions that come meanwhile.
 */
export function openingsIn(
  folder: string,
  { self, isGone }: { readonly self: string; isGone(name: string): boolean },
): Openings {
  const notes = ownNotes(folder);

  function onItsWay(): Opening | undefined {
    const [by = "", state, at] = notes.read(NAME)?.split(" ") ?? [];
    const isOpened = state === "opened";
    const isLate = !(Math.abs(Date.now() - Number(at)) <= COMES_UP_WITHIN);
    return isLate || (!isOpened && isGone(by)) ? undefined : { by, isOpened };
  }

  const textOf = (state: "opening" | "opened") => `${self} ${state} ${Date.now()}`;

  /** Whether this process is the one to open it. */
  function take(): boolean {
    const before = notes.read(NAME);
    if (onItsWay()) return false;
    try {
      if (before !== undefined) notes.removeIf(NAME, before);
      return notes.writeFirst(NAME, textOf("opening"));
    } catch {
      // Where it cannot be said, a question is worth more than a window too many.
      return true;
    }
  }

  function opened(): void {
    try {
      notes.write(NAME, textOf("opened"));
    } catch {}
  }

  function done(): void {
    try {
      notes.remove(NAME);
    } catch {}
  }

  async function open(page: PageLike): Promise<boolean> {
    while (!take()) {
      if (onItsWay()?.isOpened) return true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    let isOpen = false;
    try {
      isOpen = await page.openBrowser();
    } finally {
      // Its tab may have said so before.
      const isOurs = onItsWay()?.by === self;
      if (isOurs && isOpen) opened();
      else if (isOurs) done();
    }
    return isOpen;
  }

  return {
    done,
    once: (page) => Object.create(page, { openBrowser: { value: () => open(page) } }) as PageLike,
  };
}
