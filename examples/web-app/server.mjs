// `npm run dev`: a small app with an agent behind it. The agent's questions appear in the app.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createAsker } from "@readback/core";
import { createAppBridge } from "./bridge.mjs";

const own = (name) => new URL(`public/${name}`, import.meta.url);
const files = {
  "/": ["text/html", own("index.html")],
  "/app.css": ["text/css", own("app.css")],
  "/app.js": ["text/javascript", own("app.js")],
  // The element has no dependencies: a browser can load it as it is.
  "/readback.js": ["text/javascript", new URL(import.meta.resolve("@readback/web"))],
};

/** Starts the app and returns its address and how to stop it. */
export async function startApp(port = 0) {
  const { bridge, connect, receive } = createAppBridge();
  const asker = createAsker({ bridge });

  /** What the agent does when somebody wants a release. */
  async function release() {
    const result = await asker.ask(
      {
        title: "Release 2.4",
        questions: [
          {
            header: "Region",
            question: "Where should it go first?",
            options: [
              { label: "Europe", description: "Most of our users" },
              { label: "United States" },
            ],
          },
          { header: "Notes", question: "What is new in it?", placeholder: "One sentence" },
        ],
      },
      { from: "Release agent" },
    );
    if (result.outcome !== "answered") return `No release: ${result.error ?? result.outcome}`;
    const [region, notes] = result.answers.map(({ values, custom }) => custom ?? values.join());
    return `Released to ${region}: ${notes}`;
  }

  const server = createServer(async (request, response) => {
    const { method, url = "/" } = request;
    if (method === "GET" && url === "/questions") return connect(response);
    if (method === "GET" && Object.hasOwn(files, url)) {
      const [type, file] = files[url];
      response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` });
      return response.end(await readFile(file));
    }
    // Your app has a session and a CSRF check of its own; this one takes only its own page's word.
    if (method !== "POST" || request.headers["sec-fetch-site"] !== "same-origin") {
      return response.writeHead(404).end();
    }
    if (url === "/release") return response.end(await release());
    if (url === "/questions") {
      let body = "";
      for await (const chunk of request.setEncoding("utf8")) body += chunk;
      try {
        receive(JSON.parse(body));
        return response.writeHead(204).end();
      } catch (error) {
        return response.writeHead(400).end(error.message);
      }
    }
    return response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      asker.dispose();
      server.close();
      server.closeAllConnections();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startApp(Number(process.env.PORT ?? 0));
  console.log(`Open ${url}`);
}
