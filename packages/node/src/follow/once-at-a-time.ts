/** Runs one call after the other; calls that come meanwhile share the next run, which sees all that was new. */
export function onceAtATime(run: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function begin(): Promise<void> {
    current = run().finally(() => {
      current = undefined;
    });
    return current;
  }

  return () => {
    if (!current) return begin();
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
