// The suite cannot send a token, so this adds it; everything else passes as it is.
import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";

/** Listens on a port of this machine and passes requests on to `target`, with its token. */
export async function startProxy(target, token) {
  const { host, hostname, port } = new URL(target);
  const server = createServer((incoming, response) => {
    const own = [`127.0.0.1:${server.address().port}`, `localhost:${server.address().port}`];
    const as = (value, prefix = "") =>
      own.some((name) => value === prefix + name) ? prefix + host : value;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    headers.host = as(headers.host);
    if (headers.origin) headers.origin = as(headers.origin, "http://");
    const { method, url: path } = incoming;
    const outgoing = httpRequest({ hostname, port, method, path, headers }, (reply) => {
      response.writeHead(reply.statusCode, reply.headers);
      response.flushHeaders();
      reply.pipe(response);
    });
    outgoing.on("error", () => response.destroy());
    response.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${server.address().port}${new URL(target).pathname}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
