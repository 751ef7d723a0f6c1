import { constants } from "node:os";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Cleans up however the process ends, by a signal or by an error too; returns how to stop that. */
export function cleanUpOnExit(cleanUp: () => void): () => void {
  const exit = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, exit);
  process.on("exit", cleanUp);
  return () => {
    for (const signal of SIGNALS) process.off(signal, exit);
    process.off("exit", cleanUp);
  };
}
