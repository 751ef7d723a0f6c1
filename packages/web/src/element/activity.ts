const EVENTS = ["input", "keydown", "pointermove", "pointerdown", "scroll", "wheel"] as const;

/** At most one report in this time: the response clock is counted in minutes. */
const INTERVAL = 2_000;

/** Reports that a person types, moves or scrolls in `root`: the first sign at once, then every 2 s. */
export function watchActivity(root: ShadowRoot | HTMLElement, report: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const onEvent = (event: Event) => {
    // A script can make events, too: only what a person does counts.
    if (!event.isTrusted || event.timeStamp - last < INTERVAL) return;
    last = event.timeStamp;
    report();
  };
  const options = { passive: true, capture: true };
  for (const name of EVENTS) root.addEventListener(name, onEvent, options);
  return () => {
    for (const name of EVENTS) root.removeEventListener(name, onEvent, options);
  };
}
