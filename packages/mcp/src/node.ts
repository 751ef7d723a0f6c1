export { type AskUserHost, type AskUserHostOptions, openAskUser } from "./node/open-ask-user.js";
export { secretFile } from "./node/secret-file.js";
