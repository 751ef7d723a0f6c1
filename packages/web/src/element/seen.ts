/** At least so much of a question's height must be in view, unless half of it is less. */
const LINE = 20;

/**
 * Calls back, once, when a person can see `target`: in the document, in a visible page, in the
 * viewport and not clipped, not hidden by a style, and after a frame with it was painted. Frames and
 * observers drive this; no timer does. Returns how to give up.
 */
export function whenSeen(target: HTMLElement, onSeen: () => void): () => void {
  let isPainted = false;
  let frame = 0;

  const observer = new IntersectionObserver((entries) => {
    const entry = entries.at(-1);
    if (entry) judge(entry);
  });

  /** Asks the observer for a fresh entry, which comes with the next frame. */
  function look(): void {
    observer.unobserve(target);
    observer.observe(target);
  }

  function judge(entry: IntersectionObserverEntry): void {
    cancelAnimationFrame(frame);
    if (isPageVisible() && isInView(entry) && isDrawn(target)) {
      if (isPainted) {
        stop();
        onSeen();
        return;
      }
      frame = requestAnimationFrame(() => {
        // This second frame starts after the first was painted.
        frame = requestAnimationFrame(() => {
          isPainted = true;
          look();
        });
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
 * Not hidden by `display`, `visibility`, `opacity` or `content-visibility`, its own or around it. In
 * a frame, the page around it counts, too, as far as it has the same origin and can be asked.
 */
function isDrawn(target: Element): boolean {
  const isVisible = target.checkVisibility({
    opacityProperty: true,
    visibilityProperty: true,
    contentVisibilityAuto: true,
    // The names in browsers of before 2024.
    checkOpacity: true,
    checkVisibilityCSS: true,
  });
  const frame = target.ownerDocument.defaultView?.frameElement;
  return isVisible && (!frame || isDrawn(frame));
}
