import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** What a view may load when it declares nothing: nothing from any network. */
const DEFAULT_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; frame-src 'self'";

/** @param {string} name */
async function bundled(name) {
  const entry = fileURLToPath(new URL(name, import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "iife",
    target: "es2022",
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}

/** @param {string} body @param {string} script */
const page = (body, script) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chat</title><body style="margin: 0">${body}<script>${script.replaceAll("</script", "<\\/script")}</script>`;

const CHAT = '<main><h1 style="margin: 0; font: 12px sans-serif">Chat</h1></main>';

/** Serves the host's page, and on another site its sandbox. */
export async function serveAppHost() {
  const [host, sandbox] = await Promise.all([bundled("page.ts"), bundled("sandbox.ts")]);
  const server = createServer((request, response) => {
    const isSandbox = request.url === "/sandbox";
    response.writeHead(200, {
      "content-type": "text/html",
      ...(isSandbox && { "content-security-policy": DEFAULT_CSP }),
    });
    response.end(isSandbox ? page("", sandbox) : page(CHAT, host));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const port = String(Object(server.address()).port);
  return {
    page: `http://127.0.0.1:${port}/`,
    sandbox: `http://localhost:${port}/sandbox`,
    async close() {
      server.close().closeAllConnections();
    },
  };
}
