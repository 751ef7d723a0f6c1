import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { QuestionPage } from "../../src/server.js";
import { enter } from "./raw-tab.js";

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** A request as a hostile program may make it: any header, any path. */
export function call(
  { port }: Pick<QuestionPage, "port">,
  { body, ...options }: Call,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: "127.0.0.1", port, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    request.on("error", reject);
    request.end(body);
  });
}

let made = 0;
/** Something from a tab that has been let in, in a session of its own. */
export async function said(
  page: QuestionPage,
  path: string,
  body: string,
  headers = {},
): Promise<Reply> {
  const sealed = (await enter(page)).sealed(1, path, body);
  const sent = { ...sealed, headers: { ...sealed.headers, ...headers } };
  return call(page, { method: "POST", path, ...sent });
}

/** A message from a tab that has been let in. */
export function posted(page: QuestionPage, message: object, headers = {}): Promise<Reply> {
  made += 1;
  return said(page, "/messages", JSON.stringify({ id: `m${made}`, tab: "t", ...message }), headers);
}
