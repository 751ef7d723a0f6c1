export { type AskUserHost, type AskUserHostOptions, openAskUser } from "./node/open-ask-user.js";
export { secretFile } from "./node/secret-file.js";
export { type HttpOptions, type HttpServing, serveHttp } from "./node/serve-http.js";
export { type Serving, serveStdio } from "./node/serve-stdio.js";
