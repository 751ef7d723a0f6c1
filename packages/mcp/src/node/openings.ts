import { rmSync, statSync, writeFileSync } from "node:fs";
import { readPlainFile } from "@readback/node";
import type { PageLike } from "../page-surface.js";

/** How long a window that was opened may take to come up, in milliseconds: the shortest render time of a tool call. */
const COMES_UP_WITHIN = 10_000;
const LOOK_EVERY = 50;

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
 * seconds. So whoever opens one says so in a file, for the other processes and for the questions that come meanwhile.
 */
export function openingsIn(
  path: string,
  { self, isGone }: { readonly self: string; isGone(name: string): boolean },
): Openings {
  function onItsWay(): Opening | undefined {
    try {
      const age = Date.now() - statSync(path).mtimeMs;
      const [by = "", state] = readPlainFile(path)?.text.split(" ") ?? [];
      const isOpened = state === "opened";
      const isStale = age > COMES_UP_WITHIN || age < -COMES_UP_WITHIN;
      return isStale || (!isOpened && isGone(by)) ? undefined : { by, isOpened };
    } catch {
      return undefined;
    }
  }

  function say(state: "opening" | "opened", flag: "w" | "wx"): boolean {
    try {
      writeFileSync(path, `${self} ${state}`, { mode: 0o600, flag });
      return true;
    } catch (error) {
      // Where it cannot be said, a question is worth more than a window too many.
      return (error as NodeJS.ErrnoException).code !== "EEXIST";
    }
  }

  /** Whether this process is the one to open it. */
  function take(): boolean {
    if (onItsWay()) return false;
    done();
    return say("opening", "wx");
  }

  function done(): void {
    try {
      rmSync(path, { force: true });
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
      if (isOurs && isOpen) say("opened", "w");
      else if (isOurs) done();
    }
    return isOpen;
  }

  return {
    done,
    once: (page) => Object.create(page, { openBrowser: { value: () => open(page) } }) as PageLike,
  };
}
