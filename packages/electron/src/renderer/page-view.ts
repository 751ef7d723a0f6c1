/** What the page knows about being seen. */
export interface PageView {
  /** Whether the page, and the box the questions are in, can be seen at all. */
  isVisible(): boolean;
  /** Calls back whenever that may have changed. Returns how to stop. */
  watch(onChange: () => void): () => void;
  /** Calls back after a frame was painted; a page that is hidden paints none. */
  afterPaint(callback: () => void): void;
}

/** The page this runs in. `box` is what the questions are shown in, where that is known. */
export function documentView(box: Element | undefined): PageView {
  let hasBox = true;
  return {
    isVisible: () => document.visibilityState === "visible" && hasBox,
    watch(onChange) {
      document.addEventListener("visibilitychange", onChange);
      const observer = new IntersectionObserver((entries) => {
        const size = entries.at(-1)?.boundingClientRect;
        const hadBox = hasBox;
        // Scrolled out of view is still there. Without a box it is not: a panel was closed, say.
        hasBox = size === undefined || (size.width > 0 && size.height > 0);
        if (hasBox !== hadBox) onChange();
      });
      if (box) observer.observe(box);
      return () => {
        document.removeEventListener("visibilitychange", onChange);
        observer.disconnect();
      };
    },
    afterPaint(callback) {
      // The second frame starts after the first was painted.
      requestAnimationFrame(() => requestAnimationFrame(callback));
    },
  };
}
