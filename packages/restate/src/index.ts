export { deskToken, journalToken } from "./desk-token.js";
export type { SharedOptions } from "./options.js";
export { type ReadbackServicesOptions, readbackServices } from "./readback-services.js";
export { type ServeOptions, type Serving, serve } from "./serve.js";
export type { AskServiceOptions } from "./services/asker.js";
export type { GuardServiceOptions } from "./services/guard.js";
export type { QueueServiceOptions } from "./services/queue.js";
export type { VerifyServiceOptions } from "./services/verify.js";
