export { commandValidator } from "./command-validator.js";
export type { HookGuard } from "./hook.js";
export type { HookOutput } from "./hook-call.js";
export { HOSTS } from "./hosts/hosts.js";
export type { HookQueue } from "./instructions-elsewhere.js";
export { type RunHookOptions, runHook } from "./run-hook.js";
