export { commandValidator } from "./command-validator.js";
export type { HookOutput } from "./hook-call.js";
export { HOSTS, type RunHookOptions, runHook } from "./run-hook.js";
