import { type FSWatcher, statSync, watch } from "node:fs";

/** How often to look in any case: not every file system tells of changes. */
const LOOK_EVERY = 1_000;
/** And where the system tells nothing at all. */
const LOOK_OFTEN = 100;

/**
 * Calls `listener` soon after something in a folder has changed, and every second in any case; returns
 * how to stop that. It keeps no process alive, and goes on when the folder is deleted and made again.
 */
export function watchFolder(folder: () => string, listener: () => void): () => void {
  let watcher: FSWatcher | undefined;
  let watched: number | undefined;
  let isDue = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function due(): void {
    if (isDue || isStopped) return;
    isDue = true;
    // Many changes in one moment are looked at once.
    setImmediate(() => {
      isDue = false;
      if (!isStopped) listener();
    });
  }

  function letGo(): void {
    watcher?.close();
    watcher = undefined;
    watched = undefined;
  }

  /** Watches the folder of that name, also when it is another one now. */
  function attach(): void {
    try {
      const { ino } = statSync(folder());
      if (watcher && ino === watched) return;
      letGo();
      watcher = watch(folder(), { persistent: false }, due);
      watcher.on("error", letGo);
      watched = ino;
    } catch {
      letGo();
    }
  }

  function look(): void {
    attach();
    timer = setTimeout(look, watcher ? LOOK_EVERY : LOOK_OFTEN);
    timer.unref();
    due();
  }

  look();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    letGo();
  };
}
