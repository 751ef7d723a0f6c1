type ChildProcess = typeof import("node:child_process");

// biome-ignore lint/style/useNodejsImportProtocol: the name with it means this file
const loaded = (): ChildProcess => require("child_process");

/** A function of Node's module, which is loaded when that is called. */
const late = <N extends "execFile" | "spawn" | "spawnSync">(name: N) =>
  ((...args: readonly unknown[]) =>
    Reflect.apply(loaded()[name], undefined, args)) as unknown as ChildProcess[N];

/**
 * Stands in for Node's module in the bundle of `readback answer`: loading that one takes time, and only
 * where `/proc` does not tell which processes live does anything need it.
 */
export const spawnSync = late("spawnSync");

// What runs commands is not in the bundle, and its modules still have to find what they import.
export const spawn = late("spawn");
export const execFile = late("execFile");
