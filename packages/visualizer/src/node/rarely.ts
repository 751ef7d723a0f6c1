/** Does something at once and then at most every so many milliseconds, the last time included. */
export function rarely(run: () => void, every: number) {
  let timer: NodeJS.Timeout | undefined;
  let isDue = false;
  let isStopped = false;

  function call(): void {
    if (isStopped) return;
    isDue = timer !== undefined;
    if (isDue) return;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) call();
    }, every);
    timer.unref();
  }

  return {
    call,
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
