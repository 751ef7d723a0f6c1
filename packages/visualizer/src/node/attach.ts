import { basename } from "node:path";
import type { Journal, JournalEntry, Runtime } from "@readback/core";
import { mustFit } from "@readback/core/host";
import { type FollowOptions, followFolder } from "@readback/node/follow";
import type { AnyStateMachine } from "xstate";
import { sizeOf } from "../model/size-of.js";
import { createLiveView } from "./live-view.js";
import { type ServeOptions, serve, type VisualizerServer } from "./serve.js";

/**
 * Shows what a running program's machines do, on a page of this machine. The program's journal is read only
 * while a tab is open: nobody who looks, nothing that costs.
 * @example
 * const visualizer = await attachVisualizer(asker.runtime);
 * console.log(visualizer.link());
 */
export async function attachVisualizer<M extends AnyStateMachine>(
  runtime: Pick<Runtime<M>, "journal" | "clock" | "machines">,
  options: ServeOptions = {},
): Promise<VisualizerServer> {
  mustFit(runtime, { journal: {}, clock: {}, machines: "list" }, "runtime of attachVisualizer");
  const { journal, clock, machines } = runtime;
  const { title } = options;
  const now = () => clock.now();
  const view = createLiveView({ machines, now, ...(title === undefined ? {} : { title }) });
  let stopFollowing: (() => void) | undefined;
  let isStopped = false;

  function look(): void {
    if (stopFollowing || isStopped) return;
    let isOver = false;
    /** A reader may be in the middle of something when it is stopped. */
    const unlessOver = (tell: () => void) => {
      if (isOver) return;
      tell();
      server?.changed();
    };
    const stop = followed(journal, {
      onEntry: (entry, _, bytes) => unlessOver(() => view.add(entry, bytes)),
      onProblem: ({ kind, path, what }) =>
        unlessOver(() => view.note(kind, `${basename(path)}: ${what}`)),
    });
    stopFollowing = () => {
      isOver = true;
      stop();
    };
  }
  function leave(): void {
    stopFollowing?.();
    stopFollowing = undefined;
    view.clear();
  }

  // What is shown never begins to look by itself: whoever asks may be gone when the answer is there.
  let server: VisualizerServer | undefined;
  const opened = await serve(() => view.shown, {
    ...options,
    onTabs(count) {
      if (count > 0) look();
      else leave();
      options.onTabs?.(count);
    },
  });
  server = opened;
  return {
    ...opened,
    get tabs() {
      return opened.tabs;
    },
    stop() {
      isStopped = true;
      leave();
      return opened.stop();
    },
  };
}

/** Reads a journal and goes on with what is written to it, without its program noticing; returns how to stop. */
function followed(journal: Journal, options: FollowOptions): () => void {
  const { folder } = journal as { readonly folder?: unknown };
  if (typeof folder === "string") {
    // Reading it through the program's own journal would take from the program what others wrote.
    const follow = followFolder(folder, options);
    void follow.look();
    return () => follow.close();
  }
  const add = (entry: JournalEntry) => options.onEntry(entry, "", sizeOf(entry));
  for (const entry of journal.read()) add(entry);
  return journal.subscribe(add);
}
