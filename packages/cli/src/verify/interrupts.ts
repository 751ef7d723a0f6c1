const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** What a person is told who interrupts: a command may take its time to end. */
export const STOPPING = "Stopping what runs. Ctrl-C again ends it at once.";

/** A signal that is aborted by Ctrl-C and the like; the second time, the process ends at once. */
export function interruptSignal(exitCode: number): {
  readonly signal: AbortSignal;
  letGo(): void;
} {
  const controller = new AbortController();
  const interrupt = (name: NodeJS.Signals) => {
    // What runs is killed when the process ends.
    if (controller.signal.aborted) process.exit(exitCode);
    controller.abort(`Interrupted (${name === "SIGINT" ? "Ctrl-C" : name})`);
  };
  for (const name of SIGNALS) process.on(name, interrupt);
  return {
    signal: controller.signal,
    letGo() {
      for (const name of SIGNALS) process.off(name, interrupt);
    },
  };
}
