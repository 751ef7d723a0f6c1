import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { QuestionPage } from "../../src/server.js";

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as a hostile program may make it: any header, any path. */
export function call({ port }: QuestionPage, { body, ...options }: Call): Promise<Reply> {
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
/** A message from a tab that has the token. */
export const posted = (page: QuestionPage, message: object, headers = {}): Promise<Reply> => {
  made += 1;
  return call(page, {
    method: "POST",
    path: "/messages",
    headers: {
      authorization: `Bearer ${page.token}`,
      "content-type": "application/json",
      ...headers,
    },
    body: JSON.stringify({ id: `m${made}`, tab: "t", ...message }),
  });
};
