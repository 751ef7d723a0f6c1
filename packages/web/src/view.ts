// What a server needs to show questions inside a chat client: the view, and the board that it is a tab of.

export type { Drafts } from "./element/draft.js";
export { createExchange, NotReadyError, type PageBridge } from "./server/exchange.js";
export { parseMessage } from "./server/message.js";
export { viewPage } from "./server/view-page.js";
export type { FromTab, ToTab } from "./shared/protocol.js";
export {
  type FromView,
  HIDDEN_PING,
  IDLE_PING,
  type ToView,
  VIEW_PING,
  VIEW_TOOL,
  type ViewOpening,
} from "./shared/view-protocol.js";
