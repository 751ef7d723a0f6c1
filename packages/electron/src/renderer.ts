import { createLink, type LinkState, type QuestionTarget } from "./renderer/connect.js";
import type { DecisionStore } from "./renderer/outbox.js";
import { documentView } from "./renderer/page-view.js";
import type { ReadbackApi } from "./shared/protocol.js";

export { defineReadbackQuestions, ReadbackQuestions } from "@readback/web";
export { type LinkState, QuestionLinkError, type QuestionTarget } from "./renderer/connect.js";
export type { RefusalCode, Reply, Said, ToPage } from "./shared/protocol.js";
export type { ReadbackApi };

/** Settings of `connectQuestions`. */
export interface ConnectOptions {
  /** What the preload script gave the page. Default `window.readback`. */
  readonly api?: ReadbackApi;
  /** Told whether the page is connected. Default: nobody. */
  readonly onState?: (state: LinkState) => void;
  /** Told of what the main process refused. Default `reportError`. */
  readonly onError?: (error: unknown) => void;
}

/**
 * Connects what shows the questions in this page to the bridge in the main process. Returns how to stop.
 * @param target a `<readback-questions>` element, or an object of your own with the methods of a bridge
 * @example
 * defineReadbackQuestions();
 * connectQuestions(document.querySelector("readback-questions"));
 */
export function connectQuestions(target: QuestionTarget, options: ConnectOptions = {}): () => void {
  const { api = window.readback, onState = () => {}, onError = reportError } = options;
  if (!target)
    throw new TypeError("target: there is no such element: give what shows the questions");
  if (!api) {
    throw new Error(
      "window.readback is missing: set webPreferences.preload of the window to @readback/electron/preload",
    );
  }
  return createLink({
    target,
    api,
    view: documentView(target instanceof Element ? target : undefined),
    store: storage(),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    onState,
    onError,
  });
}

/** Where the page may not have storage, asking for it throws. */
function storage(): DecisionStore | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

declare global {
  interface Window {
    readonly readback?: ReadbackApi;
  }
}
