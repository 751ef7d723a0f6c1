// `npm run dev`: any server for plain files does. This one also plays the CDN, out of node_modules.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript" };
const PACKAGES = /^\/cdn\/(@noble\/hashes|@readback\/core|@readback\/web|xstate|zod)\//;

/** Starts the server and returns its address and how to stop it. */
export async function startServer(port = 0) {
  const server = createServer(async ({ url = "/" }, response) => {
    // A URL has no `..` left that could lead out of its folder.
    const { pathname } = new URL(url, "http://localhost");
    const file = PACKAGES.test(pathname)
      ? new URL(`node_modules/${pathname.slice("/cdn/".length)}`, import.meta.url)
      : new URL(`public${pathname === "/" ? "/index.html" : pathname}`, import.meta.url);
    const text = await readFile(file).catch(() => undefined);
    const type = TYPES[extname(file.pathname)];
    if (text === undefined || type === undefined) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8` }).end(text);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await startServer(Number(process.env.PORT ?? 0));
  console.log(`Open ${url}`);
}
