// The local server of a page, without questions: who may come in, and the stream to its tabs.

export type { Outcome, Post } from "./server/http.js";
export { openInBrowser } from "./server/open-browser.js";
export { pageSettings, QuestionPageError as PageServerError } from "./server/options.js";
export {
  type Asset,
  openPageServer,
  type PageServer,
  type PageServerOptions,
} from "./server/page-server.js";
export { ICON } from "./server/page-style.js";
export type { Line } from "./server/tabs.js";
