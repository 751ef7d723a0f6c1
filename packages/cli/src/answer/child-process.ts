type ChildProcess = typeof import("node:child_process");

// biome-ignore lint/style/useNodejsImportProtocol: the name with it means this file
const loaded = (): ChildProcess => require("child_process");

/**
 * Stands in for Node's module in the bundle of `readback answer`: loading that one takes time, and only
 * where `/proc` does not tell which processes live does anything need it.
 */
export const spawnSync = ((...args: [string]) =>
  loaded().spawnSync(...args)) as ChildProcess["spawnSync"];

// What runs commands is not in the bundle, and its modules still have to find what they import.
export const spawn = ((...args: [string]) => loaded().spawn(...args)) as ChildProcess["spawn"];
export const execFile = ((...args: [string]) =>
  loaded().execFile(...args)) as ChildProcess["execFile"];
