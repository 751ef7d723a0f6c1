// The page comes from a scheme of its own: unlike file:, it has an origin that can be trusted by name.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { protocol } from "electron";

export const PAGE = "app://ui/";

protocol.registerSchemesAsPrivileged([
  { scheme: "app", privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);

const near = (name) => fileURLToPath(new URL(`ui/${name}`, import.meta.url));
const FILES = new Map([
  ["/", [near("index.html"), "text/html"]],
  ["/app.js", [near("app.js"), "text/javascript"]],
  ["/app.css", [near("app.css"), "text/css"]],
  ["/readback.js", [renderer(), "text/javascript"]],
]);

/** The page's part of Readback is one file without imports: a page needs no bundler for it. */
function renderer() {
  return fileURLToPath(import.meta.resolve("@readback/electron/renderer"));
}

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'";

/** Serves these files and the agent's steps, and nothing else. */
export function serveUi(agent) {
  protocol.handle("app", async (request) => {
    const { host, pathname } = new URL(request.url);
    if (host !== "ui") return new Response("Not found", { status: 404 });
    if (pathname === "/steps") return new Response(stepsOf(agent));
    if (pathname === "/run" && request.method === "POST") {
      void agent.run();
      return new Response();
    }
    const found = FILES.get(pathname);
    if (!found) return new Response("Not found", { status: 404 });
    const [file, type] = found;
    const headers = { "Content-Type": type, "Content-Security-Policy": POLICY };
    return new Response(await readFile(file), { headers });
  });
}

/** A line of JSON for each step, for as long as the page reads. */
function stepsOf(agent) {
  let stop = () => {};
  return new ReadableStream({
    start(controller) {
      const encoder = new TextEncoder();
      stop = agent.listen((step) =>
        controller.enqueue(encoder.encode(`${JSON.stringify(step)}\n`)),
      );
    },
    cancel: () => stop(),
  });
}
