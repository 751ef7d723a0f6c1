export type { ServedTools } from "./node/open-ask-user.js";
export { type HttpOptions, type HttpServing, serveHttp } from "./node/serve-http.js";
export { type Serving, serveStdio } from "./node/serve-stdio.js";
