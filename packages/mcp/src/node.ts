export { type AskUserHost, type AskUserHostOptions, openAskUser } from "./node/open-ask-user.js";
export { openTerminals, type Terminals } from "./node/terminals.js";
