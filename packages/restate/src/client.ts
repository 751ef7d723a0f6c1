export {
  type ConnectAskerOptions,
  type ConnectedAsker,
  connectAsker,
} from "./client/asker.js";
export { type ConnectDeskOptions, type ConnectedDesk, connectDesk } from "./client/desk.js";
export { type ConnectedGuard, connectGuard, type FromAfar } from "./client/guard.js";
export type { IngressOptions } from "./client/ingress.js";
export { type ClusterReport, inspectCluster } from "./client/inspect.js";
export { type ClusterInstances, readClusterInstances } from "./client/instances.js";
export { type ClusterJournalOptions, readClusterJournal } from "./client/journal.js";
export { type ConnectedQueue, type ConnectQueueOptions, connectQueue } from "./client/queue.js";
export { type ConnectedRun, type ConnectedVerify, connectVerify } from "./client/verify.js";
export type { VerifyLook, VerifyRunOutcome } from "./names.js";
