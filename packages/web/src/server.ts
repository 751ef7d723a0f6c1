export { isOurPage } from "./server/is-our-page.js";
export { openInBrowser } from "./server/open-browser.js";
export { type PagePanel, QuestionPageError, type QuestionPageOptions } from "./server/options.js";
export { openQuestionPage, type QuestionPage } from "./server/question-page.js";
export { limitStrangers, type ServerLike, type SocketLike } from "./server/strangers.js";
