/**
 * Stands in for Node's module in the bundle of `readback answer`: loading that one takes time, and only
 * where `/proc` does not tell which processes live does anything need it.
 */
export const spawnSync: typeof import("node:child_process").spawnSync = (...args: [string]) =>
  // biome-ignore lint/style/useNodejsImportProtocol: the name with it means this file
  require("child_process").spawnSync(...args);
