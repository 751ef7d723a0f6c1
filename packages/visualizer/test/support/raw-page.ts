import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { call } from "../../../web/test/support/http.js";
import { greet, originOf } from "../../../web/test/support/raw-tab.js";

interface Page {
  readonly port: number;
  link(): string;
}

/** A tab that comes through the link, as a browser does, without one. */
export async function enterByLink(page: Page) {
  const html = readFileSync(fileURLToPath(page.link()), "utf8");
  const [, id = "", secret = ""] = /#launch=([\w-]+)\.([\w-]+)"/.exec(html) ?? [];
  const key = { key: "launch", id, secret: Buffer.from(secret, "base64url") } as const;
  const tab = await greet(page, "t", key);
  const leaving = new AbortController();
  const response = await fetch(`${originOf(page)}/events`, {
    headers: { authorization: tab.opening },
    signal: leaving.signal,
  });
  const lines = linesOf(response);
  let posts = 0;
  return {
    /** Asks for something; the status and the value. */
    async ask(method: string, ...given: unknown[]) {
      return this.post(`/api/${method}`, JSON.stringify(given));
    },
    async post(path: string, body: string) {
      posts += 1;
      const sealed = tab.sealed(posts, path, body);
      const reply = await call(page, { method: "POST", path, ...sealed });
      return { status: reply.status, value: JSON.parse(reply.body) };
    },
    /** The next line of the stream that is of a kind. */
    async next(type: string): Promise<Record<string, unknown>> {
      for (;;) {
        const { done, value } = await lines.next();
        if (done || !value) throw new Error("the stream ended");
        if (value.type === type) return value;
      }
    },
    leave: () => leaving.abort(),
  };
}

async function* linesOf({ body }: Response): AsyncGenerator<Record<string, unknown>, void, void> {
  if (!body) return;
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line) yield JSON.parse(line.slice(line.indexOf(" ") + 1));
  }
}
