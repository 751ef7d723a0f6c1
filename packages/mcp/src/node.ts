export { type AskUserHost, type AskUserHostOptions, openAskUser } from "./node/open-ask-user.js";
