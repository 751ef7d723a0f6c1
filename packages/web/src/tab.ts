// A tab of a local page: how it proves itself to its server, and stays connected.

export { type ConnectionState, connect } from "./page/connection.js";
export { createKeys } from "./page/keys.js";
export type { Session } from "./page/session.js";
