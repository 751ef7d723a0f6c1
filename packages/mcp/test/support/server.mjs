// A server of its own process for the tests: as `readback mcp`, with times a test can wait for.
import { openAskUser } from "@readback/mcp/node";
import { serveHttp, serveStdio } from "@readback/mcp/serve";

const { http, token, canOpen, ...options } = JSON.parse(process.argv[2]);
const onError = (error) => console.error(error);

const host = await openAskUser({ page: { opener: async () => canOpen ?? false }, ...options });
const ready = { pid: process.pid, page: host.page?.link() };
if (http) {
  const { url } = await serveHttp(host, { token, onError });
  console.error(`READY ${JSON.stringify({ ...ready, url })}`);
} else {
  const { ended } = serveStdio(host, onError);
  console.error(`READY ${JSON.stringify(ready)}`);
  await ended;
  await host.close();
}
