import type { QuestionBridge } from "@readback/core";
import type { LocalSurface } from "./surfaces.js";

/** What is needed of a page; `openQuestionPage` of `@readback/web/server` makes one. */
export interface PageLike extends QuestionBridge {
  /** What opens it in a person's browser. The agent is told, so it must be worth nothing to others. */
  link(): string;
  /** How many tabs show it. */
  readonly tabs: number;
  /** Opens it in a browser; false when there is none. */
  openBrowser(): Promise<boolean>;
}

/** Settings of {@link pageSurface}. */
export interface PageSurfaceOptions {
  /** Whether to open a browser when no tab is open. Default true. */
  readonly open?: boolean;
}

/** A page in a browser as a surface: an open tab is used, else a browser is opened. */
export function pageSurface(
  page: PageLike,
  { open = true }: PageSurfaceOptions = {},
): LocalSurface {
  /** Two questions at once open one browser. */
  let opening: Promise<boolean> | undefined;
  return {
    name: "page",
    bridge: page,
    get hint() {
      return `Open ${page.link()} in a browser, then ask again.`;
    },
    get link() {
      return page.link();
    },
    isReachable() {
      if (page.tabs > 0) return true;
      if (!open) return false;
      opening ??= page.openBrowser().finally(() => {
        opening = undefined;
      });
      return opening;
    },
  };
}
