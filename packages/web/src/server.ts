export { type PagePanel, QuestionPageError, type QuestionPageOptions } from "./server/options.js";
export { openQuestionPage, type QuestionPage } from "./server/question-page.js";
