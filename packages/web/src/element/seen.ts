import type { Visibility } from "@readback/core/surfaces";
import { isAbovePage } from "./looks.js";
import { isOnScreen } from "./on-screen.js";
import { isReadable } from "./readable.js";
import { isUncovered, visibilityIn } from "./uncovered.js";

/** At least so much of a question's height must be in view, unless half of it is less. */
const LINE = 20;

/** Where the browser can (Chromium), it says of each entry whether anything lies over the element. */
const TRACKED = { trackVisibility: true, delay: 100 } as IntersectionObserverInit;

/**
 * Calls back, once, when a person can see `target`: in the document, in a visible page, in the
 * viewport and not clipped, on the screen, not hidden or made unreadable by a style, not covered, and after
 * a frame with it was painted. Says whose word that is. Frames and observers drive this; no timer does. Returns how to give up.
 */
export function whenSeen(
  target: HTMLElement,
  onSeen: (visibility: Visibility) => void,
): () => void {
  let isPainted = false;
  let frame = 0;

  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1);
    if (entry) judge(entry);
  }, TRACKED);

  /** Asks the observer for a fresh entry, which comes with the next frame. */
  function look(): void {
    observer.unobserve(target);
    observer.observe(target);
  }

  function judge(entry: IntersectionObserverEntry): void {
    cancelAnimationFrame(frame);
    if (canBeSeen(target, entry)) {
      if (isPainted) {
        stop();
        onSeen(visibilityIn(entry));
        return;
      }
      // The entry is about the frame before: the next one starts once that is painted.
      frame = requestAnimationFrame(() => {
        isPainted = true;
        look();
      });
      return;
    }
    isPainted = false;
    // Out of view: the observer calls again. In view, but transparent, say: nothing reports the end
    // of that, so look again with each frame. Hidden pages have no frames.
    if (entry.isIntersecting) frame = requestAnimationFrame(look);
  }

  function stop(): void {
    cancelAnimationFrame(frame);
    observer.disconnect();
    document.removeEventListener("visibilitychange", look);
    document.removeEventListener("prerenderingchange", look);
  }

  document.addEventListener("visibilitychange", look);
  document.addEventListener("prerenderingchange", look);
  observer.observe(target);
  return stop;
}

/** Everything that has to be true at the same moment. */
function canBeSeen(target: Element, entry: IntersectionObserverEntry): boolean {
  return (
    isPageVisible() &&
    isOnScreen() &&
    isInView(entry) &&
    isDrawn(target) &&
    isReadable(target, entry.intersectionRect) &&
    isUncovered(target, entry)
  );
}

function isPageVisible(): boolean {
  const { prerendering } = document as { prerendering?: boolean };
  return document.visibilityState === "visible" && prerendering !== true;
}

function isInView({ isIntersecting, boundingClientRect: box, intersectionRect: seen }: Entry) {
  return (
    isIntersecting &&
    box.width > 0 &&
    box.height > 0 &&
    seen.width > 0 &&
    seen.height > 0 &&
    seen.height >= Math.min(box.height / 2, LINE) &&
    seen.width >= Math.min(box.width / 2, LINE)
  );
}

type Entry = Pick<
  IntersectionObserverEntry,
  "isIntersecting" | "boundingClientRect" | "intersectionRect"
>;

/**
 * Not hidden by `display`, `visibility`, `opacity` or `content-visibility`, its own or around it. In a frame, the
 * page around it counts, too, as far as it has the same origin and can be asked.
 */
function isDrawn(target: Element): boolean {
  // The browser knows of closed shadow trees, too; but not that a dialog is above what is faded.
  const isOpacityDue = !isAbovePage(target);
  const isVisible = target.checkVisibility({
    opacityProperty: isOpacityDue,
    visibilityProperty: true,
    contentVisibilityAuto: true,
    // The names in browsers from before 2024.
    checkOpacity: isOpacityDue,
    checkVisibilityCSS: true,
  });
  const frame = target.ownerDocument.defaultView?.frameElement;
  return isVisible && (!frame || isDrawn(frame));
}
