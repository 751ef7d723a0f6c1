const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A signal that is aborted by Ctrl-C and the like; the second time, the process ends at once. */
export function interruptSignal(exitCode: number): {
  readonly signal: AbortSignal;
  letGo(): void;
} {
  const controller = new AbortController();
  const interrupt = () => {
    // What runs is killed when the process ends.
    if (controller.signal.aborted) process.exit(exitCode);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    letGo() {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
}
