import { watchFolder } from "../watch-folder.js";
import { followJournal } from "./follow-journal.js";
import type { Follow, FollowOptions } from "./follow-options.js";
import { journalsIn } from "./journals-in.js";
import { onceAtATime } from "./once-at-a-time.js";

/**
 * Follows every journal within a folder, also those that are begun later, until it is closed. `look` returns
 * once everything that is there was read.
 * @example
 * const follow = followFolder(".readback", { onEntry: console.log, onProblem: console.warn });
 * await follow.look();
 */
export function followFolder(folder: string, options: FollowOptions): Follow {
  const journals = new Map<string, { readonly follow: Follow; readonly stop: () => void }>();
  let isClosed = false;

  function join(path: string): void {
    const follow = followJournal(path, { ...options, onProgress: () => tell() });
    const stop = watchFolder(
      () => path,
      () => void follow.look(),
    );
    journals.set(path, { follow, stop });
  }

  const tell = () => options.onProgress?.(progress());

  const look = onceAtATime(async () => {
    if (isClosed) return;
    for (const path of journalsIn(folder)) if (!journals.has(path)) join(path);
    // One after the other: each takes as much of the processor as it gets.
    for (const { follow } of journals.values()) await follow.look();
    tell();
  });
  const stop = watchFolder(
    () => folder,
    () => void look(),
  );

  function progress() {
    let [read, of] = [0, 0];
    for (const { follow } of journals.values()) {
      read += follow.progress.read;
      of += follow.progress.of;
    }
    return { read, of };
  }

  return {
    look,
    get progress() {
      return progress();
    },
    close() {
      isClosed = true;
      stop();
      for (const { follow, stop: stopWatching } of journals.values()) {
        stopWatching();
        follow.close();
      }
    },
  };
}
